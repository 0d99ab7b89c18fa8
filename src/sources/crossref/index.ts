import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSearch } from '../source.ts';
import { isAboutOneOf } from './about-keywords.ts';
import { readLookedUp, readWorks } from './answers.ts';
import {
  LOOK_UP_KINDS,
  limitOf,
  lookUpBatches,
  lookUpRequest,
  MAX_LOOK_UP_IDS,
  nextPage,
  phrasesOf,
  searchRequest,
} from './requests.ts';

/**
 * Crossref: what publishers registered, with the most reliable titles, names and dates; no keys, no quota. It has
 * neither fields of study nor (but for free licences) open access, and its own citation counts.
 */
export const source: DescribedSource = {
  name: 'crossref',
  title: 'Crossref',
  place: 20,
  hosts: ['api.crossref.org'],
  isUsual: 'always',
  precedence: {
    bibliography: 10,
    abstracts: 40,
    summaries: 50,
    authorNames: 30,
    wherePublished: 10,
    publicationTypes: 30,
    fields: 60,
    citations: 30,
    semanticScholar: 30,
    openAccess: 60,
    versions: 20,
    openCopies: 70,
    arxivNumbers: 40,
    medicalNumbers: 50,
  },
  weight: 0.7,
  // Since December 2025: one list a second without a contact address, three with one.
  paceMs: 1_050,
  timeoutMs: 20_000,
  maxBytes: 32 * 1024 * 1024,
  maxRequests: 3,
  cannotAnswer: (question) => (phrasesOf(question).length === 0 ? 'no-words' : undefined),
  search: searchRequest,
  readPage,
  lookUp: {
    kinds: LOOK_UP_KINDS,
    enriches: [
      ...(['abstract', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount'] as const),
      ...(['venue', 'publisher', 'year', 'publicationType'] as const),
    ],
    maxIds: MAX_LOOK_UP_IDS,
    batches: lookUpBatches,
    request: lookUpRequest,
    read: readLookedUp,
  },
};

function readPage(answer: SourceAnswer, request: SourceRequest, question: SourceSearch): SourcePage {
  const page = readWorks(answer);
  if ('failure' in page) return page;
  const { records, count, total } = page;
  const limit = limitOf(question);
  const next = count === 0 ? undefined : nextPage(request, Math.min(limit, total ?? limit));
  return {
    records: records.filter(isAboutOneOf(question.keywords)),
    ...(next && { next }),
    ...omitUndefined({ total }),
  };
}
