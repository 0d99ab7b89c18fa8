import type { RetractionStatus } from '../contract/notes/retraction.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { readArxivId } from './arxiv.ts';
import { type BibtexSource, readBibtexSource } from './bibtex-source.ts';
import { readDesigns } from './design/design.ts';
import type { Design } from './design/designs.ts';
import { readDoi, readIsbn, readIssn, readLink, titleFingerprint, withoutCredentials } from './identifiers.ts';
import { familyNameApart, formatName, type NameInput, type Person, SUFFIX } from './people.ts';
import { readReferencedWorks } from './references/referenced-works.ts';
import { readOwnWords } from './retraction/own-words.ts';
import { readRetraction } from './retraction/status.ts';
import { cleanLine, cleanText, splitTitle } from './text.ts';
import {
  isThesisType,
  type QuartileSource,
  readFieldOfStudy,
  readPublicationType,
  readQuartile,
  readQuartileSource,
} from './vocabulary.ts';

/** A paper as the local library keeps it: cleaned, in the contract's vocabulary; unknown fields are absent. */
export type Paper = {
  /** Stable key inside the library: the record's own id, else its DOI, else a fingerprint of title, year and author. */
  key: string;
  title: string;
  abstract?: string;
  /** One sentence that says what the paper is about. */
  summary?: string;
  /** Given name first. */
  authors: string[];
  /**
   * Family names by the whole name, of authors and editors whose source gave the parts and whose name by itself reads
   * otherwise (`Gabriel García Márquez`: `García Márquez`); an empty text for a name that is no person's.
   */
  familyNames?: Record<string, string>;
  year?: number;
  /** ISO date of publication, as precisely as known. */
  publishedAt?: string;
  venue?: string;
  publisher?: string;
  volume?: string;
  issue?: string;
  /** `1-20`, or the number of an article that has no pages. */
  pages?: string;
  editors?: string[];
  /** ISBNs without hyphens, of the book that it is or is in. */
  isbns?: string[];
  /** As the source says it: a code (`en`) or a name. */
  language?: string;
  country?: string;
  quartile?: string;
  /** Whose quartile it is, and of which year; absent where the record brought it and did not say. */
  quartileSource?: QuartileSource;
  quartileYear?: number;
  publicationType?: string;
  /** The designs that its sources name, such as `systematic-review`; `detectDesign` also reads title and abstract. */
  studyTypes?: Design[];
  fieldsOfStudy: string[];
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
  /** ISSNs of the venue as `1234-567X`: what quartiles are joined by. */
  issns?: string[];
  isRetracted?: boolean;
  /** What is told beyond that: notices, concerns and corrections, dates and reasons; also the paper's own words. */
  retraction?: RetractionStatus;
  link?: string;
  pdfLink?: string;
  /** Works that it cites, as `doi:10.1234/a` or `openalex:W1`; of a job's papers those that the job found. */
  referencedWorks?: string[];
  /** The entry of BibTeX that it was imported from. */
  bibtex?: BibtexSource;
  /** The live sources that had it; absent for what the user imported. */
  foundIn?: string[];
  /** The source of a field, and the day it was read; fields without an entry come from the user or the package. */
  provenance?: Record<string, FieldProvenance>;
};

/** The source of a field's value, and the day (ISO, UTC) it was read. */
export type FieldProvenance = { from: string; on: string };

/** Metadata as a format's reader gives it; anything may be missing or wrong. Files cannot set provenance. */
export type PaperInput = {
  [Name in Exclude<keyof Paper, 'authors' | 'editors' | 'foundIn' | 'provenance' | 'quartileSource' | 'studyTypes'>]?:
    | Paper[Name]
    | null
    | undefined;
} & {
  /** Names in parts, or as one text: `Given Family`, or `Family, Given`. */
  authors?: readonly NameInput[] | null | undefined;
  editors?: readonly NameInput[] | null | undefined;
  /** The types of publication that the source names; those that are no designs are passed over. */
  studyTypes?: readonly string[] | null | undefined;
  /** The name of the source, also with the year behind it. */
  quartileSource?: string | null | undefined;
};

