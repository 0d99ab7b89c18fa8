import type { SourceName } from '../../../contract/source-names.ts';
import { oncePer } from '../../../lib/once.ts';
import type { SegmentReader } from '../../../library/engine/index/index-reader.ts';
import type { AcceptDoc } from '../../../library/engine/rank/compile-filters.ts';
import { strategyCandidates } from '../../../library/engine/rank/strategy-candidates.ts';
import type { Library } from '../../../library/library.ts';
import type { Query } from '../../../papers/query/query.ts';
import { type FoundWork, isRanked } from '../../../papers/works/found-work.ts';

/** Ids from here on belong to works of sources, which were checked before. Ids of the library count from 1. */
export const FIRST_LIVE_ID = 2 ** 30;

/** Restricts the hits of a segment to papers that meet the strategy. */
export type StrategyFilter = (segment: SegmentReader, accept: AcceptDoc | undefined) => AcceptDoc;

/** Verdicts on library papers, shared by all steps of a search: each search parses its strategy into a new object. */
const verdictsOf = oncePer((_strategy: object) => oncePer((_library: Library) => new Map<number, boolean>()));

/** The filter for a query's strategy: candidates from the index, then a check of the papers themselves. */
export function strategyFilter(library: Library, { strategy }: Pick<Query, 'strategy'>): StrategyFilter | undefined {
  if (!strategy) return undefined;
  const { node, test } = strategy;
  const verdicts = verdictsOf(strategy)(library);
  const meets = (id: number): boolean => {
    const earlier = verdicts.get(id);
    if (earlier !== undefined) return earlier;
    const paper = library.findById(id);
    const verdict = paper !== undefined && test(paper) === 'met';
    verdicts.set(id, verdict);
    return verdict;
  };
  return (segment, accept) => {
    const candidates = strategyCandidates(node, segment);
    return (docId) => {
      const id = segment.ids[docId] as number;
      if (accept && !accept(docId)) return false;
      return id >= FIRST_LIVE_ID || (candidates?.[docId] !== 0 && meets(id));
    };
  };
}

/** Number of works that the strategy excluded. */
export type StrategyOutcome = { works: FoundWork[]; unmet: number; unknown: number };

/**
 * Keeps works that meet the strategy, and works from a source that was sent all of it (`exact`): that source may search
 * more than title and abstract.
 */
export function filterByStrategy(
  works: readonly FoundWork[],
  { strategy }: Pick<Query, 'strategy'>,
  exact: ReadonlySet<SourceName>,
): StrategyOutcome {
  if (!strategy) return { works: [...works], unmet: 0, unknown: 0 };
  const outcome: StrategyOutcome = { works: [], unmet: 0, unknown: 0 };
  for (const work of works) {
    const isExact = work.findings.some((finding) => exact.has(finding.source) && isRanked(finding));
    const verdict = isExact ? 'met' : strategy.test(work.record);
    if (verdict === 'met') outcome.works.push(work);
    else outcome[verdict] += 1;
  }
  return outcome;
}
