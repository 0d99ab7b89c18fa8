import { readPubmedSet } from '../../../formats/xml/pubmed.ts';
import { asFields, asList, asText } from '../../../lib/json.ts';
import { mayBeAboutLife } from '../life-sciences.ts';
import { parseCount } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';
import { translate } from '../translate.ts';
import {
  isSearch,
  listPhrases,
  lookUpRequest,
  nextRecords,
  PAGE_RECORDS,
  PUBMED_DIALECT,
  recordsAfter,
  searchRequest,
} from './pubmed-requests.ts';

/** PubMed through NCBI's E-utilities: MEDLINE with its indexing, and new records a day before Europe PMC. */
export const source: DescribedSource = {
  name: 'pubmed',
  title: 'PubMed',
  place: 60,
  hosts: ['eutils.ncbi.nlm.nih.gov'],
  key: { setting: 'PAPERQUEUE_NCBI_KEY', means: 'your key at NCBI, for PubMed' },
  weight: 0.9,
  // Three requests a second without a key, ten with one.
  paceMs: 340,
  timeoutMs: 20_000,
  maxBytes: 24 * 1024 * 1024,
  maxRequests: 5,
  hasFreeKeys: true,
  cannotAnswer(question) {
    if (!mayBeAboutLife(question.filters)) return 'life-sciences-only';
    return listPhrases(question).length === 0 ? 'no-words' : undefined;
  },
  translate: (strategy) => translate(strategy, PUBMED_DIALECT),
  search: searchRequest,
  readPage: (answer, request) => (isSearch(request) ? readNumbers(answer, request) : readRecords(answer, request)),
  lookUp: { kinds: ['pmid'], maxIds: PAGE_RECORDS, request: lookUpRequest, read: (answer) => readRecords(answer) },
};

/** The ids that a search found. The next request fetches their records. */
function readNumbers(answer: SourceAnswer, request: SourceRequest): SourcePage {
  const failure = failureOfNcbi(answer);
  if (failure) return failure;
  const { count, idlist, querytranslation, ERROR: error } = asFields(asFields(parseAnswer(answer)).esearchresult);
  if (asText(error) !== undefined) return failed('refused');
  if (!Array.isArray(idlist)) return failed('unreadable');
  const numbers = asList(idlist).filter((id) => typeof id === 'string' && /^\d+$/.test(id)) as string[];
  const next = numbers.length > 0 ? recordsAfter(request, numbers) : undefined;
  return { records: [], total: parseCount(count), translated: asText(querytranslation), next };
}

function readRecords(answer: SourceAnswer, request?: SourceRequest): SourcePage {
  const failure = failureOfNcbi(answer);
  if (failure) return failure;
  const records = readPubmedSet(answer.text)?.filter(({ title, abstract }) => title || abstract);
  if (records === undefined) return failed('unreadable');
  return { records, next: request && nextRecords(request) };
}

/** A refused key is reported with status 400. */
function failureOfNcbi(answer: SourceAnswer) {
  const { error } = asFields(parseAnswer(answer));
  if (answer.status === 400 && /api key/i.test(asText(error) ?? '')) return failed('key refused');
  return readFailure(answer);
}
