import type { Filters } from '../../../contract/filters.ts';
import type { SegmentReader } from '../../../library/engine/index/index-reader.ts';
import { compileFilters } from '../../../library/engine/rank/compile-filters.ts';
import { strategyCandidates } from '../../../library/engine/rank/strategy-candidates.ts';
import type { Library } from '../../../library/library.ts';
import { compileStrategy } from '../../../papers/strategy/predicate.ts';
import type { StrategyNode } from '../../../papers/strategy/strategy-tree.ts';
import { searchedSegments } from '../library-search.ts';
import { readCandidates } from './read-candidates.ts';

/** `read` of `of` candidates: if they differ, the counts are those among the papers read. */
type StrategyCounts = { counts: number[]; read: number; of: number };

type StrategyCountOptions = { isOver: () => boolean; withStarter: boolean };

/**
 * How many papers of the library meet the filters and each of some strategies. A paper is read once for all of them,
 * yielding between papers. Ends early when `isOver` returns true.
 */
export async function countStrategies(
  library: Library,
  nodes: readonly StrategyNode[],
  filters: Filters,
  { isOver, withStarter }: StrategyCountOptions,
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
