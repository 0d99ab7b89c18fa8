import type { WirePaper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { SourceName } from '../contract/source-names.ts';
import { fieldBits } from '../engine/index/field-bits.ts';
import type { IndexedPaper, IndexSnapshot } from '../engine/index/index-reader.ts';
import { memorySegment, withoutIds } from '../engine/index/segment/memory-segment.ts';
import { acceptBy } from '../engine/rank/filters.ts';
import { fuse, type RankedList } from '../engine/rank/reciprocal-rank-fusion.ts';
import type { Library } from '../library/library.ts';
import { usedFilters } from '../papers/filters/filter-check.ts';
import { type ChoosingFilter, filterValuesOf, verdictOf } from '../papers/filters/filter-meaning.ts';
import { sortPapers } from '../papers/filters/where-filter.ts';
import type { Paper } from '../papers/paper.ts';
import { toWire } from '../papers/wire.ts';
import { weightOf } from '../sources/registry.ts';
import { type FoundWork, isRanked } from '../works/found-work.ts';
import { searchIndex } from './library-search.ts';

export type FederatedOutcome = {
  papers: WirePaper[];
  /** How many of them the library had, whoever else had them. */
  fromLibrary: number;
  /**
   * How many works of the sources meet the filters as far as is known, and fell because of a fact that is not; per
   * filter.
   */
  unknown: Partial<Record<ChoosingFilter, number>>;
};

/** Ids of the library are below: it counts from 1. */
const FIRST_LIVE_ID = 2 ** 30;
/** So many of our own ranking take part; what stands further down could not rise into a job's 300. */
const OWN_DEPTH = 1_000;
/** Our own ranking sees all that was found and counts as two sources do. */
const OWN_WEIGHT = 2;
/**
 * Ranks works that live sources gave, joined with the library (`joinFound`), beside what else the library has: all by
 * our own score over titles and abstracts, fused with the ranks that the sources gave. Filters look at the merged
 * facts. Joining is a step apart, so that a process can do something else between the two.
 */
export function rankAndFuse(
  library: Library,
  works: readonly FoundWork[],
  { body, filters }: Omit<JobRequest, 'operation'>,
  { withLibrary }: { withLibrary: boolean },
): FederatedOutcome {
  return library.search((snapshot) => {
    const live = memorySegment(works.map(({ record }, place) => toIndexed(record, FIRST_LIVE_ID + place)));
    // The starter papers stand in while nobody else answers; what of them is relevant, the sources have found, too.
    const replaced = new Set([...works.flatMap(({ replaces = [] }) => replaces), ...library.starterIds()]);
    const segments = withLibrary
      ? [...snapshot.segments.map((segment) => withoutIds(segment, replaced)), live]
      : [live];
    const all: IndexSnapshot = { segments };
    const { hits, explainHits } = searchIndex(all, { body, filters }, OWN_DEPTH);
    const lists = [
      { weight: OWN_WEIGHT, ranks: ranksOf(hits.map(({ id }) => id)) },
      ...listsBySource(works, acceptBy(filters, live) ?? (() => true)),
    ];
    const best = fuse(lists).slice(0, filters.limit);
    const hitOf = new Map(hits.map((hit) => [hit.id, hit]));
    const own = best.flatMap(({ id }) => hitOf.get(id) ?? []);
    const explained = new Map(explainHits(own).map((explanation, place) => [own[place]?.id, explanation]));
    let fromLibrary = 0;
    const papers = best.flatMap(({ id, score }) => {
      const work = works[id - FIRST_LIVE_ID];
      const record = work?.record ?? library.findById(id);
      if (!record) return [];
      if (!work || work.replaces?.length) fromLibrary += 1;
      const ranks = work && Object.fromEntries(bestRanks(work).map(({ source, rank }) => [source, rank]));
      const explanation = { ...explained.get(id), ...(ranks && { ranks }) };
      return [{ ...toWire(record, Number(score.toFixed(6))), explanation }];
    });
    const sorted = filters.sort === undefined ? papers : sortPapers(papers, filters.sort, (paper) => paper);
    return { papers: sorted, fromLibrary, unknown: countUnknown(works, filters) };
  });
}

/**
 * The ranks that sources gave a work: of several records of it at one source the best. A source may know a work that it
 * did not find.
 */
function bestRanks({ found }: FoundWork): FoundWork['found'] {
  const best = new Map<SourceName, number>();
  for (const { source, rank } of found) best.set(source, Math.min(rank, best.get(source) ?? rank));
  return [...best].map(([source, rank]) => ({ source, rank })).filter(isRanked);
}

function ranksOf(ids: readonly number[]): Map<number, number> {
  return new Map(ids.map((id, place) => [id, place + 1]));
}

/** Works in the order that the sources give them together, with scores from 1 down. */
export function fuseSourceRanks<Work extends FoundWork>(works: readonly Work[]): { work: Work; score: number }[] {
  const lists = listsBySource(works, () => true);
  return fuse(lists).map(({ id, score }) => ({
    work: works[id - FIRST_LIVE_ID] as Work,
    score: Number(score.toFixed(6)),
  }));
}

/** Of each source the ranks that it gave to works that are accepted, by their place. */
function listsBySource(works: readonly FoundWork[], accept: (place: number) => boolean): RankedList[] {
  const lists = new Map<SourceName, Map<number, number>>();
  for (const [place, work] of works.entries()) {
    if (!accept(place)) continue;
    for (const { source, rank } of bestRanks(work)) {
      const ranks = lists.get(source) ?? new Map<number, number>();
      lists.set(source, ranks.set(FIRST_LIVE_ID + place, rank));
    }
  }
  return [...lists].map(([source, ranks]) => ({ weight: weightOf(source), ranks }));
}

function toIndexed(record: Paper, id: number): IndexedPaper {
  return {
    id,
    title: record.title,
    abstract: record.abstract ?? '',
    summary: record.summary ?? '',
    year: record.year,
    citations: record.citationCount,
    influentialCitations: record.influentialCitationCount,
    references: record.referenceCount,
    publicationType: record.publicationType,
    fieldBits: fieldBits(record.fieldsOfStudy),
    quartile: record.quartile === undefined ? undefined : Number(record.quartile.slice(1)),
    isOpenAccess: record.isOpenAccess,
    isDownloadable: record.downloadable,
  };
}

function countUnknown(works: readonly FoundWork[], filters: JobRequest['filters']): FederatedOutcome['unknown'] {
  const names = usedFilters(filters);
  const values = filterValuesOf(filters);
  const counts: FederatedOutcome['unknown'] = {};
  for (const { record } of names.length === 0 ? [] : works) {
    const verdicts = names.map((name) => ({ name, verdict: verdictOf(record, name, values) }));
    if (verdicts.some(({ verdict }) => verdict === 'unmet')) continue;
    for (const { name, verdict } of verdicts) if (verdict === 'unknown') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
