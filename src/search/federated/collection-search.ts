import type { Filters } from '../../contract/filters.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { createVectorSegment, type VectorSegment } from '../../library/engine/index/segment/vector-segment.ts';
import { feedbackShare } from '../../library/engine/rank/pseudo-relevance-feedback.ts';
import { rank } from '../../library/engine/rank/ranker.ts';
import { type BackgroundStatistics, collectStatistics } from '../../library/engine/rank/statistics.ts';
import { type WeightedQuery, type WeightedTerm, weighQuery } from '../../library/engine/rank/weighted-query.ts';
import { toFilterValues, type UnknownFacts, usedFilters } from '../../papers/filters/filter-meaning.ts';
import type { Paper } from '../../papers/paper.ts';
import type { Query } from '../../papers/query/query.ts';
import type { RequestChange } from '../../wording/notes/source-outcomes.ts';
import { CollectionError } from '../collection/collection-error.ts';
import type { CandidateQuery, Collection, CountQuery, Coverage, PaperCount } from '../collection/collection-port.ts';
import type { SourceOutcome } from '../sources/runner.ts';

/** Candidates of the first request. Feedback uses the best 20 of them by our own ranking. */
const FEEDBACK_CANDIDATES = 200;
/** Candidates of the second request: 800 find no more of the relevant papers, and 400 fewer. */
const CANDIDATES = 600;
/** Candidates that are tested against a strategy, because the engine can only search for its words. */
const STRATEGY_CANDIDATES = 1_000;
/** Extra papers beyond those requested: live sources may know more about them, and change their order. */
const SPARE = 100;
/** Maximum terms of a query to the engine. */
const MAX_TERMS = 64;

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
  const noRecords = { source: 'collection', records: [], requests: 1, fromCache: 0 } as const;
  try {
    const { papers, total, answers, background, unknown } = await rankCandidates(collection, query, signal);
    const strategy = query.strategy && { translation: WORDS_ONLY };
    const outcome = {
      ...noRecords,
      requests: query.strategy ? 2 : 3,
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
    return { outcome: { ...noRecords, records: [], failure, detail } };
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
    const { background, counts } = await withCounts(collection, query, signal);
    const weighted = weighQuery(query, collectStatistics({ segments: [] }, background));
    const hits = await countHits(collection, weighted, filters, signal);
    const keywords = query.strategy === undefined && weighted.keywords.length > 1 ? weighted.keywords : [];
    const answers = await collection.count(
      keywords.map(({ terms }) => ({ all: [...new Set(terms)], ...filterPart(filters) })),
      signal,
    );
    const named = keywords.map(({ keyword }, index): [string, number] => [keyword, answers[index]?.papers ?? 0]);
    return {
      hits: hits.papers,
      ...(named.length > 0 && { keywords: Object.fromEntries(named) }),
      // The engine does not know word positions.
      changes: keywords.some(({ terms }) => terms.length > 1) ? [...changes, 'words-apart' as const] : changes,
      ...missing([...counts, hits, ...answers]),
    };
  } catch (error) {
    if (!(error instanceof CollectionError)) throw error;
    return { changes, failure: error.failure, detail: error.detail };
  }
}

function filterPart(filters: Filters): Pick<CountQuery, 'filters'> {
  return usedFilters(filters).length > 0 ? { filters: toFilterValues(filters) } : {};
}

const WORDS_ONLY = { changes: ['words-only' as const], isWider: true };

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
export async function rankCandidates(
  collection: Collection,
  parsedQuery: Query,
  signal: AbortSignal,
): Promise<Candidates> {
  const { filters, strategy } = parsedQuery;
  const { background, counts } = await withCounts(collection, parsedQuery, signal);
  const query = weighQuery(parsedQuery, collectStatistics({ segments: [] }, background));
  const pool: Pool = { papers: createVectorSegment(), ids: [], docIds: new Map(), accepted: new Set(), answers: [] };
  const chosen = filterPart(filters);
  const searchTwice = async (signal: AbortSignal) => {
    await addCandidates(pool, collection, { terms: query.terms, count: FEEDBACK_CANDIDATES }, !chosen.filters, signal);
    const count = Math.max(CANDIDATES, filters.limit + SPARE);
    await addCandidates(
      pool,
      collection,
      { terms: withFeedback(pool, query, background), ...chosen, count },
      true,
      signal,
    );
  };
  const strategyQuery = { terms: query.terms, ...chosen, count: STRATEGY_CANDIDATES };
  const [hits, unknown] = await allOrNone(signal, (signal) => [
    countHits(collection, query, filters, signal),
    countUnknown(collection, query, filters, signal),
    strategy ? addCandidates(pool, collection, strategyQuery, true, signal) : searchTwice(signal),
  ]);
  const best = rankPool(pool, query, background, filters, strategy === undefined);
  const whole = await collection.papers(best, signal);
  return {
    papers: best.flatMap((id) => whole.papers.get(id) ?? []),
    total: hits.papers,
    answers: [...counts, hits, ...unknown.answers, ...pool.answers, whole],
    background,
    unknown: unknown.facts,
  };
}

