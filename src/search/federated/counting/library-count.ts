import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeywordCount } from '../../../contract/answers.ts';
import type { Library } from '../../../library/library.ts';
import type { FoundPaper } from '../../../papers/found-paper.ts';
import type { Query } from '../../../papers/query/query.ts';
import type { FoundWork } from '../../../papers/works/found-work.ts';
import { isStarterOnly, visitHits } from '../library-search.ts';
import { countMissing } from './count-keywords.ts';
import { countStrategies } from './count-strategies.ts';

/** What the library has of a search, of which an answer shows the best. */
type LibraryCount = {
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

/** The papers of the library that a search finds. Those that sources gave as well are counted with its hits, too. */
export type StoredHits = {
  hits: number;
  isAtLeast: boolean;
  inSources: number;
  /** Papers of the answer that the library found. */
  gave: number;
  /** Of those that no source gave: in the answer, and left out because they have too little of what was asked. */
  returned: number;
  unfit: number;
  /** Papers in the answer or left out that have no word of the search: they are much like the best. */
  alike: number;
  /** How many papers have keywords that none of the answer has. */
  together: KeywordCount[];
};

/** Papers of an answer, ids of the library for their keys, and those of papers found there and left out. */
type Ranked = { papers: readonly FoundPaper[]; ids: ReadonlyMap<string, number>; unfit: ReadonlySet<number> };

/** What is counted is what a dry run counts; where no source gave works, the starter catalogue may be all there is. */
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
  // Whatever was found by a strategy meets it, also where the time was over before it was counted.
  const alike = query.strategy ? 0 : shown - ofReturned - ofUnfit;
  const hits = Math.max(counted.hits, inSources + shown - alike);
  const { isAtLeast } = counted;
  await nextTurn();
  const together = await countMissing(library, query, papers, { withStarter, signal });
  const gave = returned.size + Math.min(ofBoth, both.length);
  return { hits, isAtLeast, inSources, gave, returned: returned.size, unfit: unfit.size, alike, together };
}
