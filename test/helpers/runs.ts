const RUNS = process.env.PAPERQUEUE_TEST_RUNS;

/** Whether there is time to repeat a rule for further commands, orders or formats (`PAPERQUEUE_TEST_RUNS=1`). */
export const IS_DEEP = RUNS !== undefined;

/** More than 1 in `npm run test:long properties`, which looks for faults that `npm test` has no time to find. */
const FACTOR = Number(RUNS ?? 1);

/**
 * The seed of properties: always the same, so that a commit passes always or never, but another each time in `npm run
 * test:long properties`. fast-check prints the seed with its finding.
 */
export const SEED = RUNS === undefined ? 20_261_122 : Date.now() % 2 ** 31;

/** How often a property is tried, or how many records are generated: `count` in `npm test`. */
export const runs = (count: number): number => count * FACTOR;
