import { describe, expect, it, vi } from 'vitest';
import type { ViewData } from '../../../src/report/data/report-data.ts';
import type { KeepState, KeptDecisions } from '../../../src/report/view/decide/keep.ts';
import { keepInReview, type ReviewStore } from '../../../src/report/view/decide/keep-in-review.ts';
import { createModel } from '../../../src/report/view/model.ts';

/** Decisions on the papers of a search go to a review that answers late. */

const PAPER = { ref: 'J1-1', title: 'One', authors: [], fields: [], foundIn: [], searches: [0] };
const DATA: ViewData = { v: 2, searches: [], papers: [PAPER], topics: [] };

/** A page that keeps decisions in R1; `send` is what the review does. */
function keeping(send: ReviewStore['send'], kept: KeptDecisions['decisions'] = {}) {
  const model = createModel(DATA);
  const said: KeepState[] = [];
  const store: ReviewStore = {
    read: async () => ({ review: 'R1', decisions: kept }),
    open: async () => 'R1',
    send,
  };
  const page = new EventTarget();
  keepInReview(store, page)(model, (state) => said.push(state));
  const leave = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { model, said, leave };
}

describe('a decision that is under way', () => {
  it('asks back before the page is left, until the review has it', async () => {
    let answer: ((given: { refused: [] }) => void) | undefined;
    const { model, said, leave } = keeping(() => new Promise((resolve) => (answer = resolve)));
    await vi.waitFor(() => expect(said).toHaveLength(1));
    expect(leave()).toBe(false);
    model.decide(0, { decision: 'include' });
    await vi.waitFor(() => expect(answer).toBeDefined());
    expect(leave()).toBe(true);
    answer?.({ refused: [] });
    await vi.waitFor(() => expect(said).toHaveLength(2));
    expect(leave()).toBe(false);
    expect(said.at(-1)).toMatchObject({ text: 'Kept in the review R1.', isUrgent: false });
  });
});

describe('what a review is sent', () => {
  const [note, tags] = ['read later', ['mice']];
  it.each([
    ['a note alone', {}, { note }, [{ decision: 'note', note }]],
    ['tags alone', { note }, { tags }, [{ decision: 'note', note, tags }]],
    ['a decision, with what was noted', { note, tags }, { decision: 'include' }, [{ decision: 'include', note, tags }]],
    ['other words on a decision', { decision: 'include', note }, { note: '' }, [{ decision: 'note' }]],
    [
      'another decision',
      { decision: 'include' },
      { decision: 'exclude' },
      [{ decision: 'withdraw' }, { decision: 'exclude' }],
    ],
    ['another decision than maybe', { decision: 'maybe' }, { decision: 'include' }, [{ decision: 'include' }]],
    ['a decision taken back', { decision: 'maybe' }, { decision: undefined }, [{ decision: 'withdraw' }]],
    [
      'the same, its note stays',
      { decision: 'include', note },
      { decision: undefined },
      [{ decision: 'withdraw' }, { decision: 'note', note }],
    ],
    ['nothing new', { decision: 'include', note }, { note }, []],
  ] as const)('is %s', async (_, kept, change, sent) => {
    const send = vi.fn(async () => ({ refused: [] }));
    const { model, said } = keeping(send, { 'J1-1': kept });
    await vi.waitFor(() => expect(said).toHaveLength(1));
    model.decide(0, change);
    await vi.waitFor(() => expect(said).toHaveLength(2));
    const all = sent.map((each) => ({ ref: 'J1-1', ...each }));
    expect(send.mock.calls).toEqual(all.length > 0 ? [['R1', all]] : []);
  });
});
