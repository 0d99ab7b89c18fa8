import type { Filters } from '../../contract/filters.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { IndexSnapshot } from '../../library/engine/index/index-reader.ts';
import { toIndexed } from '../../library/engine/index/indexed-paper.ts';
import { memorySegment } from '../../library/engine/index/segment/memory-segment.ts';
import { compileFilters } from '../../library/engine/rank/compile-filters.ts';
import { NEIGHBOUR_SMOOTHING } from '../../library/engine/rank/constants.ts';
import { feedbackShare } from '../../library/engine/rank/pseudo-relevance-feedback.ts';
import { rank } from '../../library/engine/rank/ranker.ts';
import { type BackgroundStatistics, statisticsAgainst } from '../../library/engine/rank/statistics.ts';
import { type WeightedQuery, type WeightedTerm, weighQuery } from '../../library/engine/rank/weighted-query.ts';
import { usedFilters } from '../../papers/filters/filter-check.ts';
import { toFilterValues, type UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import type { Paper } from '../../papers/paper.ts';
import type { Query } from '../../papers/query/query.ts';
import type { RequestChange } from '../../wording/notes/source-outcomes.ts';
import { CollectionError } from '../collection/collection-error.ts';
import type { Collection, CountQuery, Coverage } from '../collection/collection-port.ts';
import type { SourceOutcome } from '../sources/runner.ts';
import type { Translation } from '../sources/source.ts';

/** Candidates that the engine returns for one query, before our own ranking. More would hardly change the best 300. */
const CANDIDATES = 1_000;
/** Top papers without the filters, used only for feedback. */
const FEEDBACK_CANDIDATES = 400;
/** Extra papers beyond those requested: live sources may know more about them, and change their order. */
const SPARE = 100;
/** Maximum terms of a query to the engine. */
const MAX_TERMS = 112;

export type CollectionOutcome = {
  outcome: SourceOutcome;
  background?: BackgroundStatistics;
  /** For each filter, how many papers with words of the search it excludes only because a field is unknown. */
  unknown?: UnknownFacts;
};

/**
 * Searches the collection: the engine returns candidates twice (before and after feedback), and we rank them with the
 * statistics of the whole collection. Never rejects. A failed outcome keeps the results found before.
 */
export async function searchCollection(
  collection: Collection,
  query: Query,
  signal: AbortSignal,
): Promise<CollectionOutcome> {
  const none = { source: 'collection', records: [], requests: 1, fromCache: 0 } as const;
  try {
    const { papers, total, answers, background, unknown } = await rankCandidates(collection, query, signal);
    const strategy = query.strategy && { translation: WORDS_ONLY };
    const outcome = {
      ...none,
      requests: 2,
      records: papers,
      total,
      endedAt: Date.now(),
      ...strategy,
      ...missing(answers),
    };
    return { outcome, background, unknown };
  } catch (error) {
    if (!(error instanceof CollectionError)) throw error;
    const { failure, detail } = error;
    return { outcome: { ...none, records: [], failure, ...omitUndefined({ detail }) } };
  }
}

/** How many papers of the collection contain any word of a search, and how many contain all words of each keyword. */
export type CollectionCounts = {
  hits?: number;
  keywords?: Record<string, number>;
  changes: RequestChange[];
} & Pick<SourceOutcome, 'failure' | 'detail'>;

/** Counts without searching. Never rejects because of the engine. */
export async function countInCollection(
  collection: Collection,
  query: Query,
  signal: AbortSignal,
): Promise<CollectionCounts> {
  const { filters } = query;
  const changes: RequestChange[] = query.strategy === undefined ? [] : ['words-only'];
  try {
    const { background, hits, counts } = await withCounts(collection, query, signal);
    const weighted = weighQuery(query, statisticsAgainst({ segments: [] }, background));
    const keywords = query.strategy === undefined && weighted.keywords.length > 1 ? weighted.keywords : [];
    const answers = await collection.count(
      keywords.map(({ terms }) => ({ all: [...new Set(terms)], ...chosenBy(filters) })),
      signal,
    );
    const named = keywords.map(({ keyword }, index): [string, number] => [keyword, answers[index]?.papers ?? 0]);
    return {
      hits,
      ...(named.length > 0 && { keywords: Object.fromEntries(named) }),
      // The engine does not know word positions.
      changes: keywords.some(({ terms }) => terms.length > 1) ? [...changes, 'words-apart' as const] : changes,
      ...missing([...counts, ...answers]),
    };
  } catch (error) {
    if (!(error instanceof CollectionError)) throw error;
    return { changes, failure: error.failure, ...omitUndefined({ detail: error.detail }) };
  }
}

function chosenBy(filters: Filters): Pick<CountQuery, 'filters'> {
  return usedFilters(filters).length > 0 ? { filters: toFilterValues(filters) } : {};
}

const WORDS_ONLY: Translation = { changes: ['words-only'], isWider: true };

/** What the answers report about papers that were not searched. */
function missing(answers: readonly Coverage[]): Pick<SourceOutcome, 'failure' | 'detail'> {
  const cut = answers.find(({ shards, isTimedOut }) => shards.failed > 0 || isTimedOut);
  if (!cut) return {};
  const { failed, total } = cut.shards;
  const detail = failed > 0 ? { failedShards: failed, of: total } : 'time-over';
  return { failure: 'incomplete', detail };
}

/** `answers`: all answers of the engine, including counts. */
type Candidates = {
  papers: Paper[];
  /** How many papers contain a word of the search and meet the filters: the number in a dry run. */
  total: number;
  answers: Coverage[];
  background: BackgroundStatistics;
  unknown: UnknownFacts;
};

/** The best papers, best first. */
export async function rankCandidates(collection: Collection, asked: Query, signal: AbortSignal): Promise<Candidates> {
  const { filters } = asked;
  const { background, hits: total, counts } = await withCounts(collection, asked, signal);
  const query = weighQuery(asked, statisticsAgainst({ segments: [] }, background));
  const count = Math.max(CANDIDATES, filters.limit + SPARE);
  const isFiltered = usedFilters(filters).length > 0;
  const selection = { ...(isFiltered && { filters: toFilterValues(filters) }), count };
  const queries = [
    ...(isFiltered ? [{ terms: query.terms, count: FEEDBACK_CANDIDATES }] : []),
    { terms: query.terms, ...selection },
  ];
  const words = query.terms.flatMap(({ term, weight }) => (weight > 0 ? [term] : []));
  const [lists, counted] = await Promise.all([
    collection.candidates(queries, signal),
    isFiltered && words.length > 0 ? collection.countUnknown(words, toFilterValues(filters), signal) : undefined,
  ]);
  const beside = { background, total, unknown: counted?.unknown ?? {} };
  const answered = [...counts, ...(counted ? [counted] : [])];
  const pool = new Map(lists.flatMap(({ papers }) => papers.map((paper) => [paper.key, paper])));
  if (asked.strategy)
    return { papers: rankPool(pool, query, background, filters, false), answers: [...answered, ...lists], ...beside };
  const terms = withFeedback(pool, query, background);
  lists.push(...(await collection.candidates([{ terms, ...selection }], signal)));
  for (const paper of lists.at(-1)?.papers ?? []) pool.set(paper.key, paper);
  return { papers: rankPool(pool, query, background, filters, true), answers: [...answered, ...lists], ...beside };
}

/**
 * Adds the number of papers with all terms of each keyword, which only the engine can count, and counts the hits:
 * papers that meet the filters and contain a word of the search.
 */
async function withCounts(
  collection: Collection,
  query: Query,
  signal: AbortSignal,
): Promise<{ background: BackgroundStatistics; hits: number; counts: Coverage[] }> {
  const background = await collection.background(signal);
  const single = (terms: readonly string[]) => (terms.length === 1 ? background.documentFrequency(terms[0] ?? '') : 0);
  const uncounted = { ...background, countWithAll: single };
  const { keywords, terms: weighted } = weighQuery(query, statisticsAgainst({ segments: [] }, uncounted));
  const sets = keywords.flatMap(({ terms }) => (new Set(terms).size > 1 ? [[...new Set(terms)]] : []));
  const any = weighted.map(({ term }) => term);
  const counts = await collection.count(
    [...sets.map((all) => ({ all })), ...(any.length > 0 ? [{ any, ...chosenBy(query.filters) }] : [])],
    signal,
  );
  const hits = any.length > 0 ? (counts[sets.length]?.papers ?? 0) : 0;
  // A count above the number of papers would give zero or negative weight.
  const countOf = (index: number) => Math.min(counts[index]?.papers ?? 0, background.papers);
  const byTerms = new Map(sets.map((terms, index) => [terms.join(' '), countOf(index)]));
  const countWithAll = (terms: readonly string[]) =>
    byTerms.get([...new Set(terms)].join(' ')) ?? single([...new Set(terms)]);
  return { background: { ...background, countWithAll }, hits, counts };
}

/** The terms of the query and of its top papers, each side with its share of the score. */
function withFeedback(
  pool: ReadonlyMap<string, Paper>,
  query: WeightedQuery,
  background: BackgroundStatistics,
): WeightedTerm[] {
  const snapshot = snapshotOf(pool);
  const options = { count: NEIGHBOUR_SMOOTHING.papers, accept: () => undefined };
  const { related } = rank(snapshot, query, statisticsAgainst(snapshot, background), options);
  const sums = new Map<string, WeightedTerm>();
  for (const [terms, share] of [
    [query.terms, 1 - feedbackShare(query)],
    [related, feedbackShare(query)],
  ] as const) {
    const total = terms.reduce((sum, { weight }) => sum + weight, 0);
    for (const each of terms) {
      const weight = (sums.get(each.term)?.weight ?? 0) + (share * each.weight) / total;
      sums.set(each.term, { ...each, weight });
    }
  }
  return [...sums.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_TERMS);
}

function rankPool(
  pool: ReadonlyMap<string, Paper>,
  query: WeightedQuery,
  background: BackgroundStatistics,
  filters: Filters,
  feedback: boolean,
): Paper[] {
  const papers = [...pool.values()];
  const snapshot = snapshotOf(pool);
  const options = {
    // More than the limit, because papers that do not meet the strategy are dropped later.
    count: feedback ? filters.limit + SPARE : papers.length,
    accept: (segment: IndexSnapshot['segments'][number]) => compileFilters(filters, segment),
    feedback,
  };
  const { hits } = rank(snapshot, query, statisticsAgainst(snapshot, background), options);
  return hits.map(({ id }) => papers[id - 1] as Paper);
}

function snapshotOf(pool: ReadonlyMap<string, Paper>): IndexSnapshot {
  const papers = [...pool.values()].map((paper, index) => toIndexed(paper, index + 1));
  return { segments: [memorySegment(papers)] };
}
