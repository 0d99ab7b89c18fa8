const RUNS = process.env.PAPERQUEUE_TEST_RUNS;

/** Whether there is time to repeat a rule for further commands, orders or formats (`PAPERQUEUE_TEST_RUNS=1`). */
export const IS_DEEP = RUNS !== undefined;

/** More than 1 in `npm run test:long properties`, which looks for faults that the gate has no time to find. */
const FACTOR = Number(RUNS ?? 1);

/**
 * Whether everything is tried that `runs` and `some` are given, and not a share of it. Of a quick file `npm test` tries
 * a share and the gate all (`npm run test:long whole`); of a slow one the gate a share and deep runs all.
 */
export const IS_WHOLE = IS_DEEP || process.env.PAPERQUEUE_TEST_WHOLE !== undefined;
/** One of so many; vitest.config.ts has that of quick files. */
const SHARE = Number(process.env.PAPERQUEUE_TEST_SHARE ?? 4);

/**
 * The seed of properties: always the same, so that a commit passes always or never, but another each time in `npm run
 * test:long properties`. fast-check prints the seed with its finding.
 */
export const SEED = RUNS === undefined ? 20_261_122 : Date.now() % 2 ** 31;

/** How often a property is tried, or how many records are generated: `count`, or the share of it. */
export const runs = (count: number): number => (IS_WHOLE ? count * FACTOR : Math.ceil(count / SHARE));

/** Cases of a table that are alike: all, or the share of them: each `nth`, beginning with the one at `first`. */
export function some<T>(cases: readonly T[], { nth = SHARE, first = 0 } = {}): T[] {
  return IS_WHOLE ? [...cases] : cases.filter((_case, at) => at % nth === first % nth);
}
