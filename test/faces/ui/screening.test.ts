import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questionOf } from '../../../src/review/pages/screening-routes.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { runHere, type ServedHere } from '../../helpers/run-here.ts';
import { until } from '../../helpers/until.ts';
import { enter, serveUiHere, takeTurn, type Visitor } from './visit.ts';

/** Screening on the local page, without a browser. */

const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
let served: ServedHere;
let visitor: Visitor;
beforeAll(async () => {
  served = await serveUiHere(settings);
  visitor = await enter(served.address);
  for (const words of ['learning, networks, deep', 'language, learning, data']) {
    const { location } = await visitor.find(words);
    await until(async () => JSON.parse((await visitor.get(`${location}/progress.json`)).text).isOver);
  }
});
afterAll(() => served.end());

type Turn = { review: string; refused: { ref: string; code: string; why: string }[]; cards: { ref: string }[] };

/** Decisions on a page of a review, or of jobs. */
async function turn(path: string, body: object): Promise<Turn> {
  const { status, json } = await takeTurn(visitor, path, body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as Turn;
}

const reviewOf = async (jobs: string) => (await turn(`/job/${jobs}`, { decisions: [] })).review;
const decisions = async (jobs: string, as = '') =>
  (await takeTurn(visitor, `/job/${jobs}${as && `?as=${as}`}`, {})).json as {
    review?: string;
    decisions: Record<string, object>;
  };
const shell = async (...args: string[]) => JSON.parse((await runHere(['review', ...args, '--json'], settings)).stdout);

describe('the question of a review', () => {
  it('names a keyword once that the request repeats, because it needs three', () => {
    const request = { body: { keywords: ['tide', 'mussel', 'tide'] } };
    const searches = { jobStatus: () => ({ request }), listJobs: () => ({ jobs: [] }) } as never;
    expect(questionOf(searches, 'J1')).toBe('tide, mussel');
  });
});

describe('decisions on the papers of a job', () => {
  it('open one review, whose question is what was searched, however often it is asked for at once', async () => {
    expect(await decisions('J1')).toEqual({ decisions: {} });
    const opened = await Promise.all([reviewOf('J1'), reviewOf('J1'), reviewOf('J1')]);
    expect(new Set(opened)).toEqual(new Set(['R1']));
    const review = await shell('show', 'R1');
    expect(review).toMatchObject({ question: 'learning, networks, deep', criteria: [], protocol: { readers: '1' } });
    expect(review.progress[0]).toMatchObject({ stage: 'title-abstract', own: 0, open: review.records });
  });

  it('are taken, shown by the references of the job, taken back, and are those of the one who reads', async () => {
    const { cards } = await turn('/review/R1', { next: 4 });
    const [first, second, third] = cards.map(({ ref }) => ref) as [string, string, string];
    const given = [
      { ref: first, decision: 'include', note: 'read it' },
      { ref: second, decision: 'exclude' },
      { ref: 'J9-9', decision: 'include' },
    ];
    const answer = await turn('/job/J1', { review: 'R1', decisions: given });
    expect(answer).toMatchObject({
      review: 'R1',
      refused: [{ ref: 'J9-9', code: 'not-in-review', why: expect.stringContaining('no such record') }],
    });
    // What was shown before, and is not decided on, comes again.
    expect((await turn('/review/R1', { next: 2 })).cards.map(({ ref }) => ref)).toContain(third);
    const stage = 'title-abstract';
    expect(await decisions('J1')).toEqual({
      review: 'R1',
      decisions: {
        [first]: { decision: 'include', stage, note: 'read it' },
        [second]: { decision: 'exclude', stage },
      },
    });
    expect(await decisions('J1', 'Ana')).toEqual({ review: 'R1', decisions: {} });

    const { events } = (await shell('audit', 'R1')) as { events: { what: string; who: object }[] };
    expect(events.filter(({ what }) => what === 'decide').map(({ who }) => who)).toEqual([
      { kind: 'human', name: 'me' },
      { kind: 'human', name: 'me' },
    ]);

    const undone = await turn('/review/R1', { undo: true });
    expect(undone).toMatchObject({ undone: { ref: second, decision: 'exclude', stage } });
    expect(Object.keys((await decisions('J1')).decisions)).toEqual([first]);
    expect(await turn('/review/R1?as=Ana', { undo: true })).toMatchObject({ undone: null });
    // Changed in one request.
    const change = [
      { ref: first, decision: 'withdraw' },
      { ref: first, decision: 'exclude' },
    ];
    expect(await turn('/job/J1', { decisions: change })).toMatchObject({ refused: [] });
    expect((await decisions('J1')).decisions[first]).toEqual({ decision: 'exclude', stage });
  });

  it('are those of a record that stands for the paper in another job', async () => {
    expect((await shell('add', 'R1', 'J2')).duplicates).toBeGreaterThan(0);
    const byWork = new Map<string, string>();
    for (const job of ['J1', 'J2']) {
      const { papers } = JSON.parse((await visitor.get(`/jobs/${job}/view.json`)).text) as {
        papers: { ref: string; title: string }[];
      };
      for (const { ref, title } of papers) byWork.set(`${job} ${title}`, ref);
    }
    const shared = [...byWork.keys()].find((key) => key.startsWith('J2') && byWork.has(key.replace('J2', 'J1')));
    const [inFirst, inSecond] = [byWork.get(String(shared).replace('J2', 'J1')), byWork.get(String(shared))];
    await turn('/job/J2?as=Ana', { decisions: [{ ref: inSecond, decision: 'maybe' }] });
    expect((await decisions('J1', 'ana')).decisions).toHaveProperty(String(inFirst));
    expect((await decisions('J2', 'ana')).decisions).toHaveProperty(String(inSecond));
    expect(await reviewOf('J2')).toBe('R1');
    expect(await reviewOf('J1,J2')).toBe('R1');
  });
});

describe('what is wrong', () => {
  it.each([
    ['/review/R1', { decisions: [{ ref: 'J1-1', decision: 'perhaps' }] }, 400],
    ['/review/R1', { stage: 'third' }, 400],
    ['/review/R1', { next: 51 }, 400],
    ['/review/R1', { password: 'x' }, 400],
    ['/job/J1', { decisions: [{ ref: 'J1-1', decision: 'perhaps' }] }, 400],
    ['/job/J1', { review: '../R1', decisions: [] }, 400],
    ['/job/J1', { review: 'R9', decisions: [{ ref: 'J1-1', decision: 'include' }] }, 404],
    ['/job/J1', { password: 'x' }, 400],
  ])('%s with %j is answered with a reason and %i', async (path, body, status) => {
    const answer = await takeTurn(visitor, path, body);
    expect(answer).toMatchObject({ status, json: { problem: expect.stringMatching(/\w{3}/) } });
  });

  it('is refused to other pages', async () => {
    for (const path of ['/review/R1/turn', '/job/J1/turn']) {
      const foreign = await visitor.tell(path, {}, { origin: 'http://127.0.0.1:1' });
      expect(foreign.status).toBe(403);
    }
    const unknown = await fetch(`${visitor.origin}/job/J1/turn`, {
      method: 'POST',
      headers: { origin: visitor.origin },
    });
    expect(unknown.status).toBe(401);
  });
});