const LAST_YEAR = 2100;

/** Cleans texts and normalises identifiers and vocabulary. A returned text says why there is no paper. */
export function toPaper(input: PaperInput): Paper | string {
  const paper = normalisePaper(input);
  if (paper.title === '' && paper.abstract === undefined) return 'it has neither a title nor an abstract';
  return paper;
}

/** Fields that a paper may lack. */
type OptionalField = { [Name in keyof Paper]-?: undefined extends Paper[Name] ? Name : never }[keyof Paper];

/** The same, also without title and abstract. Every field is listed here: a forgotten one is a type error. */
export function normalisePaper(input: PaperInput): Paper {
  const { title, labels } = splitTitle(cleanLine(input.title ?? ''));
  const abstract = cleanText(input.abstract ?? '');
  const authorNames = readNames(input.authors);
  const authors = authorNames.map(({ name }) => name);
  const editorNames = readNames(input.editors);
  const doi = readDoi(input.doi);
  const year = readCount(input.year);
  const pdfLink = readLink(input.pdfLink);
  const type = readPublicationType(input.publicationType);
  const own = readOwnWords(title, abstract);
  const retraction = readRetraction(input.retraction) ?? own;
  // Indexes call them articles of a journal, which SSRN is none.
  const isOfSsrn = doi?.startsWith('10.2139/ssrn') === true;
  const optional: { [Name in Exclude<OptionalField, 'foundIn' | 'provenance'>]: Paper[Name] | null } = {
    abstract,
    summary: cleanLine(input.summary ?? ''),
    year: year !== undefined && year > 0 && year <= LAST_YEAR ? year : undefined,
    publishedAt: cleanLine(input.publishedAt ?? ''),
    venue: cleanLine(input.venue ?? ''),
    publisher: cleanLine(input.publisher ?? ''),
    volume: readNumbering(input.volume),
    issue: readNumbering(input.issue),
    pages: readPages(input.pages),
    editors: editorNames.map(({ name }) => name),
    familyNames: readFamilyNames([...authorNames, ...editorNames], input.familyNames),
    isbns: readEach(input.isbns, readIsbn),
    language: readNumbering(input.language),
    country: cleanLine(input.country ?? ''),
    ...readRanking(input),
    publicationType: isOfSsrn && type === 'journal' ? 'preprint' : type,
    studyTypes: readDesigns([...(input.studyTypes ?? []), ...labels]),
    citationCount: readCount(input.citationCount),
    influentialCitationCount: readCount(input.influentialCitationCount),
    referenceCount: readCount(input.referenceCount),
    isOpenAccess: input.isOpenAccess,
    isPrePrint: isOfSsrn || input.isPrePrint,
    doi,
    arxivId: readArxivId(input.arxivId),
    pmid: readNumber(input.pmid, /^(?:pmid:\s*)?(\d{1,9})$/i),
    pmcid: readNumber(input.pmcid, /^(?:pmcid:\s*)?(PMC\d{1,9})$/i),
    openAlexId: readNumber(input.openAlexId, /^(?:https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?)?(W\d{1,12})$/i),
    corpusId: readNumber(input.corpusId, /^(?:corpusid:\s*)?(\d{1,12})$/i),
    issns: readEach(input.issns, readIssn),
    // A merge may choose another source's title and abstract.
    isRetracted: input.isRetracted ?? (own?.kind === 'retracted' || undefined),
    retraction,
    link: readLink(input.link),
    pdfLink,
    referencedWorks: readReferencedWorks(input.referencedWorks),
    bibtex: readBibtexSource(input.bibtex),
  };
  return {
    key:
      withoutCredentials(cleanLine(input.key ?? '')) ||
      (doi ? `doi:${doi}` : keyOf(title || abstract, authors, year, type)),
    title,
    authors,
    fieldsOfStudy: readFields(input.fieldsOfStudy ?? []),
    downloadable: input.downloadable ?? pdfLink !== undefined,
    ...omitEmpty(optional),
  };
}

