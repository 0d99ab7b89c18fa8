import { asFields, asId, asList, asText } from '../../../lib/json.ts';
import { omitUndefined } from '../../../lib/omit-undefined.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { cleanLine } from '../../../papers/text.ts';
import { parseCount, readParameter, withParameters } from '../parameters.ts';
import type {
  DescribedSource,
  Failed,
  FoundPassage,
  IdentifiedPaper,
  SourceAnswer,
  SourcePage,
  SourceRequest,
  SourceSearch,
  SourceSettings,
} from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';
import { strategyQuery, translate } from '../translate.ts';
import {
  citations,
  failureOfAnswer,
  failureWithin,
  type Results,
  readResults,
  recordsOf,
} from './semanticscholar-answers.ts';
import {
  anyKeyword,
  BULK_DIALECT,
  chooseWords,
  dropWords,
  filterParameters,
  listKeywords,
} from './semanticscholar-query.ts';
import {
  batchLookUp,
  bulkSearch,
  isBulk,
  rankedSearch,
  relatedRequest,
  writeRequest,
} from './semanticscholar-requests.ts';

/** The snippet search: excerpts of about 500 words from open papers' bodies, compared with the query by meaning. */

/** A request may name about 100 papers. */
const MAX_SNIPPET_PAPERS = 100;

/** Requests passages from these papers only; undefined if none has an identifier that the list can contain. */
function snippetSearch(
  papers: readonly IdentifiedPaper[],
  query: string,
  limit: number,
  settings: SourceSettings,
): SourceRequest | undefined {
  const paperIds = papers.flatMap((paper) => paperId(paper) ?? []).join(',');
  if (paperIds === '') return undefined;
  const fields = ['text', 'snippetKind', 'section'].map((field) => `snippet.${field}`).join(',');
  return writeRequest('/graph/v1/snippet/search', settings, { query, limit, fields, paperIds });
}

/** Identifiers are separated by commas, which a few DOIs contain. */
function paperId({ corpusId, doi, arxivId, pmid, pmcid }: IdentifiedPaper): string | undefined {
  if (corpusId) return `CorpusId:${corpusId}`;
  if (doi && !doi.includes(',')) return `DOI:${doi}`;
  if (arxivId) return `ARXIV:${arxivId}`;
  if (pmid) return `PMID:${pmid}`;
  return pmcid ? `PMCID:${pmcid.replace(/^PMC/i, '')}` : undefined;
}

/** Passages of bodies, best first. Titles and abstracts are in the records already. */
function readSnippets(answer: SourceAnswer): { passages: FoundPassage[] } | Failed {
  // Semantic Scholar answers a wrong key with 403.
  const failure = answer.status === 403 ? failed('key refused') : readFailure(answer);
  if (failure) return failure;
  const { data } = asFields(parseAnswer(answer));
  if (!Array.isArray(data)) return failed('unreadable');
  const passages = asList(data).flatMap((match) => {
    const { snippet, paper } = asFields(match);
    const { text, snippetKind, section } = asFields(snippet);
    const passage = cleanLine(asText(text) ?? '');
    if (snippetKind !== 'body' || passage === '') return [];
    const { corpusId, title } = asFields(paper);
    const named = { corpusId: asId(corpusId), title: asText(title), section: cleanLine(asText(section) ?? '') };
    return [{ ...omitUndefined(named), text: passage } as FoundPassage];
  });
  return { passages };
}

/**
 * Semantic Scholar: the only source of summaries and influential citations. All callers without a key share one
 * allowance, which is usually used up.
 */

/** Limits of the ranked search. */
const MAX_PAGE_PAPERS = 100;
const MAX_RANKED_RESULTS = 1_000;
/** The limit is 500 identifiers or 10 MB, which abstracts may exceed. */
const MAX_IDS = 100;

