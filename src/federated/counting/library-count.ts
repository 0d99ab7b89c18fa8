import type { Library } from '../../library/library.ts';
import type { Query } from '../../papers/query/query.ts';
import { visitHits } from '../library-search.ts';
import { countStrategies } from './count-strategies.ts';

/** What the library has of a search, of which an answer shows the best. */
export type LibraryCount = {
  /** Papers that meet the filters and have a word of the search, or meet its strategy: what a dry run counts. */
  hits: number;
  /** Not all papers could be tested in time. */
  isAtLeast: boolean;
  /** Of the hits those that are in each of the sets of ids that were asked for. */
  within: number[];
};

/** The most that counting may add to a search with a strategy, whose papers are read one by one. */
const BUDGET_MS = 500;

/** Counts the hits of the library, and those of some sets of ids. */
export async function countLibrary(
  library: Library,
  query: Query,
  sets: readonly ReadonlySet<number>[],
  { withStarter, signal }: { withStarter: boolean; signal: AbortSignal },
): Promise<LibraryCount> {
  const within = sets.map(() => 0);
  const countWithin = (id: number) => {
    for (const [index, ids] of sets.entries()) if (ids.has(id)) within[index] = (within[index] ?? 0) + 1;
  };
  if (!query.strategy) {
    let hits = 0;
    visitHits(library, query, { withStarter }, (id) => {
      hits += 1;
      countWithin(id);
      return true;
    });
    return { hits, isAtLeast: false, within };
  }
  const end = performance.now() + BUDGET_MS;
  const isOver = () => signal.aborted || performance.now() > end;
  const options = { isOver, withStarter, onMet: countWithin };
  const { counts, read, of } = await countStrategies(library, [query.strategy.node], query.filters, options);
  return { hits: counts[0] ?? 0, isAtLeast: read < of, within };
}
