import { asFields, asId, asList, asText, asTexts, type Fields, oneOrMore } from '../../../lib/json.ts';
import { readDate } from '../../../papers/dates.ts';
import { fieldsAmong } from '../../../papers/fields-of-study.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { type NameInput, toPerson } from '../../../papers/people.ts';
import { luceneDialect, restrictToYears, searchInLucene } from '../lucene.ts';
import { chooseBase, parseCount, readParameter, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSettings } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://api.archives-ouvertes.fr';
/** It returns up to 10,000; with abstracts that is several megabytes. */
const MAX_PAGE_RECORDS = 500;
const DIALECT = luceneDialect(['title_t', 'abstract_t'], ({ from, to }) => `producedDateY_i:[${from} TO ${to}]`);

/** HAL: the open archive of French research, with theses and reports found nowhere else. It has no keys. */
export const source: DescribedSource = {
  name: 'hal',
  title: 'HAL',
  place: 95,
  hosts: ['api.archives-ouvertes.fr'],
  // Trusted only for open copies, because its records are typed by hand.
  weight: 0.7,
  // No limit is documented.
  paceMs: 1_000,
  timeoutMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
  maxRequests: 3,
  ...searchInLucene(DIALECT, MAX_PAGE_RECORDS, (filters) => restrictToYears(DIALECT, filters), recordsRequest),
  readPage,
};

function recordsRequest(settings: SourceSettings, q: string, rows: number): SourceRequest {
  const request = { url: `${chooseBase(settings, PUBLIC_API)}/search/`, headers: { Accept: 'application/json' } };
  return withParameters(request, { q, wt: 'json', fl: FIELDS.join(), rows, start: 0 });
}

function readPage(answer: SourceAnswer, request: SourceRequest, { count }: { count: number }): SourcePage {
  const failure = readFailure(answer);
  if (failure) return failure;
  const { response, error } = asFields(parseAnswer(answer));
  // A malformed query yields an error with a success status.
  if (error !== undefined) return failed((parseCount(asFields(error).code) ?? 0) >= 500 ? 'server error' : 'refused');
  const { numFound, docs } = asFields(response);
  const total = parseCount(numFound);
  if (total === undefined) return failed('unreadable');
  const entries = asList(docs).map(asFields);
  const read = (parseCount(readParameter(request, 'start')) ?? 0) + entries.length;
  const hasMore = entries.length > 0 && read < Math.min(count, total);
  const records = entries.map(metadataFromHal).filter(({ title }) => title);
  return { records, total, ...(hasMore && { next: withParameters(request, { start: read }) }) };
}

/** The requested fields. Without a list HAL returns two. */
const FIELDS = [
  ...['title_s', 'abstract_s', 'authFullName_s', 'authLastName_s', 'authFirstName_s', 'producedDate_s', 'docType_s'],
  ...['journalTitle_s', 'conferenceTitle_s', 'bookTitle_s', 'journalPublisher_s', 'publisher_s', 'journalIssn_s'],
  ...['journalEissn_s', 'isbn_s', 'volume_s', 'issue_s', 'page_s', 'language_s', 'keyword_s', 'doiId_s', 'arxivId_s'],
  ...['pubmedId_s', 'pubmedcentralId_s', 'uri_s', 'fileMain_s', 'openAccess_bool'],
];

/** Its document types; `UNDEFINED` means preprints and working papers. */
const TYPES: Readonly<Record<string, string>> = {
  ART: 'journal',
  COMM: 'conference',
  PROCEEDINGS: 'conference',
  OUV: 'book',
  COUV: 'book chapter',
  THESE: 'dissertation',
  HDR: 'dissertation',
  REPORT: 'report',
  UNDEFINED: 'preprint',
};

/** The metadata of a record. Everything may be missing, and texts occur once per language. */
function metadataFromHal(record: Fields): PaperInput {
  const first = (...names: string[]) => asTexts(names.flatMap((name) => oneOrMore(record[name])))[0];
  const all = (name: string) => asTexts(oneOrMore(record[name]));
  const type = TYPES[asText(record.docType_s) ?? ''];
  return {
    title: first('title_s'),
    abstract: first('abstract_s'),
    authors: authorsOf(all('authFullName_s'), all('authLastName_s'), all('authFirstName_s')),
    ...readDate(asId(record.producedDate_s)),
    venue: first('journalTitle_s', 'conferenceTitle_s', 'bookTitle_s'),
    publisher: first('journalPublisher_s', 'publisher_s'),
    volume: asId(record.volume_s),
    issue: first('issue_s'),
    pages: first('page_s'),
    issns: [...all('journalIssn_s'), ...all('journalEissn_s')],
    isbns: all('isbn_s'),
    language: first('language_s'),
    publicationType: type,
    isPrePrint: type === undefined ? undefined : type === 'preprint',
    fieldsOfStudy: fieldsAmong(all('keyword_s')),
    // A record without a file here may be free elsewhere.
    isOpenAccess: record.openAccess_bool === true || undefined,
    doi: first('doiId_s'),
    arxivId: first('arxivId_s'),
    pmid: asId(record.pubmedId_s),
    pmcid: first('pubmedcentralId_s'),
    link: first('uri_s'),
    pdfLink: first('fileMain_s'),
  };
}

/** Separate family and given names, if there is one of each per name. */
function authorsOf(names: string[], family: string[], given: string[]): NameInput[] {
  const areComplete = family.length === names.length && given.length === names.length;
  return names.map((name, at) => (areComplete && toPerson(family[at] ?? '', given[at] ?? '')) || name);
}
