import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Person } from '../../papers/people.ts';
import { cleanLine } from '../../papers/text.ts';
import type { ExportedPaper } from './export-formats.ts';

/** Reference types of the RIS specification of 2011. */
const TYPES: Record<Kind, string> = {
  article: 'JOUR',
  'conference paper': 'CPAPER',
  chapter: 'CHAP',
  book: 'BOOK',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  preprint: 'UNPB',
  other: 'GEN',
};

/**
 * RIS for EndNote, Zotero, Mendeley and Rayyan. Line breaks become blanks, since a value is one line. The reference is
 * the accession number (`AN`) in the database `paperqueue` (`DB`). Not written: summary, counts, quartile, country,
 * flags but a retraction (`N1`), duplicates, provenance, and the link of a paper with a DOI.
 */
export function writeRis(papers: readonly ExportedPaper[]): string {
  return papers.map(writeReference).join('');
}

function writeReference({ ref, key, paper }: ExportedPaper): string {
  const citation = toCitation(paper);
  const { kind, people, title, issued, venue, publisher, doi, link, pdfLink, abstract, fieldsOfStudy } = citation;
  const [year, month, day] = issued;
  const lines: [tag: string, value: string | undefined][] = [
    ['TY', TYPES[kind]],
    ['ID', key],
    ['TI', title],
    ...people.map((person): [string, string] => ['AU', writePerson(person)]),
    ['PY', year === undefined ? undefined : padded(year, 4)],
    ['DA', month === undefined ? undefined : `${padded(year, 4)}/${padded(month, 2)}/${day ? padded(day, 2) : ''}/`],
    ['T2', venue],
    ['VL', citation.volume],
    ['IS', citation.issue],
    ...pagesOf(citation),
    ...citation.editorPeople.map((person): [string, string] => ['A2', writePerson(person)]),
    ['PB', publisher],
    ['DO', doi],
    ['UR', doi === undefined ? link : doiLink(doi)],
    ['L1', pdfLink],
    ['AB', abstract],
    // Programs split keywords at semicolons.
    ...fieldsOfStudy.map((field): [string, string] => ['KW', field.replaceAll(';', ' ')]),
    ['LA', citation.language],
    ...[...(citation.isbns ?? []), ...(citation.issns ?? [])].map((number): [string, string] => ['SN', number]),
    ...notesOf(citation).map((note): [string, string] => ['N1', note]),
    ['DB', 'paperqueue'],
    ['AN', ref],
  ];
  const written = lines.map(([tag, value]) => [tag, cleanLine(value ?? '')]).filter(([, value]) => value !== '');
  return [...written.map(([tag, value]) => `${tag}  - ${value}`), 'ER  - ', ''].join('\r\n');
}

/** First and last page; the number of an article is a first page, as other programs write it. */
function pagesOf({ pages }: Citation): [tag: string, value: string | undefined][] {
  const [, first, last] = /^([^-]+)-([^-]+)$/.exec(pages ?? '') ?? [];
  return [
    ['SP', first ?? pages],
    ['EP', last],
  ];
}

/** What RIS has no tag for. The database of `AN` is ours, so that the numbers of others stand in notes. */
function notesOf({ retractionNote = '', pmid, pmcid, arxiv, openAlexId, corpusId }: Citation): string[] {
  return [
    retractionNote,
    pmid ? `PMID: ${pmid}` : '',
    pmcid ? `PMCID: ${pmcid}` : '',
    arxiv ? `arXiv: ${arxiv.id}` : '',
    openAlexId ? `OpenAlex: ${openAlexId}` : '',
    corpusId ? `CorpusId: ${corpusId}` : '',
  ].filter((note) => note !== '');
}

function padded(number: number | undefined, digits: number): string {
  return String(number).padStart(digits, '0');
}

/** `particle Family, Given, Suffix`; organisations and single names are one word without a comma. */
function writePerson(person: Person): string {
  if (person.family === undefined) return person.literal;
  const { family, given, particle, suffix } = person;
  return [[particle, family].filter(Boolean).join(' '), given, suffix].filter(Boolean).join(', ');
}
