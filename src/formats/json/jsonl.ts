import { fieldsOf, flagOf, listOf, idOf as textOf } from '../../lib/json.ts';
import { readBibtexSource } from '../../papers/bibtex-source.ts';
import { toCitation } from '../../papers/citation.ts';
import { toRecord } from '../../papers/found-paper.ts';
import { readLink } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { readRetraction } from '../../papers/retraction/status.ts';
import { readSeparatedAuthors } from '../author-list.ts';
import type { ExportedPaper, Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';

/** Every field of `PaperInput` is listed here: a forgotten one is a type error. */
type Complete = { [Name in keyof Required<PaperInput>]: PaperInput[Name] };

/** The entry of one JSON object. */
function readOwnJson(json: unknown): ParsedEntry {
  const metadata = metadataFromJson(json);
  return typeof metadata === 'string' ? { problem: metadata } : { metadata };
}

/**
 * Reads our own record, the contract's paper, or the plain record of open collections. Values of a wrong type are
 * ignored. A returned text says why nothing can be read.
 */
export function metadataFromJson(json: unknown): PaperInput | string {
  const record = fieldsOf(json);
  if (record !== json) return 'it is no JSON object';
  const impact = fieldsOf(record.impactFactor);
  const metadata: Complete = {
    key: textOf(record.key) ?? textOf(record.id),
    title: textOf(record.title),
    abstract: textOf(record.abstract),
    summary: textOf(record.summary) ?? textOf(record.tldr),
    authors: authors(record.authors) ?? authors(record.author),
    familyNames: textsByName(record.familyNames),
    year: number(record.year),
    publishedAt: textOf(record.publishedAt),
    venue: textOf(record.venue) ?? textOf(record.journalName) ?? textOf(record.v_journal_name),
    publisher: textOf(record.publisher) ?? textOf(record.v_publisher),
    volume: textOf(record.volume),
    issue: textOf(record.issue),
    pages: textOf(record.pages),
    editors: authors(record.editors),
    isbns: texts(record.isbns),
    language: textOf(record.language),
    country: textOf(record.country) ?? textOf(record.v_country),
    quartile: textOf(record.quartile) ?? textOf(record.v_quartile_ranking),
    quartileSource: textOf(record.quartileSource),
    quartileYear: number(record.quartileYear),
    publicationType: textOf(record.publicationType),
    studyTypes: texts(record.studyTypes),
    fieldsOfStudy: texts(record.fieldsOfStudy) ?? texts(record.fields),
    citationCount: number(record.citationCount) ?? number(impact.citationCount),
    influentialCitationCount: number(record.influentialCitationCount) ?? number(impact.influentialCitationCount),
    referenceCount: number(record.referenceCount) ?? number(impact.referenceCount),
    isOpenAccess: flagOf(record.isOpenAccess),
    isPrePrint: flagOf(record.isPrePrint),
    downloadable: flagOf(record.downloadable),
    doi: textOf(record.doi),
    arxivId: textOf(record.arxivId),
    pmid: textOf(record.pmid),
    pmcid: textOf(record.pmcid),
    openAlexId: textOf(record.openAlexId) ?? /^openalex:(W\d+)$/i.exec(textOf(record.id) ?? '')?.[1],
    corpusId: textOf(record.corpusId),
    issns: texts(record.issns) ?? texts([record.issn]),
    isRetracted: flagOf(record.isRetracted),
    retraction: readRetraction(record.retraction),
    link: [record.link, record.titleLink].map(textOf).find(readLink),
    pdfLink: textOf(record.pdfLink),
    referencedWorks: texts(record.referencedWorks),
    bibtex: readBibtexSource(fieldsOf(record.bibtex)),
  };
  return metadata;
}

function textsByName(value: unknown): Record<string, string> | undefined {
  const entries = Object.entries(fieldsOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function number(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
}

function texts(value: unknown): string[] | undefined {
  const strings = listOf(value).filter((entry) => typeof entry === 'string');
  return strings.length > 0 ? strings : undefined;
}

/** A list of names, or the contract's one text of comma-separated names; each as a text or an object of its parts. */
function authors(value: unknown): NameInput[] | undefined {
  if (typeof value === 'string') return value.includes(';') ? readSeparatedAuthors(value) : value.split(',');
  const names = listOf(value)
    .map(nameOf)
    .filter((name) => name !== undefined);
  return names.length > 0 ? names : undefined;
}

const NAMES = ['name', 'fullName', 'full_name', 'display_name', 'displayName', 'literal'];
const GIVEN = ['given', 'givenName', 'firstName', 'first_name', 'first', 'forename'];
const FAMILY = ['family', 'familyName', 'lastName', 'last_name', 'last', 'surname'];

/** `{ name }`, `{ firstName, lastName }`, `{ given, family }`, `{ author: { display_name } }` and the like. */
function nameOf(value: unknown): NameInput | undefined {
  if (typeof value === 'string') return value;
  const author = { ...fieldsOf(fieldsOf(value).author), ...fieldsOf(value) };
  const first = (names: readonly string[]) => names.map((name) => textOf(author[name])).find(Boolean);
  return toPerson(first(FAMILY), first(GIVEN)) ?? first(NAMES) ?? first(GIVEN);
}

/**
 * JSON Lines: library records, which an import reads back unchanged, with reference, citation key, duplicates, score
 * and engine.
 */
function writeJsonl(papers: readonly ExportedPaper[]): string {
  return papers.map((exported) => `${JSON.stringify(lineOf(exported))}\n`).join('');
}

function lineOf({ ref, key, paper, sameAs }: ExportedPaper): Record<string, unknown> {
  const { score, engine, isOpenAccess, downloadable, link, pdfLink } = toCitation(paper);
  const shown = { isOpenAccess, downloadable, link, pdfLink, score, engine };
  return { ref, citationKey: key, sameAs, ...toRecord(paper), ...shown };
}

export const format: Format = {
  name: 'jsonl',
  title: 'JSON Lines',
  place: 50,
  read: {
    what: 'one paper a line (`title`, `abstract`, `authors`, `year`, `venue`, `doi`, `citationCount` ...; a title or an abstract is enough): our own export',
    endings: ['.jsonl', '.ndjson'],
    // All JSON with a title, if it is nothing else.
    generality: 2,
    json: { is: ({ title, abstract }) => Boolean(title ?? abstract), read: readOwnJson },
  },
  write: { ending: 'jsonl', mimeType: 'application/jsonl', papers: writeJsonl },
};
