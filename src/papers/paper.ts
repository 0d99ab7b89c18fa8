import { splitTrimmed } from '../lib/line.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { readArxivId } from './arxiv-number.ts';
import { type BibtexSource, readBibtexSource } from './bibtex-source.ts';
import {
  type PaperDatabase,
  readDatabases,
  readEdition,
  readKeywords,
  readNotes,
  readNumbering,
  readPages,
} from './clean-fields.ts';
import { MISSING, possibleDate } from './dates.ts';
import { readDesigns } from './design/design.ts';
import type { Design } from './design/designs.ts';
import { readDoi, readIsbn, readIssn, readLink, titleFingerprint, withoutCredentials } from './identifiers.ts';
import {
  explicitFamilyName,
  formatName,
  isOrganisation,
  type NameInput,
  type Person,
  SUFFIX,
  splitJoined,
  stripEtAl,
} from './people.ts';
import { readReferencedWorks } from './references/referenced-works.ts';
import type { RetractionStatus } from './retraction/notes.ts';
import { readStatedStatus } from './retraction/stated-status.ts';
import { readRetraction } from './retraction/status.ts';
import {
  isThesisType,
  type QuartileSource,
  readFieldOfStudy,
  readPublicationType,
  readQuartile,
  readQuartileSource,
} from './source-words.ts';
import { cleanLine, cleanText, shorten, splitTitle } from './text.ts';

/** A cleaned paper in the contract's vocabulary, as the local library stores it. Unknown fields are absent. */
export type Paper = {
  /** Stable key inside the library: the record's own id, else its DOI, else a fingerprint of title, year and author. */
  key: string;
  title: string;
  abstract?: string;
  /** One sentence about the paper's topic. */
  summary?: string;
  /** Given name first. */
  authors: string[];
  /** Whether the source's list of authors was shortened: `et al.` */
  hasMoreAuthors?: boolean;
  /**
   * Family names by full name, for authors and editors whose source gave the parts and whose name alone would be parsed
   * differently (`Gabriel García Márquez`: `García Márquez`). Empty for a name that is not a person's.
   */
  familyNames?: Record<string, string>;
  year?: number;
  /** ISO date of publication, as precise as known. */
  publishedAt?: string;
  venue?: string;
  publisher?: string;
  /** The publisher's city, as in a reference list. */
  publisherPlace?: string;
  /** The edition of a book: `2`, or words such as `Revised`. */
  edition?: string;
  /** The series of a book or proceedings, and the number in it. */
  series?: string;
  seriesNumber?: string;
  volume?: string;
  issue?: string;
  /** `1-20`, or an article number. */
  pages?: string;
  editors?: string[];
  /** ISBNs of the book, or of the book that contains it, without hyphens. */
  isbns?: string[];
  /** As the source gives it: a code (`en`) or a name. */
  language?: string;
  country?: string;
  quartile?: string;
  /** Origin and year of the quartile; absent if the record did not state them. */
  quartileSource?: QuartileSource;
  quartileYear?: number;
  publicationType?: string;
  /** The designs that its sources state, such as `systematic-review`; `detectDesign` also reads title and abstract. */
  studyTypes?: Design[];
  fieldsOfStudy: string[];
  /** Keywords of authors and indexers, and the user's own tags. Searched. */
  keywords?: string[];
  /** Notes from the user's files and the user's own, with line breaks. Searched in the library. */
  notes?: string[];
  /** The databases that the user's files come from. */
  databases?: PaperDatabase[];
  citationCount?: number;
  influentialCitationCount?: number;
  referenceCount?: number;
  isOpenAccess?: boolean;
  isPrePrint?: boolean;
  downloadable: boolean;
  doi?: string;
  /** Identifiers in their plain forms: `2101.00001`, `31452104`, `PMC123`, `W123`, `123`. */
  arxivId?: string;
  pmid?: string;
  pmcid?: string;
  openAlexId?: string;
  corpusId?: string;
  /** ISSNs of the venue as `1234-567X`, used to look up quartiles. */
  issns?: string[];
  isRetracted?: boolean;
  /** Notices, concerns and corrections, with dates and reasons, including what the paper itself states. */
  retraction?: RetractionStatus;
  link?: string;
  pdfLink?: string;
  /** Works that it cites, as `doi:10.1234/a` or `openalex:W1`. Papers of a job only keep those that the job found. */
  referencedWorks?: string[];
  /** The BibTeX entry it was imported from. */
  bibtex?: BibtexSource;
  /** The live sources that returned it; absent for the user's imports. */
  foundIn?: string[];
  /**
   * The source of each field and the day it was read; `user` for fields that the user edited. Fields without an entry
   * come from the user's files or the package.
   */
  provenance?: Record<string, FieldProvenance>;
};

