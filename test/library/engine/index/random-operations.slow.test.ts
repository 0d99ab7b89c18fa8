import { expect, it } from 'vitest';
import { emptyTally, runSequence, type Tally, withoutWaitingForTheDisk } from './random-operations.ts';

const SEQUENCES = 60;
const SEED = 20_261_121;

/** `npm run test:long index` runs 10,000 and more of them. */
it(`answers like the naive reference through ${SEQUENCES} sequences of random operations and crashes`, async () => {
  withoutWaitingForTheDisk();
  const tally = emptyTally();
  for (let nth = 0; nth < SEQUENCES; nth += 1) await runSequence(SEED + nth, tally);
  // With this seed everything has happened often: a sequence that stopped trying something would say nothing of it. How
  // often a write falls into a merge varies with the machine.
  const seldom = (Object.entries(tally) as [keyof Tally, number][]).filter(([, count]) => count < 5);
  expect(seldom).toEqual([]);
});
