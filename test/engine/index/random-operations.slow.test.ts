import { expect, it } from 'vitest';
import { emptyTally, runSequence, type Tally, withoutWaitingForTheDisk } from './random-operations.ts';

const SEQUENCES = 60;
const SEED = 20_261_121;

/** `npm run test:long index` runs 10,000 and more of them. */
it(`answers like the naive reference through ${SEQUENCES} sequences of random operations and crashes`, async () => {
  withoutWaitingForTheDisk();
  const tally = emptyTally();
  for (let nth = 0; nth < SEQUENCES; nth += 1) await runSequence(SEED + nth, tally);
  // With this seed everything has happened often: a sequence that stopped trying something would say nothing of it.
  const seldom = (Object.entries(tally) as [keyof Tally, number][]).filter(([, count]) => count < 10);
  expect(seldom).toEqual([]);
});