/** The source of a field's value, and the day (ISO, UTC) it was read. */
export type FieldProvenance = { from: string; on: string };

/** Metadata as a format's reader returns it. Anything may be missing or wrong. Files cannot set provenance. */
export type PaperInput = {
  [Name in Exclude<keyof Paper, 'authors' | 'editors' | 'foundIn' | 'provenance' | 'quartileSource' | 'studyTypes'>]?:
    | Paper[Name]
    | null
    | undefined;
} & {
  /** Names in parts, or as text: `Given Family`, or `Family, Given`. */
  authors?: readonly NameInput[] | null;
  editors?: readonly NameInput[] | null;
  /** The source's publication types. Those that are not designs are ignored. */
  studyTypes?: readonly string[] | null;
  /** The name of the source, optionally followed by the year. */
  quartileSource?: string | null;
  /** The date as it was written, for a record whose year is not understood. */
  dated?: string | null;
};

/** Before Christ, years are negative; there is no year 0. */
const FIRST_YEAR = -4000;
const LAST_YEAR = 2100;

/** The year, unless it is impossible: a whole number from -4000 to 2100, but not 0. */
export function readYear(year: number | null | undefined): number | undefined {
  const isPossible = year && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR;
  return isPossible ? year : undefined;
}

/** Cleans texts and normalises identifiers and vocabulary. A returned string is the reason why there is no paper. */
export function toPaper(input: PaperInput): Paper | string {
  const paper = normalisePaper(input);
  if (paper.title === '' && paper.abstract === undefined) return 'it has neither a title nor an abstract';
  return paper;
}

type OptionalField = { [Name in keyof Paper]-?: undefined extends Paper[Name] ? Name : never }[keyof Paper];

