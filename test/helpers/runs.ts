/** More than 1 in `npm run test:properties`, which looks for what `npm test` has no time to find. */
const FACTOR = Number(process.env.PAPERQUEUE_TEST_RUNS ?? 1);

/** How often a property is tried, or how many records are generated: `count` in `npm test`. */
export const runs = (count: number): number => count * FACTOR;
