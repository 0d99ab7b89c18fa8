const RUNS = process.env.PAPERQUEUE_TEST_RUNS;

/** Whether there is time for what repeats the rule for one more command, order or format (`PAPERQUEUE_TEST_RUNS=1`). */
export const IS_DEEP = RUNS !== undefined;

/** More than 1 in `npm run test:long properties`, which looks for what `npm test` has no time to find. */
const FACTOR = Number(RUNS ?? 1);

/**
 * What properties begin from: the same each time, so that a commit passes always or never; another one each time in
 * `npm run test:long properties`. fast-check prints the seed with what it found.
 */
export const SEED = RUNS === undefined ? 20_261_122 : Date.now() % 2 ** 31;

/** How often a property is tried, or how many records are generated: `count` in `npm test`. */
export const runs = (count: number): number => count * FACTOR;
