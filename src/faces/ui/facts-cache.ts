import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchFacts } from '../../jobs/answers/search-facts.ts';
import type { Features } from '../../jobs/features.ts';

/** After this time facts are counted again, because a newer table of retractions may know more. */
const FRESH_MS = 10 * 60_000;

export type FactsCache = {
  /** What is known without counting: the first count of a search takes half a second. */
  known(ref: string): SearchFacts | undefined;
  /** Counts them; undefined if the search has no papers. Counts one search at a time. */
  count(ref: string): Promise<SearchFacts | undefined>;
};

/** The facts of searches, kept by this process. */
export function createFactsCache(features: Pick<Features, 'jobs'>, now = Date.now): FactsCache {
  const kept = new Map<string, { facts: SearchFacts; at: number }>();
  let turn: Promise<unknown> = Promise.resolve();
  const countNow = async (ref: string) => {
    await nextTurn();
    const facts = (await features.jobs()).searchFacts(ref);
    if (facts) kept.set(ref, { facts, at: now() });
    return facts;
  };
  return {
    known(ref) {
      const { facts, at } = kept.get(ref) ?? {};
      return at !== undefined && now() - at < FRESH_MS ? facts : undefined;
    },
    count(ref) {
      const counted = turn.then(() => countNow(ref));
      turn = counted.catch(() => undefined);
      return counted;
    },
  };
}
