import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobRequest } from '../../contract/requests.ts';
import { groupBy } from '../../lib/groups.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { parseQuery } from '../../papers/query/query.ts';
import { type JobMatch, matchJob, matchJobInTurns } from '../../papers/relevance/match.ts';
import { MATCH_CLASSES, type MatchClass } from '../../papers/relevance/match-classes.ts';
import { type ComparedKeyword, type QueryTerms, readQueryTerms } from '../../papers/relevance/query-terms.ts';
import { mapInTurns } from '../../platform/turns.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';

/** How well a stored paper matches the query of its job. */
export type PaperRelevance = JobMatch;

/**
 * How many works of a job match its query, by class, and how many have each keyword. `all`: how many have all keywords,
 * or of a strategy one phrase of each concept (under `each concept` if concepts have alternatives).
 */
export type RelevanceView = Record<MatchClass, number> & { keywords?: Record<string, number> };

/** Jobs with a cached comparison, so that paging does not compare their papers again. */
const MAX_KEPT_JOBS = 100;
const relevanceCache = new WeakMap<StoredJobs, Map<number, PaperRelevance[]>>();

/**
 * Compares the papers of a finished job with its query, in order. Undefined if the query is unknown (a job created
 * elsewhere, or related papers).
 */
export function relevanceOfJob(
  store: StoredJobs,
  job: number,
  papers: readonly FoundPaper[],
): PaperRelevance[] | undefined {
  const known = knownRelevance(store, job, papers);
  if (known) return known;
  const question = readTermsOfJob(store, job);
  return question && keepRelevance(store, job, matchJob(question, papers));
}

function knownRelevance(store: StoredJobs, job: number, { length }: { length: number }): PaperRelevance[] | undefined {
  const cached = relevanceCache.get(store)?.get(job);
  return cached?.length === length ? cached : undefined;
}

function readTermsOfJob(store: StoredJobs, job: number): QueryTerms | undefined {
  const request = store.byNumber(job)?.request;
  return (request && readQueryTerms(parseQuery(request))) ?? undefined;
}

function keepRelevance(store: StoredJobs, job: number, relevance: PaperRelevance[]): PaperRelevance[] {
  const cached = relevanceCache.get(store) ?? new Map<number, PaperRelevance[]>();
  relevanceCache.set(store, cached);
  const [oldest] = cached.keys();
  if (cached.size >= MAX_KEPT_JOBS && oldest !== undefined) cached.delete(oldest);
  cached.set(job, relevance);
  return relevance;
}

/** The query terms of several searches as one question; undefined if none has a comparable word. */
export function readQuestion(requests: readonly JobRequest[]): QueryTerms | undefined {
  const questions = requests.flatMap((request) => readQueryTerms(parseQuery(request)) ?? []);
  const [first] = questions;
  const keywords = questions.flatMap((question) => question.keywords);
  return first && { ...first, keywords, text: questions.flatMap(({ text }) => text) };
}

/**
 * The keywords of several searches that each paper contains, whichever of them found it. In the order of the papers;
 * undefined if no search has keywords.
 */
export function keywordsOfSearches(jobs: readonly JobRecord[], papers: readonly FoundPaper[]): string[][] | undefined {
  const questions = jobs.flatMap(({ request }) => (request && readQueryTerms(parseQuery(request))) ?? []);
  const asking = questions.filter(({ keywords }) => keywords.length > 0);
  if (asking.length === 0) return undefined;
  const matches = asking.map((question) => matchJob(question, papers));
  return papers.map((_, at) => [...new Set(matches.flatMap((relevances) => relevances[at]?.keywords ?? []))]);
}

/**
 * Reads a job's papers and compares them with its query in steps, between which other work runs, so that answers about
 * the job find both cached.
 */
export async function readAhead(store: StoredJobs, { number, status }: JobRecord): Promise<void> {
  if (status !== 'success') return;
  await nextTurn();
  await store.readAhead(number);
  const papers = store.papers(number);
  const question = knownRelevance(store, number, papers) ? undefined : readTermsOfJob(store, number);
  if (!question) return;
  keepRelevance(store, number, await matchJobInTurns(question, papers, mapInTurns));
  await nextTurn();
}

/** The best of several; the first among equals. */
export function bestRelevance(known: readonly PaperRelevance[]): PaperRelevance | undefined {
  const rankMatch = ({ match }: PaperRelevance) => MATCH_CLASSES.indexOf(match);
  return known.reduce<PaperRelevance | undefined>(
    (best, each) => (best === undefined || rankMatch(each) < rankMatch(best) ? each : best),
    undefined,
  );
}

/** Counts over a job's works; undefined if nothing is known about any. */
export function countRelevance(works: readonly PaperRelevance[]): RelevanceView | undefined {
  const [first] = works;
  if (!first) return undefined;
  const counts = Object.fromEntries(
    MATCH_CLASSES.map((name) => [name, works.filter(({ match }) => match === name).length]),
  ) as Record<MatchClass, number>;
  const { keywords } = first.question;
  const names = [...new Set(keywords.map(({ keyword }) => keyword))];
  if (names.length === 0) return counts;
  const having = names.map((name) => [name, works.filter((work) => work.keywords.includes(name)).length]);
  return { ...counts, keywords: { ...Object.fromEntries(having), ...countTogether(works, keywords) } };
}

/** A strategy of one concept requires no combination: any of its phrases suffices. */
function countTogether(works: readonly PaperRelevance[], keywords: readonly ComparedKeyword[]): Record<string, number> {
  const parts = [...groupBy(keywords, (each) => each.concept ?? each).values()];
  const haveAlternatives = parts.some(({ length }) => length > 1);
  if (haveAlternatives && parts.length === 1) return {};
  const together = works.filter(({ keywords: found }) =>
    parts.every((alternatives) => alternatives.some(({ keyword }) => found.includes(keyword))),
  ).length;
  return { [haveAlternatives ? 'each concept' : 'all']: together };
}
