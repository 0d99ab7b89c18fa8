import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest } from '../source.ts';
import { translate } from '../translate.ts';
import { readLookedUp, readQuota, readWorks } from './answers.ts';
import { authorsRequest, authorWorksRequest, readAuthors } from './authors.ts';
import {
  LOOK_UP_KINDS,
  lookUpBatches,
  lookUpRequest,
  MAX_LOOK_UP_IDS,
  nextPage,
  olderSearch,
  phrasesOf,
  relatedRequest,
  searchRequest,
} from './requests.ts';
import { OPENALEX_DIALECT } from './strategy.ts';

/** Ten lists a second are allowed without a search text, also without a key. */
const LIST_PACE_MS = 150;

/**
 * OpenAlex (CC0): the broadest source, with most of our filters. Without a key each internet address has a daily
 * allowance (1,000 credits in August 2026); a page of a search costs 10, a look-up 1.
 */
export const source: DescribedSource = {
  name: 'openalex',
  title: 'OpenAlex',
  place: 10,
  hosts: ['api.openalex.org'],
  keySetting: 'PAPERQUEUE_OPENALEX_KEY',
  isUsual: 'always',
  precedence: {
    bibliography: 50,
    abstracts: 60,
    summaries: 20,
    authorNames: 40,
    wherePublished: 20,
    publicationTypes: 10,
    fields: 20,
    citations: 10,
    semanticScholar: 20,
    openAccess: 10,
    versions: 10,
    openCopies: 20,
    arxivNumbers: 30,
    medicalNumbers: 30,
  },
  hasFreeKeys: true,
  weight: 1,
  // Without a key, one search with more than five operators is allowed a second.
  paceMs: 1_050,
  // OpenAlex itself gives up after 5 to 9 seconds.
  timeoutMs: 15_000,
  // A hundred works with a hundred authors each, with institutions.
  maxBytes: 32 * 1024 * 1024,
  maxRequests: 5,
  cannotAnswer: (question) => (phrasesOf(question).length === 0 ? 'no-words' : undefined),
  translate: (strategy) => translate(strategy, OPENALEX_DIALECT),
  search: searchRequest,
  readPage: (answer, request, question) => readPage(answer, request, question.count),
  lookUp: {
    kinds: LOOK_UP_KINDS,
    completes: [
      ...(['fieldsOfStudy', 'citationCount', 'isOpenAccess', 'pdfLink', 'issns', 'publicationType'] as const),
      ...(['year', 'referenceCount'] as const),
    ],
    enriches: [
      'doi',
      ...(['abstract', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount'] as const),
      ...(['venue', 'publisher', 'year', 'publicationType'] as const),
    ],
    maxIds: MAX_LOOK_UP_IDS,
    paceMs: LIST_PACE_MS,
    batches: lookUpBatches,
    request: lookUpRequest,
    read: readLookedUp,
  },
  // The runner stops when enough records have come.
  related: {
    needs: 'openAlexId',
    request: relatedRequest,
    read: (answer, request) => readPage(answer, request, Number.POSITIVE_INFINITY),
  },
  authors: {
    paceMs: LIST_PACE_MS,
    request: authorsRequest,
    read: readAuthors,
    worksRequest: authorWorksRequest,
    readWorks: (answer, request) => readPage(answer, request, Number.POSITIVE_INFINITY),
  },
  readQuota,
};

function readPage(answer: SourceAnswer, request: SourceRequest, limit: number): SourcePage {
  const page = readWorks(answer);
  if ('failure' in page) {
    const older = page.failure === 'refused' ? olderSearch(request) : undefined;
    return older ? { records: [], next: older, isRefusedForm: true } : page;
  }
  const { records, count, total } = page;
  const next = count === 0 ? undefined : nextPage(request, Math.min(limit, total ?? limit));
  return { records, ...(next && { next }), ...omitUndefined({ total }) };
}