/** As `toPaper`, but also without title and abstract. It lists every field: a forgotten one is a type error. */
export function normalisePaper(input: PaperInput): Paper {
  const { title, labels } = splitTitle(readLine(input.title));
  const abstract = cleanText(input.abstract ?? '');
  const authorNames = readNames(input.authors);
  const hasMoreAuthors = input.hasMoreAuthors || (input.authors ?? []).some(isShortened) || undefined;
  const authors = authorNames.map(({ name }) => name);
  const editorNames = readNames(input.editors);
  const doi = readDoi(input.doi);
  const year = readYear(input.year);
  const pdfLink = readLink(input.pdfLink);
  const type = readPublicationType(input.publicationType);
  const statedStatus = readStatedStatus(title, abstract);
  const retraction = readRetraction(input.retraction) ?? statedStatus;
  // Indexes call them journal articles, but SSRN is not a journal.
  const isSsrn = doi?.startsWith('10.2139/ssrn') === true;
  const optional: { [Name in Exclude<OptionalField, 'foundIn' | 'provenance'>]: Paper[Name] | null } = {
    abstract,
    hasMoreAuthors,
    summary: readLine(input.summary),
    year,
    publishedAt: possibleDate(readLine(input.publishedAt)),
    venue: MISSING.test(input.venue ?? '') ? undefined : readLine(input.venue),
    publisher: readLine(input.publisher),
    publisherPlace: readLine(input.publisherPlace),
    edition: readEdition(readLine(input.edition)),
    series: readLine(input.series),
    seriesNumber: readNumbering(input.seriesNumber),
    volume: readNumbering(input.volume),
    issue: readNumbering(input.issue),
    pages: readPages(input.pages),
    editors: editorNames.map(({ name }) => name),
    familyNames: readFamilyNames([...authorNames, ...editorNames], input.familyNames),
    isbns: readEach(input.isbns, readIsbn),
    language: readNumbering(input.language),
    country: readLine(input.country),
    ...readRanking(input),
    publicationType: isSsrn && type === 'journal' ? 'preprint' : type,
    studyTypes: readDesigns([...(input.studyTypes ?? []), ...labels]),
    keywords: readKeywords(input.keywords),
    notes: readNotes(input.notes),
    databases: readDatabases(input.databases),
    citationCount: readCount(input.citationCount),
    influentialCitationCount: readCount(input.influentialCitationCount),
    referenceCount: readCount(input.referenceCount),
    isOpenAccess: input.isOpenAccess,
    isPrePrint: isSsrn || input.isPrePrint,
    doi,
    arxivId: readArxivId(input.arxivId),
    pmid: readNumber(input.pmid, /^(?:pmid:\s*)?(\d{1,9})$/i),
    pmcid: readNumber(input.pmcid, /^(?:pmcid:\s*)?(PMC\d{1,9})$/i),
    openAlexId: readNumber(input.openAlexId, /^(?:https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?)?(W\d{1,12})$/i),
    corpusId: readNumber(input.corpusId, /^(?:corpusid:\s*)?(\d{1,12})$/i),
    issns: readEach(input.issns, readIssn),
    // Stored, because a merge may choose another source's title and abstract.
    isRetracted: input.isRetracted ?? (statedStatus?.kind === 'retracted' || undefined),
    retraction,
    link: readLink(input.link),
    pdfLink,
    referencedWorks: readReferencedWorks(input.referencedWorks),
    bibtex: readBibtexSource(input.bibtex),
  };
  return {
    key:
      withoutCredentials(readLine(input.key)) ||
      (doi ? `doi:${doi}` : deriveKey(title || abstract, authors, year, type)),
    title,
    authors,
    fieldsOfStudy:
      readEach(input.fieldsOfStudy, (name) => readFieldOfStudy(name) ?? (readLine(name) || undefined)) ?? [],
    downloadable: input.downloadable ?? pdfLink !== undefined,
    ...omitEmpty(optional),
  };
}

/** No genuine title, name or journal is longer. The cost of all later work on records depends on it. */
const MAX_LINE_CHARACTERS = 2_000;

/** A field of one line, cut with an ellipsis at MAX_LINE_CHARACTERS. */
function readLine(text: string | null | undefined): string {
  return shorten(cleanLine(text ?? ''), MAX_LINE_CHARACTERS);
}

/** Web of Science's additions to names, and its placeholder for a missing name. */
const EMAIL = / ?\([^\s()@]+@[^\s()@]+\)/g;
const MISSING_NAME = /^\[anonymous\]$/i;

/** A name, with its family name if the source gave one that parsing the name would miss. */
type ReadName = { name: string; family?: string };

function isShortened(name: NameInput): boolean {
  return stripEtAl(typeof name === 'string' ? name : formatName(name)).isCut;
}

function readNames(names: readonly NameInput[] | null | undefined): ReadName[] {
  return (names ?? [])
    .map((name): NameInput => (typeof name === 'string' ? stripEtAl(cleanLine(name)).names : withoutMark(name)))
    .flatMap((name): readonly NameInput[] => (typeof name === 'string' ? splitJoined(name) : [name]))
    .map((name): ReadName => {
      const person = typeof name === 'string' ? readParts(name.replace(EMAIL, '')) : cleanPerson(name);
      return typeof person === 'string'
        ? { name: readLine(person) }
        : { name: readLine(formatName(person)), family: explicitFamilyName(person) };
    })
    .filter(({ name }) => name !== '' && !MISSING_NAME.test(name));
}