export const source: DescribedSource = {
  name: 'semanticscholar',
  title: 'Semantic Scholar',
  place: 50,
  hosts: ['api.semanticscholar.org'],
  key: {
    setting: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
    means: 'your key at Semantic Scholar',
    form: {
      title: 'Semantic Scholar key',
      description: 'Your key at Semantic Scholar, which is asked too when you set it.',
    },
  },
  askedByDefault: 'with a key',
  hasFreeKeys: true,
  weight: 1,
  // A key allows one request a second over all kinds of requests.
  paceMs: 1_100,
  timeoutMs: 15_000,
  // The limit of an answer is 10 MB.
  maxBytes: 12 * 1024 * 1024,
  maxRequests: 6,
  cannotAnswer(question) {
    return chooseWords(question) ? undefined : 'no-words';
  },
  translate: (strategy) => translate(strategy, BULK_DIALECT),
  search(question, settings) {
    const filters = filterParameters(question.filters);
    const keywords = strategyQuery(question, BULK_DIALECT) ?? anyKeyword(question);
    if (keywords !== undefined) return bulkSearch(settings, keywords, filters);
    return rankedSearch(settings, chooseWords(question) ?? '', pageSize(question.count, 0), filters);
  },
  readPage(answer, request, question) {
    const results = readResults(answer, request);
    if ('failure' in results) return results;
    return isBulk(request) ? bulkPage(results, request, question) : rankedPage(results, request, question);
  },
  lookUp: {
    kinds: ['doi', 'arxiv', 'pmid', 'pmcid'],
    completes: ['influentialCitationCount'],
    maxIds: MAX_IDS,
    request: batchLookUp,
    read: readBatch,
  },
  related: { request: relatedRequest, read: readRelated },
  citations,
  passages: { maxPapers: MAX_SNIPPET_PAPERS, request: snippetSearch, read: readSnippets },
};

function pageSize(count: number, offset: number): number {
  return Math.max(1, Math.min(MAX_PAGE_PAPERS, Math.min(count, MAX_RANKED_RESULTS) - offset));
}

function rankedPage(results: Results, request: SourceRequest, question: SourceSearch): SourcePage {
  const { papers, total, next } = results;
  const offset = parseCount(readParameter(request, 'offset')) ?? 0;
  const page = { records: recordsOf(papers), total };
  if (papers.length === 0) {
    const fewer = offset === 0 ? dropWords(readParameter(request, 'query') ?? '') : undefined;
    return fewer === undefined ? page : { ...page, next: withParameters(request, { query: fewer }) };
  }
  // `total` is often too high; only `next` shows that there is more.
  if (next === undefined || next <= offset || next >= Math.min(question.count, MAX_RANKED_RESULTS)) return page;
  return { ...page, next: withParameters(request, { offset: next, limit: pageSize(question.count, next) }) };
}

/**
 * The bulk search returns the most cited papers with any of the keywords. They are reordered: papers with more of the
 * keywords first, matches in the title before those in the abstract, then by citations.
 */
function bulkPage(results: Results, request: SourceRequest, question: SourceSearch): SourcePage {
  const { papers, total, token } = results;
  const keywords = listKeywords(question).map(searchable);
  const weighed = recordsOf(papers).map((record) => ({ record, weight: weigh(record, keywords) }));
  weighed.sort((one, other) => other.weight - one.weight);
  const records = weighed.slice(0, question.count).map(({ record }) => record);
  const hasMore = token !== undefined && token !== readParameter(request, 'token') && papers.length > 0;
  return {
    records,
    total,
    ...(hasMore && records.length < question.count && { next: withParameters(request, { token }) }),
  };
}

function weigh(record: PaperInput, keywords: readonly string[]): number {
  const title = searchable(record.title ?? '');
  const abstract = searchable(record.abstract ?? '');
  return keywords.reduce((sum, word) => sum + (title.includes(word) ? 2 : abstract.includes(word) ? 1 : 0), 0);
}

/** A space before each word marks its beginning. The end is open, so that plurals match. */
function searchable(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()}`;
}

/** Papers at the positions of their ids, null for unknown ones. If all are unknown, the status is 400. */
function readBatch(answer: SourceAnswer): SourcePage {
  const parsed = parseAnswer(answer);
  const { error } = asFields(parsed);
  // Other bad requests have the same status and differ in the text.
  if (answer.status === 400 && /^no valid paper ids/i.test(asText(error) ?? '')) return { records: [] };
  const failure = failureOfAnswer(answer);
  if (failure) return failure;
  return Array.isArray(parsed) ? { records: recordsOf(parsed) } : failureWithin(asFields(parsed));
}

/** A list of links to papers, or of papers; empty for an unknown work. */
function readRelated(answer: SourceAnswer, request: SourceRequest): SourcePage {
  const json = asFields(parseAnswer(answer));
  if (answer.status === 404 && asText(json.error)) return { records: [] };
  if (Array.isArray(json.recommendedPapers) && answer.status === 200) {
    return { records: recordsOf(json.recommendedPapers) };
  }
  const results = readResults(answer, request);
  if ('failure' in results) return results;
  return {
    records: recordsOf(
      results.papers.map(asFields).map(({ citedPaper, citingPaper }) => asFields(citedPaper ?? citingPaper)),
    ),
  };
}
