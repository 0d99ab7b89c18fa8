import { readDate } from '../../formats/read/dates.ts';
import { type Fields, idOf, oneOrMore, textOf, textsOf } from '../../lib/json.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, personOf } from '../../papers/people.ts';

/** What is asked of a record; without a list it gives two fields. */
export const FIELDS = [
  ...['title_s', 'abstract_s', 'authFullName_s', 'authLastName_s', 'authFirstName_s', 'producedDate_s', 'docType_s'],
  ...['journalTitle_s', 'conferenceTitle_s', 'bookTitle_s', 'journalPublisher_s', 'publisher_s', 'journalIssn_s'],
  ...['journalEissn_s', 'isbn_s', 'volume_s', 'issue_s', 'page_s', 'language_s', 'keyword_s', 'doiId_s', 'arxivId_s'],
  ...['pubmedId_s', 'pubmedcentralId_s', 'uri_s', 'fileMain_s', 'openAccess_bool'],
];

/** Its types of documents; `UNDEFINED` is what it calls preprints and working papers. */
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

/** The metadata of a record; everything may be missing, and texts come once for each language. */
export function metadataFromHal(record: Fields): PaperInput {
  const first = (...names: string[]) => textsOf(names.flatMap((name) => oneOrMore(record[name])))[0];
  const all = (name: string) => textsOf(oneOrMore(record[name]));
  const type = TYPES[textOf(record.docType_s) ?? ''];
  return {
    title: first('title_s'),
    abstract: first('abstract_s'),
    authors: authorsOf(all('authFullName_s'), all('authLastName_s'), all('authFirstName_s')),
    ...readDate(idOf(record.producedDate_s)),
    venue: first('journalTitle_s', 'conferenceTitle_s', 'bookTitle_s'),
    publisher: first('journalPublisher_s', 'publisher_s'),
    volume: idOf(record.volume_s),
    issue: first('issue_s'),
    pages: first('page_s'),
    issns: [...all('journalIssn_s'), ...all('journalEissn_s')],
    isbns: all('isbn_s'),
    language: first('language_s'),
    publicationType: type,
    isPrePrint: type === undefined ? undefined : type === 'preprint',
    fieldsOfStudy: fieldsAmong(all('keyword_s')),
    // A record without a file may be free elsewhere.
    isOpenAccess: record.openAccess_bool === true || undefined,
    doi: first('doiId_s'),
    arxivId: first('arxivId_s'),
    pmid: idOf(record.pubmedId_s),
    pmcid: first('pubmedcentralId_s'),
    link: first('uri_s'),
    pdfLink: first('fileMain_s'),
  };
}

/** Family and given names apart, where there is one of each for each name. */
function authorsOf(names: string[], family: string[], given: string[]): NameInput[] {
  const areApart = family.length === names.length && given.length === names.length;
  return names.map((name, at) => (areApart && personOf(family[at] ?? '', given[at] ?? '')) || name);
}
