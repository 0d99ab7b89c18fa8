import type { Filters } from '../../../contract/filters.ts';
import { addTo } from '../../../lib/groups.ts';
import type { SegmentReader } from '../../../library/engine/index/index-reader.ts';
import { compileFilters } from '../../../library/engine/rank/compile-filters.ts';
import { strategyCandidates } from '../../../library/engine/rank/strategy-candidates.ts';
import type { Library } from '../../../library/library.ts';
import { usedFilters } from '../../../papers/filters/filter-meaning.ts';
import { partsOfStrategy, type Query } from '../../../papers/query/query.ts';
import { matchQuery } from '../../../papers/relevance/match.ts';
import { readQueryTerms } from '../../../papers/relevance/query-terms.ts';
import { compileStrategy } from '../../../papers/strategy/predicate.ts';
import type { StrategyNode } from '../../../papers/strategy/strategy-tree.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import { searchedSegments } from '../library-search.ts';
import { keywordCandidates } from './keyword-candidates.ts';
import { readCandidates } from './read-candidates.ts';

/** `read` of `of` candidates: if they differ, the counts are those among the papers read. */
type StrategyCounts = { counts: number[]; read: number; of: number };

/** Counting ends early when `isOver` returns true. `withStarter`: includes the bundled starter papers. */
type CountOptions = { isOver: () => boolean; withStarter: boolean };

/**
 * How many papers of the library meet the filters and each of some strategies. A paper is read once for all of them,
 * yielding between papers.
 */
export async function countStrategies(
  library: Library,
  nodes: readonly StrategyNode[],
  filters: Filters,
  { isOver, withStarter }: CountOptions,
): Promise<StrategyCounts> {
  const tests = nodes.map(compileStrategy);
  const candidates = library.search((snapshot) =>
    candidatesOf(searchedSegments(library, snapshot, withStarter), nodes, filters),
  );
  const counts = nodes.map(() => 0);
  const read = await readCandidates(library, candidates.keys(), isOver, (paper, id) => {
    for (const index of candidates.get(id) ?? []) {
      if (tests[index]?.(paper) === 'met') counts[index] = (counts[index] ?? 0) + 1;
    }
  });
  return { counts, read, of: candidates.size };
}

/** Time limit of the counts of a search. */
const BUDGET_MS = 6_000;

/** How many papers have each concept of a strategy that no paper meets; at least so many if the time is over. */
export async function countParts(
  library: Library,
  query: Query,
  { withStarter, signal }: { withStarter: boolean; signal: AbortSignal },
): Promise<SearchNote[]> {
  const { concepts } = partsOfStrategy(query);
  if (concepts.length === 0) return [];
  const end = performance.now() + BUDGET_MS;
  const isOver = () => signal.aborted || performance.now() > end;
  const nodes = concepts.map(({ node }) => node);
  const { counts, read, of } = await countStrategies(library, nodes, query.filters, { isOver, withStarter });
  const parts = concepts.map(({ name }, index) => ({ part: name, papers: counts[index] ?? 0 }));
  const isFiltered = usedFilters(query.filters).length > 0;
  return [{ kind: 'strategy-parts', parts, ...(read < of && { isAtLeast: true }), ...(isFiltered && { isFiltered }) }];
}

/** The papers that the index does not exclude, each with the strategies that it may meet. */
function candidatesOf(
  segments: readonly SegmentReader[],
  nodes: readonly StrategyNode[],
  filters: Filters,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const segment of segments) {
    const accept = compileFilters(filters, segment);
    const lists = nodes.map((node) => strategyCandidates(node, segment));
    for (let docId = 0; docId < segment.maxDoc; docId += 1) {
      if (segment.isDeleted(docId) || (accept && !accept(docId))) continue;
      const possible = [...lists.keys()].filter((index) => lists[index]?.[docId] !== 0);
      if (possible.length > 0) found.set(segment.ids[docId] as number, possible);
    }
  }
  return found;
}

/** `read` of `of` papers with a word of a keyword: if they differ, the counts are those among the papers read. */
type KeywordCounts = { keywords: Record<string, number>; read: number; of: number };

/**
 * How many of the library's `hits` contain each keyword, counted as in the search's answer: its words together, or
 * another of its names. Undefined without keywords.
 */
export async function countKeywords(
  library: Library,
  query: Query,
  hits: ReadonlySet<number>,
  { isOver, withStarter }: CountOptions,
): Promise<KeywordCounts | undefined> {
  const question = readQueryTerms(query);
  if (query.keywords.length === 0 || !question) return undefined;
  const candidates = new Set(
    question.keywords
      .flatMap((keyword) => [...keywordCandidates(library, keyword, query.filters, { withStarter })])
      .filter((id) => hits.has(id)),
  );
  const counts = new Map(question.keywords.map(({ keyword }) => [keyword, 0]));
  const read = await readCandidates(library, candidates, isOver, (paper) => {
    for (const keyword of matchQuery(question, paper).keywords) addTo(counts, keyword);
  });
  return { keywords: Object.fromEntries(counts), read, of: candidates.size };
}