/** What Web of Science writes beside a name, and where nobody is named. */
const EMAIL = / ?\([^\s()@]+@[^\s()@]+\)/g;
const NOBODY = /^\[anonymous\]$/i;

/** A name, and its family name where its source gave it and the name itself does not show it. */
type ReadName = { name: string; family?: string | undefined };

function readNames(names: readonly NameInput[] | null | undefined): ReadName[] {
  return (names ?? [])
    .map((name): ReadName => {
      const person = typeof name === 'string' ? readParts(cleanLine(name).replace(EMAIL, '')) : cleanPerson(name);
      return typeof person === 'string'
        ? { name: person }
        : { name: formatName(person), family: familyNameApart(person) };
    })
    .filter(({ name }) => name !== '' && !NOBODY.test(name));
}

/** The contract separates names by commas, so that no name may hold one. */
function cleanPerson(person: Person): Person {
  const parts = Object.entries(person).map(([part, text]) => [part, cleanLine((text ?? '').replaceAll(',', ' '))]);
  const known = Object.fromEntries(parts.filter(([, text]) => text !== '')) as Partial<Record<string, string>>;
  return known.family === undefined && known.literal === undefined
    ? { literal: Object.values(known).join(' ') }
    : (known as Person);
}

/** `Family, Given, Suffix` in its parts; a name without a comma as it stands. */
function readParts(name: string): NameInput {
  const [family = '', ...others] = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (others.length === 0) return family;
  const suffix = others.length > 1 && SUFFIX.test(others.at(-1) ?? '') ? others.pop() : undefined;
  return { family, given: others.join(' '), ...(suffix !== undefined && { suffix }) };
}

/** What the names do not show by themselves, as this source or an earlier reader said it. */
function readFamilyNames(
  names: readonly ReadName[],
  stored: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> | undefined {
  const entries = names.flatMap(({ name, family }): [string, string][] => {
    const known = stored && Object.hasOwn(stored, name) ? stored[name] : family;
    return typeof known === 'string' ? [[name, cleanLine(known)]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A longer text is no volume, issue, page range or language. */
const MAX_NUMBERING_CHARACTERS = 60;

function readNumbering(text: string | null | undefined): string | undefined {
  const plain = cleanLine(text ?? '');
  return plain.length <= MAX_NUMBERING_CHARACTERS ? plain : undefined;
}

/** `37-64`, also of `pp. 37--64`; the one page of `592-592`, and the first of `72-+` and `72-&` (Web of Science). */
function readPages(text: string | null | undefined): string | undefined {
  return readNumbering(text)
    ?.replace(/\s*[-‐‑‒–—−]+\s*/gu, '-')
    .replace(/^pp?(?:\.\s*|\s+)(?=[a-z]{0,2}\d)/i, '')
    .replace(/^([^-\s]+)-(?:\1|[+&])$/, '$1');
}

/** What `read` makes of the texts, each value once; undefined where nothing is left. */
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

/** A source is named only of a quartile, a year only of a source. */
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

/** What `pattern` finds as its first group, in upper case; undefined when the text is of another form. */
function readNumber(text: string | null | undefined, pattern: RegExp): string | undefined {
  return pattern.exec(text?.trim() ?? '')?.[1]?.toUpperCase();
}

function readFields(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => readFieldOfStudy(name) ?? cleanLine(name)).filter((name) => name !== ''))];
}

function keyOf(title: string, authors: readonly string[], year: number | undefined, type: string | undefined): string {
  // An article of the same title, author and year is another work.
  const thesis = isThesisType(type) ? ':thesis' : '';
  return `title:${titleFingerprint(title)}:${year ?? ''}:${titleFingerprint(authors[0] ?? '')}${thesis}`;
}
