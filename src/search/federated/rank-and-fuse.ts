import type { SourceName } from '../../contract/source-names.ts';
import { toIndexed } from '../../library/engine/index/indexed-paper.ts';
import { memorySegment } from '../../library/engine/index/segment/memory-segment.ts';
import { withoutIds } from '../../library/engine/index/segment/segment-reader.ts';
import { compileFilters } from '../../library/engine/rank/compile-filters.ts';
import type { BackgroundStatistics } from '../../library/engine/rank/statistics.ts';
import type { Library } from '../../library/library.ts';
import {
  judgeFilter,
  toFilterFields,
  toFilterValues,
  type UnknownFacts,
  usedFilters,
} from '../../papers/filters/filter-meaning.ts';
import { sortPapers } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { fuse, type RankedList } from '../../papers/fuse-ranks.ts';
import type { Query } from '../../papers/query/query.ts';
import { type FoundWork, isRanked } from '../../papers/works/found-work.ts';
import { sourceWeight } from '../sources/registry.ts';
import { chooseBest, searchIndex } from './library-search.ts';
import { FIRST_LIVE_ID, strategyFilter } from './strategy/filter.ts';

export type FederatedOutcome = {
  papers: FoundPaper[];
  /** Library ids of papers that only the library returned, by their keys. */
  ids: ReadonlyMap<string, number>;
  /** Numbers of works of the sources: all, those that meet the filters, and those in the answer. */
  fromSources: { works: number; meetFilters: number; returned: number };
  /** For each filter, how many works of the sources it excludes only because a field is unknown. */
  unknown: UnknownFacts;
};

/** Depth of our own ranking in the fusion. Lower papers could not reach a job's 300. */
const OWN_DEPTH = 1_000;
/** Our own ranking covers all papers and counts as much as two sources. */
const OWN_WEIGHT = 2;
/**
 * Ranks works of live sources, joined with the library (`joinWithLibrary`), and the other papers of the library: our
 * own score over titles and abstracts, fused with the ranks of the sources. Filters apply to the merged fields.
 */
export function rankAndFuse(
  library: Library,
  works: readonly FoundWork[],
  query: Query,
  { withLibrary, background }: { withLibrary: boolean; background?: BackgroundStatistics | undefined },
): FederatedOutcome {
  const { filters } = query;
  return library.search((snapshot) => {
    const fullTextOf = library.textWords();
    const live = memorySegment(
      works.map(({ record, replaces = [] }, index) => ({
        ...toIndexed(record, FIRST_LIVE_ID + index),
        fullText: replaces.map(fullTextOf).find((text) => text !== undefined),
      })),
    );
    // Starter papers are excluded, because the sources have found the relevant ones.
    const replaced = new Set([...works.flatMap(({ replaces = [] }) => replaces), ...library.starterIds()]);
    const segments = withLibrary
      ? [...snapshot.segments.map((segment) => withoutIds(segment, replaced)), live]
      : [live];
    const all = { segments };
    const strategy = strategyFilter(library, query);
    const { hits } = searchIndex(all, query, { strategy, background, count: OWN_DEPTH });
    const accept = compileFilters(filters, live) ?? (() => true);
    const lists = [
      { weight: OWN_WEIGHT, ranks: new Map(hits.map(({ id }, index) => [id, index + 1])) },
      ...listsBySource(works, accept),
    ];
    const best = chooseBest(fuse(lists), segments, query);
    const meetFilters = works.filter((_, index) => accept(index)).length;
    const ids = new Map<string, number>();
    const papers = best.flatMap(({ id, score }) => {
      const work = works[id - FIRST_LIVE_ID];
      const record = work?.record ?? library.findById(id);
      if (!record) return [];
      if (!work) ids.set(record.key, id);
      const ranks = work && Object.fromEntries(bestRanks(work).map(({ source, rank }) => [source, rank]));
      return [{ ...record, search: { score: Number(score.toFixed(6)), ...(ranks && { explanation: { ranks } }) } }];
    });
    const sorted = filters.sort === undefined ? papers : sortPapers(papers, filters.sort, (paper) => paper);
    const unknown = countUnknown(works, filters);
    return { papers: sorted, ids, fromSources: countWorks(sorted, works, meetFilters), unknown };
  });
}

/** The number of works of the sources, and of those in an answer; `meetFilters` meet the filters. */
export function countWorks(
  papers: readonly FoundPaper[],
  works: readonly FoundWork[],
  meetFilters: number,
): FederatedOutcome['fromSources'] {
  const keys = new Set(works.map(({ record }) => record.key));
  return { works: works.length, meetFilters, returned: papers.filter(({ key }) => keys.has(key)).length };
}

/** The ranks that sources gave a work: the best of several records; none from a source that only looked it up. */
function bestRanks({ findings }: FoundWork): FoundWork['findings'] {
  const best = new Map<SourceName, number>();
  for (const { source, rank } of findings) best.set(source, Math.min(rank, best.get(source) ?? rank));
  return [...best].map(([source, rank]) => ({ source, rank })).filter(isRanked);
}

/** Fuses the ranks of the sources into scores from 1 down. */
export function fuseSourceRanks<Work extends FoundWork>(works: readonly Work[]): { work: Work; score: number }[] {
  const lists = listsBySource(works, () => true);
  return fuse(lists).map(({ id, score }) => ({
    work: works[id - FIRST_LIVE_ID] as Work,
    score: Number(score.toFixed(6)),
  }));
}

/** The ranks that each source gave to accepted works. */
function listsBySource(works: readonly FoundWork[], accept: (index: number) => boolean): RankedList[] {
  const lists = new Map<SourceName, Map<number, number>>();
  for (const [index, work] of works.entries()) {
    if (!accept(index)) continue;
    for (const { source, rank } of bestRanks(work)) {
      const ranks = lists.get(source) ?? new Map<number, number>();
      lists.set(source, ranks.set(FIRST_LIVE_ID + index, rank));
    }
  }
  return [...lists].map(([source, ranks]) => ({ weight: sourceWeight(source), ranks }));
}

function countUnknown(works: readonly FoundWork[], filters: Query['filters']): UnknownFacts {
  const names = usedFilters(filters);
  const values = toFilterValues(filters);
  const counts: UnknownFacts = {};
  for (const { record } of names.length === 0 ? [] : works) {
    const fields = toFilterFields(record);
    const verdicts = names.map((name) => ({ name, verdict: judgeFilter(fields, name, values) }));
    if (verdicts.some(({ verdict }) => verdict === 'unmet')) continue;
    for (const { name, verdict } of verdicts) if (verdict === 'unknown') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
