import type { SourceName } from '../../../contract/source-names.ts';
import { oncePer } from '../../../lib/once.ts';
import type { SegmentReader } from '../../../library/engine/index/index-reader.ts';
import type { AcceptDoc } from '../../../library/engine/rank/compile-filters.ts';
import { strategyCandidates } from '../../../library/engine/rank/strategy-candidates.ts';
import type { Library } from '../../../library/library.ts';
import type { Query } from '../../../papers/query/query.ts';
import { type FoundWork, isRanked } from '../../../papers/works/found-work.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';

/** Ids from here on belong to works of sources, which were checked before. Ids of the library count from 1. */
export const FIRST_LIVE_ID = 2 ** 30;

/** Restricts the hits of a segment to papers that meet the strategy. */
export type StrategyFilter = (segment: SegmentReader, accept: AcceptDoc | undefined) => AcceptDoc;

/** Time for reading papers of the library. The process does nothing else meanwhile. */
const MAX_MS = 10_000;

/**
 * Verdicts on library papers, shared by all steps of a search: each search parses its strategy into a new object. When
 * the time is over, papers that were not read yet do not meet it.
 */
type Verdicts = { met: Map<number, boolean>; spentMs: number; unread: number };
const verdictsOf = oncePer((_strategy: object) =>
  oncePer((_library: Library): Verdicts => ({ met: new Map(), spentMs: 0, unread: 0 })),
);

/** The filter for a query's strategy: candidates from the index, then a check of the papers themselves. */
export function strategyFilter(library: Library, { strategy }: Pick<Query, 'strategy'>): StrategyFilter | undefined {
  if (!strategy) return undefined;
  const { node, test } = strategy;
  const verdicts = verdictsOf(strategy)(library);
  const meets = (id: number): boolean => {
    const earlier = verdicts.met.get(id);
    if (earlier !== undefined) return earlier;
    const isRead = verdicts.spentMs < MAX_MS;
    const startedAt = performance.now();
    const paper = isRead ? library.findById(id) : undefined;
    const verdict = paper !== undefined && test(paper) === 'met';
    verdicts.met.set(id, verdict);
    if (isRead) verdicts.spentMs += performance.now() - startedAt;
    else verdicts.unread += 1;
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

/** Whether a strategy of very common words left no time to read all papers of the library that may meet it. */
export function unreadNote(library: Library, { strategy }: Pick<Query, 'strategy'>): SearchNote[] {
  if (!strategy) return [];
  const { met, unread } = verdictsOf(strategy)(library);
  return unread > 0 ? [{ kind: 'strategy-read-in-part', read: met.size - unread, of: met.size }] : [];
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