/** Runs requests concurrently. If one fails, aborts the others, waits for them to end, and rejects. */
function allOrNone<All extends readonly unknown[]>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => { [Nth in keyof All]: Promise<All[Nth]> },
): Promise<All> {
  const failed = new AbortController();
  return withDeadline(Number.POSITIVE_INFINITY, [signal, failed.signal], async ({ signal: until }) => {
    const all = start(until);
    try {
      return (await Promise.all(all)) as unknown as All;
    } catch (error) {
      failed.abort(error);
      // Closing the client waits up to a second for unfinished requests.
      await Promise.allSettled(all);
      throw error;
    }
  });
}

/** Candidates by docId; those in `accepted` meet the filters. */
type Pool = {
  papers: VectorSegment;
  ids: string[];
  docIds: Map<string, number>;
  accepted: Set<number>;
  answers: Coverage[];
};

async function addCandidates(
  { papers, ids, docIds, accepted, answers }: Pool,
  collection: Collection,
  query: CandidateQuery,
  meetsFilters: boolean,
  signal: AbortSignal,
): Promise<void> {
  const answer = await collection.candidates(query, signal);
  answers.push(answer);
  for (const { id, vector } of answer.candidates) {
    const docId = docIds.get(id) ?? ids.length;
    if (docId === ids.length) {
      papers.add(vector);
      ids.push(id);
      docIds.set(id, docId);
    }
    if (meetsFilters) accepted.add(docId);
  }
}

/** Adds the number of papers with all terms of each keyword, which only the engine can count. */
async function withCounts(
  collection: Collection,
  query: Query,
  signal: AbortSignal,
): Promise<{ background: BackgroundStatistics; counts: Coverage[] }> {
  const background = await collection.background(signal);
  const single = (terms: readonly string[]) => (terms.length === 1 ? background.documentFrequency(terms[0] ?? '') : 0);
  const uncounted = { ...background, countWithAll: single };
  const { keywords } = weighQuery(query, collectStatistics({ segments: [] }, uncounted));
  const sets = keywords.flatMap(({ terms }) => (new Set(terms).size > 1 ? [[...new Set(terms)]] : []));
  const counts = await collection.count(
    sets.map((all) => ({ all })),
    signal,
  );
  // A count above the number of papers would give zero or negative weight.
  const countOf = (index: number) => Math.min(counts[index]?.papers ?? 0, background.papers);
  const byTerms = new Map(sets.map((terms, index) => [terms.join(' '), countOf(index)]));
  const countWithAll = (terms: readonly string[]) =>
    byTerms.get([...new Set(terms)].join(' ')) ?? single([...new Set(terms)]);
  return { background: { ...background, countWithAll }, counts };
}

/** Counts the papers that meet the filters and contain a word of the search. */
async function countHits(
  collection: Collection,
  query: WeightedQuery,
  filters: Filters,
  signal: AbortSignal,
): Promise<PaperCount> {
  const any = query.terms.map(({ term }) => term);
  const [hits] = any.length > 0 ? await collection.count([{ any, ...filterPart(filters) }], signal) : [];
  return hits ?? { papers: 0, shards: { total: 0, failed: 0 }, isTimedOut: false };
}

async function countUnknown(
  collection: Collection,
  query: WeightedQuery,
  filters: Filters,
  signal: AbortSignal,
): Promise<{ facts: UnknownFacts; answers: Coverage[] }> {
  const words = query.terms.map(({ term }) => term);
  if (words.length === 0 || filterPart(filters).filters === undefined) return { facts: {}, answers: [] };
  const counted = await collection.countUnknown(words, toFilterValues(filters), signal);
  return { facts: counted.unknown, answers: [counted] };
}

/** The terms of the query and of its top papers, each side with its share of the score. */
function withFeedback(pool: Pool, query: WeightedQuery, background: BackgroundStatistics): WeightedTerm[] {
  const snapshot = { segments: [pool.papers.read()] };
  const options = { count: 0, accept: () => undefined };
  const { related } = rank(snapshot, query, collectStatistics(snapshot, background), options);
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

/** The ids of the best candidates that meet the filters, best first. */
function rankPool(
  { papers, ids, accepted }: Pool,
  query: WeightedQuery,
  background: BackgroundStatistics,
  filters: Filters,
  feedback: boolean,
): string[] {
  const snapshot = { segments: [papers.read()] };
  const options = {
    // More than the limit, because papers that do not meet the strategy are dropped later.
    count: feedback ? filters.limit + SPARE : ids.length,
    accept: () => (accepted.size < ids.length ? (docId: number) => accepted.has(docId) : undefined),
    feedback,
  };
  const { hits } = rank(snapshot, query, collectStatistics(snapshot, background), options);
  return hits.map(({ docId }) => ids[docId] as string);
}