/** `{ family: 'et al.' }` and `{ family: 'Smith', given: 'J. et al.' }`. */
function withoutMark(person: Person): Person {
  if (!isShortened(person)) return person;
  const parts = Object.entries(person).map(([part, text]) => [part, stripEtAl(text ?? '').names]);
  const known = Object.fromEntries(parts.filter(([, text]) => text !== '')) as Partial<Record<string, string>>;
  return known.family === undefined ? { literal: known.literal ?? known.given ?? '' } : (known as Person);
}

/** Only names of organisations contain commas. */
function cleanPerson(person: Person): Person {
  const parts = Object.entries(person).map(([part, text]) => [
    part,
    cleanLine(isOrganisation(text ?? '') ? (text ?? '') : (text ?? '').replaceAll(',', ' ')),
  ]);
  const known = Object.fromEntries(parts.filter(([, text]) => text !== '')) as Partial<Record<string, string>>;
  return known.family === undefined && known.literal === undefined
    ? { literal: Object.values(known).join(' ') }
    : (known as Person);
}

/** Splits `Family, Given, Suffix`. An organisation, or a name without a comma, is unchanged. */
function readParts(name: string): NameInput {
  if (isOrganisation(name)) return { literal: name };
  const [family = '', ...others] = splitTrimmed(name, ',');
  if (others.length === 0) return family;
  if (others.length === 1 && SUFFIX.test(others[0] ?? '')) return `${family} ${others[0]}`;
  const suffix = others.length > 1 && SUFFIX.test(others.at(-1) ?? '') ? others.pop() : undefined;
  return { family, given: others.join(' '), ...(suffix !== undefined && { suffix }) };
}

/** Family names that parsing the names would miss, from this source or an earlier reader. */
function readFamilyNames(
  names: readonly ReadName[],
  stored: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> | undefined {
  const entries = names.flatMap(({ name, family }): [string, string][] => {
    const known = stored && Object.hasOwn(stored, name) ? stored[name] : family;
    return typeof known === 'string' ? [[name, readLine(known)]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The distinct values that `read` returns for the texts; undefined if there are none. */
function readEach(
  texts: readonly string[] | null | undefined,
  read: (text: string) => string | undefined,
): string[] | undefined {
  const values = new Set((texts ?? []).map(read).filter((value) => value !== undefined));
  return values.size > 0 ? [...values] : undefined;
}

function readCount(value: number | null | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A quartile requires a source, and a year requires a source. */
function readRanking(input: PaperInput): {
  [Name in 'quartile' | 'quartileSource' | 'quartileYear']: Paper[Name];
} {
  const quartile = readQuartile(input.quartile);
  const ranking = quartile && readQuartileSource(input.quartileSource);
  return {
    quartile,
    quartileSource: ranking?.source,
    quartileYear: ranking && (ranking.year ?? readCount(input.quartileYear)),
  };
}

/** The first group of `pattern`, in upper case; undefined if the text does not match. */
function readNumber(text: string | null | undefined, pattern: RegExp): string | undefined {
  return pattern.exec(text?.trim() ?? '')?.[1]?.toUpperCase();
}

/** Whether a key is derived from the record's own fields, so that it adds no information. */
export function isDerivedKey({
  key,
  title,
  abstract = '',
  authors,
  year,
  publicationType,
  ...numbers
}: Paper): boolean {
  const { doi, pmid, arxivId, openAlexId, corpusId } = numbers;
  if (key.startsWith('title:')) return key === deriveKey(title || abstract, authors, year, publicationType);
  return [`doi:${doi}`, `pmid:${pmid}`, `arxiv:${arxivId}`, `openalex:${openAlexId}`, `s2:${corpusId}`].includes(key);
}

function deriveKey(
  title: string,
  authors: readonly string[],
  year: number | undefined,
  type: string | undefined,
): string {
  // An article with the same title, author and year is a different work.
  const thesis = isThesisType(type) ? ':thesis' : '';
  return `title:${titleFingerprint(title)}:${year ?? ''}:${titleFingerprint(authors[0] ?? '')}${thesis}`;
}
