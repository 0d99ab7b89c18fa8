import { readCrossref } from '../../../formats/json/crossref.ts';
import { asFields, asList, asNumber, asText, asTexts, type Fields } from '../../../lib/json.ts';
import { FUNCTION_STEMS } from '../../../papers/analysis/stop-words.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import type { QueryText } from '../../../papers/query/query.ts';
import { type QueryToken, readQueryTokens } from '../../../papers/query/terms.ts';
import type { DescribedSource, Failed, SourceAnswer, SourcePage, SourceRequest, SourceSearch } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';
import {
  LOOK_UP_KINDS,
  limitCount,
  listPhrases,
  lookUpBatches,
  lookUpRequest,
  MAX_LOOK_UP_IDS,
  nextPage,
  searchRequest,
} from './crossref-requests.ts';

/**
 * Crossref: publishers' registrations, with the most reliable titles, names and dates; no keys, no quota. It has no
 * fields of study, open access only through free licences, and its own citation counts.
 */
export const source: DescribedSource = {
  name: 'crossref',
  title: 'Crossref',
  place: 20,
  hosts: ['api.crossref.org'],
  askedByDefault: 'always',
  weight: 0.7,
  // Since December 2025: one list request a second without a contact address, three with one.
  paceMs: 1_050,
  timeoutMs: 20_000,
  maxBytes: 32 * 1024 * 1024,
  maxRequests: 3,
  cannotAnswer: (question) => (listPhrases(question).length === 0 ? 'no-words' : undefined),
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
  const limit = limitCount(question);
  const next = count === 0 ? undefined : nextPage(request, Math.min(limit, total ?? limit));
  return {
    records: records.filter(isAboutOneOf(question.keywords)),
    ...(next && { next }),
    total,
  };
}

/**
 * Whether a paper's title or abstract contains more than half of the words of one keyword, in any inflection. Crossref
 * joins all words of a query by OR, so it also returns papers with one word of each keyword. Without keywords every
 * paper passes.
 */
function isAboutOneOf(keywords: readonly QueryText[]): (paper: PaperInput) => boolean {
  const termSets = keywords.map(contentTermsOf).filter((terms) => terms.size > 0);
  if (termSets.length === 0) return () => true;
  return ({ title, abstract }) => {
    const textTerms = termsOf(readQueryTokens(`${title ?? ''} ${abstract ?? ''}`));
    return termSets.some((terms) => terms.size < 2 * [...terms].filter((term) => textTerms.has(term)).length);
  };
}

function termsOf(tokens: readonly QueryToken[]): Set<string> {
  return new Set(tokens.map(({ term }) => term));
}

/** Without function words such as `of`, unless there are no others. */
function contentTermsOf({ tokens }: QueryText): Set<string> {
  const terms = termsOf(tokens);
  const contentTerms = new Set([...terms].filter((term) => !FUNCTION_STEMS.has(term)));
  return contentTerms.size > 0 ? contentTerms : terms;
}

/** The works of a list; `found` counts its entries, papers or not. */
function readWorks(answer: SourceAnswer): { records: PaperInput[]; count: number; total?: number } | Failed {
  const read = readMessage(answer);
  if ('failure' in read) return read;
  const { items, 'total-results': all } = read.message;
  if (!Array.isArray(items)) return failed('unreadable');
  const total = asNumber(all);
  return { records: items.flatMap(readRecord), count: items.length, total };
}

/** Looked-up works: a list, or a single work, which may be unknown. */
function readLookedUp(answer: SourceAnswer): SourcePage {
  if (answer.status === 404) return { records: [] };
  const read = readMessage(answer);
  if ('failure' in read) return read;
  const { message } = read;
  if (Array.isArray(message.items)) return { records: message.items.flatMap(readRecord) };
  return asText(message.DOI) === undefined ? failed('unreadable') : { records: readRecord(message) };
}

/** The `message` object. A failure may come with a success status. */
function readMessage(answer: SourceAnswer): { message: Fields } | Failed {
  const failure = readFailure(answer);
  if (failure) return failure;
  const { status, message } = asFields(parseAnswer(answer));
  return status === 'failed' ? failed('refused') : { message: asFields(message) };
}

/** A work as a record; empty for journals, components and reviews. */
function readRecord(json: unknown): PaperInput[] {
  const reading = readCrossref(json);
  if (!('metadata' in reading)) return [];
  const cited = asList(asFields(json).reference).map((reference) => asFields(reference).DOI);
  return [{ ...reading.metadata, referencedWorks: asTexts(cited) }];
}
