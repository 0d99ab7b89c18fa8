import { describe, expect, it } from 'vitest';
import { freeFailure, PaperqueueError } from '../../../src/contract/errors.ts';
import { type Consent, createPreparedSearches, type Submitted } from '../../../src/faces/ui/prepared-searches.ts';
import type { FormSearch } from '../../../src/faces/ui/search-form.ts';

/** One form, one job. */

const REQUEST: FormSearch = {
  request: {
    operation: 'keywordSearch',
    body: { keywords: ['owls', 'glasses', 'night'] },
    filters: { limit: 100 },
  },
};

/** Searches whose requests are answered in turn, each with a job or a failure; `sent` is what was sent. */
function preparing(...answers: (Submitted | Error)[]) {
  const sent: Consent[] = [];
  const searches = createPreparedSearches(async (_request, consent) => {
    const answer = answers[sent.length] as Submitted | Error;
    sent.push(consent);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { searches, sent };
}

const JOB: Submitted = { ref: 'J1', reused: false };
const OVER_CAP = freeFailure({ code: 'CREDIT_CAP', message: 'over the cap', next: '' });
const LOST = new PaperqueueError({
  code: 'CHARGE_UNKNOWN',
  message: 'no reply',
  charged: 'unknown',
  retryable: false,
  next: '',
});

describe('a request that was looked at', () => {
  it('is sent once, however often its form is sent', async () => {
    const { searches, sent } = preparing(JOB);
    const key = searches.add(REQUEST);
    const both = await Promise.all([searches.submit(key, {}), searches.submit(key, {})]);
    expect([...both, await searches.submit(key, { fresh: true })]).toEqual([JOB, JOB, JOB]);
    expect(sent).toHaveLength(1);
  });

  it('is sent again after a failure that cost nothing, with what the person agreed to', async () => {
    const { searches, sent } = preparing(OVER_CAP, JOB);
    const key = searches.add(REQUEST);
    await expect(searches.submit(key, {})).rejects.toBe(OVER_CAP);
    expect(await searches.submit(key, { overCap: true })).toEqual(JOB);
    expect(sent).toEqual([{}, { overCap: true }]);
  });

  it.each([
    ['may have cost something', LOST],
    ['nobody foresaw', new Error('a defect')],
  ])('is not sent again after a failure that %s', async (_what, failure) => {
    const { searches, sent } = preparing(failure, JOB);
    const key = searches.add(REQUEST);
    for (const consent of [{}, { acceptPossibleDoubleCharge: true }])
      await expect(searches.submit(key, consent)).rejects.toBe(failure);
    expect(sent).toHaveLength(1);
  });

  it('is another than an equal one: each form has a key of its own', async () => {
    const { searches, sent } = preparing(JOB, { ref: 'J1', reused: true });
    const [one, other] = [searches.add(REQUEST), searches.add(REQUEST)];
    expect(one).not.toBe(other);
    await searches.submit(one, {});
    expect(await searches.submit(other, {})).toEqual({ ref: 'J1', reused: true });
    expect(sent).toHaveLength(2);
  });

  it('is dropped when a thousand newer ones wait; its form then sends nothing', async () => {
    const { searches, sent } = preparing(JOB);
    const key = searches.add(REQUEST);
    for (let index = 0; index < 1_000; index += 1) searches.add(REQUEST);
    expect(() => searches.find(key)).toThrow('no longer known');
    expect(() => searches.submit(key, {})).toThrow('Nothing was sent');
    expect(sent).toEqual([]);
  });
});
