import { fieldsOf, idOf, listOf, textOf } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { metadataFromSemanticScholar } from '../../papers/formats/read/semantic-scholar.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { failed, failureOf, jsonOf } from '../failures.ts';
import { countOf, parameterOf, withParameters } from '../parameters.ts';
import type { Failed, PaperSource, SourceAnswer, SourcePage, SourceQuery, SourceRequest } from '../source.ts';
import { anyKeyword, bestWords, fewerWords, filterParameters, keywordsOf } from './query.ts';
import { batchLookUp, bulkSearch, isBulk, rankedSearch, relatedRequest } from './requests.ts';

/**
 * Semantic Scholar: the only source of one-sentence summaries and influential citations. Without a key all callers of
 * the world share one allowance, which is usually used up.
 */

/** The ranked search answers pages of a hundred, a thousand results in all. */
const PAGE = 100;
const MAX_RANKED_RESULTS = 1_000;
/** With abstracts; its own limit is 500 numbers or 10 MB. */
const MAX_IDS = 100;

export const semanticScholar: PaperSource = {
  name: 'semanticscholar',
  title: 'Semantic Scholar',
  weight: 1,
  // A key has one request a second, over all kinds of requests together.
  paceMs: 1_100,
  timeoutMs: 15_000,
  // Its own limit is 10 MB.
  maxBytes: 12 * 1024 * 1024,
  maxRequests: 6,
  cannotAnswer(question) {
    return bestWords(question) ? undefined : 'the question has no words to search for';
  },
  search(question, settings) {
    const filters = filterParameters(question.filters);
    const keywords = anyKeyword(question);
    if (keywords !== undefined) return bulkSearch(settings, keywords, filters);
    return rankedSearch(settings, bestWords(question) ?? '', pageSize(question.count, 0), filters);
  },
  readPage(answer, request, question) {
    const results = readResults(answer, request);
    if ('failure' in results) return results;
    return isBulk(request) ? bulkPage(results, request, question) : rankedPage(results, request, question);
  },
  lookUp: {
    kinds: ['doi', 'arxiv', 'pmid'],
    // It alone counts these.
    completes: ['influentialCitationCount'],
    maxIds: MAX_IDS,
    request: batchLookUp,
    read: readBatch,
  },
  related: { request: relatedRequest, read: readRelated },
};

function pageSize(count: number, offset: number): number {
  return Math.max(1, Math.min(PAGE, Math.min(count, MAX_RANKED_RESULTS) - offset));
}

type Results = { papers: unknown[]; total?: number; next?: number; token?: string };

/** `data` is left out when there is nothing, and null where a publisher does not allow it to be told. */
function readResults(answer: SourceAnswer, request?: SourceRequest): Results | Failed {
  const failure = failureOfAnswer(answer, request);
  if (failure) return failure;
  const parsed = jsonOf(answer);
  const json = fieldsOf(parsed);
  const { data } = json;
  if (json !== parsed || !Array.isArray(data ?? [])) return { failure: 'unreadable' };
  const total = countOf(json.total);
  if (data === undefined && total === undefined) return failureWithin(json);
  const next = countOf(json.next);
  const token = textOf(json.token);
  return {
    papers: listOf(data),
    ...omitUndefined({ total, next, token }),
  };
}

/** An error's body under status 200; what is neither that nor results is not from Semantic Scholar. */
function failureWithin(json: Record<string, unknown>): Failed {
  if (idOf(json.code) === '429') return { failure: 'rate limited' };
  return { failure: (textOf(json.error) ?? textOf(json.message)) ? 'refused' : 'unreadable' };
}

/** 403 is how it answers a wrong key, which only what is read without its request may have lacked. */
function failureOfAnswer(answer: SourceAnswer, request?: SourceRequest): Failed | undefined {
  const hadKey = request === undefined || request.headers?.['x-api-key'] !== undefined;
  return answer.status === 403 && hadKey ? failed('key refused') : failureOf(answer);
}

function rankedPage(results: Results, request: SourceRequest, question: SourceQuery): SourcePage {
  const { papers, total, next } = results;
  const offset = countOf(parameterOf(request, 'offset')) ?? 0;
  const page = { records: recordsOf(papers), ...omitUndefined({ total }) };
  if (papers.length === 0) {
    const fewer = offset === 0 ? fewerWords(parameterOf(request, 'query') ?? '') : undefined;
    return fewer === undefined ? page : { ...page, next: withParameters(request, { query: fewer }) };
  }
  // `total` is a guess, often too high; only `next` tells that there is more.
  if (next === undefined || next <= offset || next >= Math.min(question.count, MAX_RANKED_RESULTS)) return page;
  return { ...page, next: withParameters(request, { offset: next, limit: pageSize(question.count, next) }) };
}

/**
 * The search without rank gives the most cited of what has any of the keywords. Those that have more of them come first
 * here, in the title before the abstract; among equals the more cited. No more than were asked for are kept.
 */
function bulkPage(results: Results, request: SourceRequest, question: SourceQuery): SourcePage {
  const { papers, total, token } = results;
  const keywords = keywordsOf(question).map(searchable);
  const weighed = recordsOf(papers).map((record) => ({ record, weight: weigh(record, keywords) }));
  weighed.sort((one, other) => other.weight - one.weight);
  const records = weighed.slice(0, question.count).map(({ record }) => record);
  const goesOn = token !== undefined && token !== parameterOf(request, 'token') && papers.length > 0;
  return {
    records,
    ...omitUndefined({ total }),
    ...(goesOn && records.length < question.count && { next: withParameters(request, { token }) }),
  };
}

function weigh(record: PaperInput, keywords: readonly string[]): number {
  const title = searchable(record.title ?? '');
  const abstract = searchable(record.abstract ?? '');
  return keywords.reduce((sum, word) => sum + (title.includes(word) ? 2 : abstract.includes(word) ? 1 : 0), 0);
}

/** Words begin at a blank; their ends are left open, so that a plural is found. */
function searchable(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()}`;
}

function recordsOf(papers: readonly unknown[]): PaperInput[] {
  const records = papers.map((paper) => metadataFromSemanticScholar(fieldsOf(paper)));
  return records.filter(({ title, abstract }) => title || abstract);
}

/** Positions are those of the ids, null where one is unknown. When none is known, all are refused with a 400. */
function readBatch(answer: SourceAnswer): SourcePage {
  const parsed = jsonOf(answer);
  const { error } = fieldsOf(parsed);
  // The status is that of every wrong request: only the text tells the difference.
  if (answer.status === 400 && /^no valid paper ids/i.test(textOf(error) ?? '')) return { records: [] };
  const failure = failureOfAnswer(answer);
  if (failure) return failure;
  return Array.isArray(parsed) ? { records: recordsOf(parsed) } : failureWithin(fieldsOf(parsed));
}

/**
 * A list of links whose other end is the paper, or plain papers under their own name; a work that is not known has
 * none.
 */
function readRelated(answer: SourceAnswer, request: SourceRequest): SourcePage {
  const json = fieldsOf(jsonOf(answer));
  if (answer.status === 404 && textOf(json.error)) return { records: [] };
  if (Array.isArray(json.recommendedPapers) && answer.status === 200) {
    return { records: recordsOf(json.recommendedPapers) };
  }
  const results = readResults(answer, request);
  if ('failure' in results) return results;
  return {
    records: recordsOf(
      results.papers.map(fieldsOf).map(({ citedPaper, citingPaper }) => fieldsOf(citedPaper ?? citingPaper)),
    ),
  };
}
