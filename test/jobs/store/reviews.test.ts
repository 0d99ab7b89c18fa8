import { describe, expect, it } from 'vitest';
import type { ReviewStore } from '../../../src/jobs/ports/reviews.ts';
import { openJobStore } from '../../../src/jobs/store/job-store.ts';
import { type LogEnd, sealEvents } from '../../../src/platform/sealed-log.ts';
import type { ReviewAct } from '../../../src/review/events.ts';
import { createReviewLog } from '../../../src/review/screening/review-log.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANA, BEN, opening } from '../../review/histories.ts';

const at = () => new Date('2026-01-05T09:00:00.000Z');

/** The review of two processes on one folder. */
async function openTwice() {
  const folder = temporaryFolder();
  const [one, two] = [openJobStore(folder, 1), openJobStore(folder, 2)];
  const [first, second] = [createReviewLog(one, at), createReviewLog(two, at)];
  const [open, ...others] = opening({}, 200);
  const ref = await first.create(open ? [open] : [], ANA);
  await first.write(ref, ANA, () => ({ acts: others }));
  return { first, second, one, two, ref, close: () => Promise.all([one.close(), two.close()]) };
}

describe('two writers', () => {
  it('lose no decision and record none twice', async () => {
    const { first, second, ref, close } = await openTwice();
    const decide = (n: number) => () => ({
      acts: [{ what: 'decide', stage: 'title-abstract', ref: `J1-${n}`, decision: 'include' } as const],
    });
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0 ? first.write(ref, ANA, decide(index + 1)) : second.write(ref, BEN, decide(index + 1)),
      ),
    );
    for (const log of [first, second]) {
      const { events, damagedAt } = await log.read(ref);
      expect(damagedAt).toBeUndefined();
      const decided = events.flatMap((event) => (event.what === 'decide' ? [event.ref] : []));
      expect(new Set(decided).size).toBe(100);
      expect(decided).toHaveLength(100);
      expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1));
    }
    await close();
  });

  it('do not add to a log that has gone on in the meantime', async () => {
    const { one, two, close } = await openTwice();
    const store: ReviewStore = one;
    const [, last] = await store.reviewEvents(1, 0);
    const event = { n: (last?.n ?? 0) + 1, text: '{}', hash: 'x' };
    expect(await two.appendEvents(1, [event])).toBe(true);
    expect(await one.appendEvents(1, [event])).toBe(false);
    expect(await one.reviewEvents(1, 2)).toEqual([event]);
    await close();
  });
});

it('an event of a newer version is said of its review alone, which takes no more, and keeps what it has', async () => {
  const { first, one, ref, close } = await openTwice();
  const other = await first.create(opening().slice(0, 1), ANA);
  const sealed = await one.reviewEvents(1, 0);
  const newer = { what: 'adjudicate', ref: 'J1-1' } as unknown as ReviewAct;
  await one.appendEvents(1, sealEvents(sealed.at(-1) as LogEnd, [newer], ANA, at().toISOString()));
  const fresh = createReviewLog(one, at);
  const peeked = await Promise.all((await fresh.refs()).map((each) => fresh.peek(each)));
  expect(peeked.map((each) => [each?.ref, each?.damagedAt, each?.isUnknown])).toEqual([
    [ref, 3, true],
    [other, undefined, undefined],
  ]);
  expect((await fresh.read(ref)).state.records.size).toBe(200);
  const writing = fresh.write(ref, ANA, () => ({ acts: [{ what: 'retrieve', ref: 'J1-1', found: true }] }));
  await expect(writing).rejects.toThrow('unknown to this version');
  await close();
});
