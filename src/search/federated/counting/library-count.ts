import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeywordCount } from '../../../contract/answers.ts';
import type { Library } from '../../../library/library.ts';
import type { FoundPaper } from '../../../papers/found-paper.ts';
import type { Query } from '../../../papers/query/query.ts';
import type { FoundWork } from '../../../papers/works/found-work.ts';
import { isStarterOnly, visitHits } from '../library-search.ts';
import { countMissing } from './count-keywords.ts';
import { countStrategies } from './count-strategies.ts';

/** Counts of the library's papers for a search, of which an answer shows only the best. */
type LibraryCount = {
  /** Papers that meet the filters and contain a word of the search, or meet its strategy: the number in a dry run. */
  hits: number;
  /** Not all papers could be checked in time. */
  isAtLeast: boolean;
  /** The number of hits in each of the given sets of ids. */
  within: number[];
};

/** Time limit for counting in a search with a strategy, whose papers are read one by one. */
const BUDGET_MS = 500;

/** Counts the hits of the library, and those in some sets of ids. */
async function countLibrary(
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

/** The papers of the library that a search finds. Those that sources also returned are included in its hits. */
export type StoredHits = {
  hits: number;
  isAtLeast: boolean;
  inSources: number;
  /** Papers of the answer that the library returned. */
  gave: number;
  /** Of those that no source returned: papers in the answer, and papers excluded because they match too little. */
  returned: number;
  unfit: number;
  /** Papers in the answer or excluded that contain no word of the search: they are similar to the best. */
  alike: number;
  /** How many papers contain keywords that no paper of the answer contains. */
  together: KeywordCount[];
};

/** Papers of an answer, library ids by their keys, and library ids of papers found but excluded. */
type Ranked = { papers: readonly FoundPaper[]; ids: ReadonlyMap<string, number>; unfit: ReadonlySet<number> };

/** Counts the same as a dry run. If no source returned works, the library may consist of the starter catalogue only. */
export async function countStored(
  library: Library,
  works: readonly FoundWork[],
  { papers, ids, unfit }: Ranked,
  query: Query,
  { answered }: { answered: boolean },
  signal: AbortSignal,
): Promise<StoredHits> {
  const given = new Set(works.flatMap(({ replaces = [] }) => replaces));
  const returned = new Set(papers.flatMap(({ key }) => ids.get(key) ?? []));
  const keys = new Set(papers.map(({ key }) => key));
  const both = works.flatMap(({ record, replaces = [] }) => (keys.has(record.key) ? [replaces] : []));
  const withStarter = works.length === 0 && isStarterOnly(library) && !answered;
  const sets = [given, returned, unfit, new Set(both.flat())];
  const counted = await countLibrary(library, query, sets, { withStarter, signal });
  const [inSources = 0, ofReturned = 0, ofUnfit = 0, ofBoth = 0] = counted.within;
  const shown = returned.size + unfit.size;
  // Everything found by a strategy meets it, even if counting ran out of time before.
  const alike = query.strategy ? 0 : shown - ofReturned - ofUnfit;
  const hits = Math.max(counted.hits, inSources + shown - alike);
  const { isAtLeast } = counted;
  await nextTurn();
  const together = await countMissing(library, query, papers, { withStarter, signal });
  const gave = returned.size + Math.min(ofBoth, both.length);
  return { hits, isAtLeast, inSources, gave, returned: returned.size, unfit: unfit.size, alike, together };
}
