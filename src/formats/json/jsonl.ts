import { asFields, asFlag, asList, asId as asText } from '../../lib/json.ts';
import { readBibtexSource } from '../../papers/bibtex-source.ts';
import { toCitation } from '../../papers/citation.ts';
import { toRecord } from '../../papers/found-paper.ts';
import { readLink } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { readRetraction } from '../../papers/retraction/status.ts';
import type { ExportedPaper, Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { readSeparatedAuthors } from '../read-authors.ts';

/** Every field of `PaperInput` is listed here: a forgotten one is a type error. */
type Complete = { [Name in keyof Required<PaperInput>]: PaperInput[Name] };

/** Reads the entry of one JSON object. */
function readOwnJson(json: unknown): ParsedEntry {
  const metadata = metadataFromJson(json);
  return typeof metadata === 'string' ? { problem: metadata } : { metadata };
}

/**
 * Reads our own record, the contract's paper, or the plain record of open collections. Values of a wrong type are
 * ignored. A returned text says why nothing can be read.
 */
export function metadataFromJson(json: unknown): PaperInput | string {
  const record = asFields(json);
  if (record !== json) return 'it is no JSON object';
  const impact = asFields(record.impactFactor);
  const metadata: Complete = {
    key: asText(record.key) ?? asText(record.id),
    title: asText(record.title),
    abstract: asText(record.abstract),
    summary: asText(record.summary) ?? asText(record.tldr),
    authors: authors(record.authors) ?? authors(record.author),
    familyNames: textsByName(record.familyNames),
    year: number(record.year),
    publishedAt: asText(record.publishedAt),
    venue: asText(record.venue) ?? asText(record.journalName) ?? asText(record.v_journal_name),
    publisher: asText(record.publisher) ?? asText(record.v_publisher),
    publisherPlace: asText(record.publisherPlace),
    volume: asText(record.volume),
    issue: asText(record.issue),
    pages: asText(record.pages),
    editors: authors(record.editors),
    isbns: texts(record.isbns),
    language: asText(record.language),
    country: asText(record.country) ?? asText(record.v_country),
    quartile: asText(record.quartile) ?? asText(record.v_quartile_ranking),
    quartileSource: asText(record.quartileSource),
    quartileYear: number(record.quartileYear),
    publicationType: asText(record.publicationType),
    studyTypes: texts(record.studyTypes),
    fieldsOfStudy: texts(record.fieldsOfStudy) ?? texts(record.fields),
    keywords: texts(record.keywords),
    notes: texts(record.notes),
    databases: record.databases === undefined ? undefined : asList(record.databases).map(asFields),
    citationCount: number(record.citationCount) ?? number(impact.citationCount),
    influentialCitationCount: number(record.influentialCitationCount) ?? number(impact.influentialCitationCount),
    referenceCount: number(record.referenceCount) ?? number(impact.referenceCount),
    isOpenAccess: asFlag(record.isOpenAccess),
    isPrePrint: asFlag(record.isPrePrint),
    downloadable: asFlag(record.downloadable),
    doi: asText(record.doi),
    arxivId: asText(record.arxivId),
    pmid: asText(record.pmid),
    pmcid: asText(record.pmcid),
    openAlexId: asText(record.openAlexId) ?? /^openalex:(W\d+)$/i.exec(asText(record.id) ?? '')?.[1],
    corpusId: asText(record.corpusId),
    issns: texts(record.issns) ?? texts([record.issn]),
    isRetracted: asFlag(record.isRetracted),
    retraction: readRetraction(record.retraction),
    link: [record.link, record.titleLink].map(asText).find(readLink),
    pdfLink: asText(record.pdfLink),
    referencedWorks: texts(record.referencedWorks),
    bibtex: readBibtexSource(asFields(record.bibtex)),
  };
  return metadata;
}

function textsByName(value: unknown): Record<string, string> | undefined {
  const entries = Object.entries(asFields(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function number(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
}

function texts(value: unknown): string[] | undefined {
  const strings = asList(value).filter((entry) => typeof entry === 'string');
  return strings.length > 0 ? strings : undefined;
}

/** A list of names, or the contract's one text of comma-separated names; each as a text or an object of its parts. */
function authors(value: unknown): NameInput[] | undefined {
  if (typeof value === 'string') return value.includes(';') ? readSeparatedAuthors(value) : value.split(',');
  const names = asList(value)
    .map(readName)
    .filter((name) => name !== undefined);
  return names.length > 0 ? names : undefined;
}

const NAMES = ['name', 'fullName', 'full_name', 'display_name', 'displayName', 'literal'];
const GIVEN = ['given', 'givenName', 'firstName', 'first_name', 'first', 'forename'];
const FAMILY = ['family', 'familyName', 'lastName', 'last_name', 'last', 'surname'];

/** `{ name }`, `{ firstName, lastName }`, `{ given, family }`, `{ author: { display_name } }` and the like. */
function readName(value: unknown): NameInput | undefined {
  if (typeof value === 'string') return value;
  const author = { ...asFields(asFields(value).author), ...asFields(value) };
  const first = (names: readonly string[]) => names.map((name) => asText(author[name])).find(Boolean);
  return toPerson(first(FAMILY), first(GIVEN)) ?? first(NAMES) ?? first(GIVEN);
}

/**
 * JSON Lines: library records with reference, citation key, duplicates, decision, score and engine. An import reads
 * them back unchanged.
 */
function writeJsonl(papers: readonly ExportedPaper[]): string {
  return papers.map((exported) => `${JSON.stringify(toLine(exported))}\n`).join('');
}

function toLine({ ref, key, paper, sameAs, decision }: ExportedPaper): Record<string, unknown> {
  const { score, engine, isOpenAccess, downloadable, link, pdfLink } = toCitation(paper);
  const shown = { isOpenAccess, downloadable, link, pdfLink, score, engine };
  return { ref, citationKey: key, sameAs, decision, ...toRecord(paper), ...shown };
}

export const format: Format = {
  name: 'jsonl',
  title: 'JSON Lines',
  place: 50,
  read: {
    what: 'one paper a line (`title`, `abstract`, `authors`, `year`, `venue`, `doi`, `citationCount` ...; a title or an abstract is enough): our own export',
    endings: ['.jsonl', '.ndjson'],
    // Takes all JSON with a title that no other format claims.
    generality: 2,
    json: { is: ({ title, abstract }) => Boolean(title ?? abstract), read: readOwnJson },
  },
  write: { ending: 'jsonl', mimeType: 'application/jsonl', papers: writeJsonl },
};
