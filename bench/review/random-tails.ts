import { seededNumbers } from '../../src/review/seeded-numbers.ts';
import { neededOfRandomTail } from '../../src/review/stopping/random-tail.ts';

/** A tail begins after a run of irrelevant records as long as this share of all. */
const RUN_SHARE = 0.1;

/**
 * The end of a screening that follows the ranking until a tenth of all records in a row was irrelevant, and then reads
 * the rest in random order until its certificate holds.
 */
export function endOfRandomTail(
  labels: readonly (0 | 1)[],
  target: number,
  seed: number,
): { screened: number; recall: number } {
  let after = 0;
  for (let run = 0; after < labels.length && run < RUN_SHARE * labels.length; after++)
    run = labels[after] === 1 ? 0 : run + 1;
  const before = labels.slice(0, after).filter((label) => label === 1).length;
  const relevant = labels.filter((label) => label === 1).length;
  const random = seededNumbers(seed);
  const tail = labels
    .slice(after)
    .map((label) => ({ label, key: random() }))
    .sort((a, b) => a.key - b.key);
  const needed = neededOfRandomTail({ records: tail.length, relevantBefore: before }, target, 0.95, relevant - before);
  let read = 0;
  let found = 0;
  while (read < tail.length && read < (needed[found] as number)) found += tail[read++]?.label as number;
  return { screened: after + read, recall: (before + found) / relevant };
}
