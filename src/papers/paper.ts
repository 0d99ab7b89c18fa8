import type { WirePaper } from '../contract/paper.ts';
import { readArxivId } from './arxiv.ts';
import { doiLink, readDoi, readIssn, readLink, titleFingerprint } from './identifiers.ts';
import { cleanLine, cleanText } from './text.ts';
import {
  type QuartileSource,
  readFieldOfStudy,
  readPublicationType,
  readQuartile,
  readQuartileSource,
} from './vocabulary.ts';

/** A paper as the local library keeps it: cleaned, in the contract's vocabulary; what is not known is absent. */
export type Paper = {
  /** Stable key inside the library: the record's own id, else its DOI, else a fingerprint of title, year and author. */
  key: string;
  title: string;
  abstract?: string;
  /** One sentence that says what the paper is about. */
  summary?: string;
  authors: string[];
  year?: number;
  /** ISO date of publication, as far as known. */
  publishedAt?: string;
  venue?: string;
  publisher?: string;
  country?: string;
  quartile?: string;
  /** Whose quartile it is, and of which year; absent where the record brought it and did not say. */
  quartileSource?: QuartileSource;
  quartileYear?: number;
  publicationType?: string;
  fieldsOfStudy: string[];
  citationCount?: number;
  influentialCitationCount?: number;
  referenceCount?: number;
  isOpenAccess?: boolean;
  isPrePrint?: boolean;
  downloadable: boolean;
  doi?: string;
  /**
   * Numbers under which others know the work, in their plain forms: `2101.00001`, `31452104`, `PMC123`, `W123`, `123`.
   */
  arxivId?: string;
  pmid?: string;
  pmcid?: string;
  openAlexId?: string;
  /** Semantic Scholar's corpus id. */
  corpusId?: string;
  /** ISSNs of the venue as `1234-567X`: what quartiles are joined by. */
  issns?: string[];
  isRetracted?: boolean;
  link?: string;
  pdfLink?: string;
  /** The live sources that had it; absent for what the user imported. */
  foundIn?: string[];
  /** Which source said a fact, and on which day; a fact without it is the user's own, or came with the package. */
  provenance?: Record<string, FieldProvenance>;
};

/** Where and when (ISO day, UTC) a fact was learned. */
export type FieldProvenance = { from: string; on: string };

/** Loose facts of a paper, as a reader of some format found them; everything may be missing or wrong. */
export type PaperInput = {
  [Name in Exclude<keyof Paper, 'foundIn' | 'provenance' | 'quartileSource'>]?: Paper[Name] | null | undefined;
} & {
  /** The name of the source, also with the year behind it. */
  quartileSource?: string | null | undefined;
};

const LAST_YEAR = 2100;

/**
 * The library record of some loose facts: texts cleaned, identifiers and vocabulary normalised, impossible values left
 * out. A text says why the record cannot be kept (it has neither title nor abstract).
 */
export function toPaper(facts: PaperInput): Paper | string {
  const title = cleanLine(facts.title ?? '');
  const abstract = cleanText(facts.abstract ?? '');
  if (title === '' && abstract === '') return 'it has neither a title nor an abstract';
  const authors = (facts.authors ?? []).map((name) => givenNameFirst(cleanLine(name))).filter((name) => name !== '');
  const doi = readDoi(facts.doi);
  const year = readCount(facts.year);
  const pdfLink = readLink(facts.pdfLink);
  return {
    key: cleanLine(facts.key ?? '') || (doi ? `doi:${doi}` : fingerprint(title || abstract, authors, year)),
    title,
    authors,
    fieldsOfStudy: readFields(facts.fieldsOfStudy ?? []),
    downloadable: facts.downloadable ?? pdfLink !== undefined,
    ...known({
      abstract,
      summary: cleanLine(facts.summary ?? ''),
      year: year !== undefined && year > 0 && year <= LAST_YEAR ? year : undefined,
      publishedAt: cleanLine(facts.publishedAt ?? ''),
      venue: cleanLine(facts.venue ?? ''),
      publisher: cleanLine(facts.publisher ?? ''),
      country: cleanLine(facts.country ?? ''),
      ...readRanking(facts),
      publicationType: readPublicationType(facts.publicationType),
      citationCount: readCount(facts.citationCount),
      influentialCitationCount: readCount(facts.influentialCitationCount),
      referenceCount: readCount(facts.referenceCount),
      isOpenAccess: facts.isOpenAccess,
      isPrePrint: facts.isPrePrint,
      doi,
      arxivId: readArxivId(facts.arxivId),
      pmid: readNumber(facts.pmid, /^(?:pmid:\s*)?(\d{1,9})$/i),
      pmcid: readNumber(facts.pmcid, /^(?:pmcid:\s*)?(PMC\d{1,9})$/i),
      openAlexId: readNumber(facts.openAlexId, /^(?:https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?)?(W\d{1,12})$/i),
      corpusId: readNumber(facts.corpusId, /^(?:corpusid:\s*)?(\d{1,12})$/i),
      issns: readIssns(facts.issns ?? []),
      isRetracted: facts.isRetracted,
      link: readLink(facts.link),
      pdfLink,
    }),
  };
}

type Known<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** The entries that say something: not undefined, null or blank. */
function known<T extends Record<string, unknown>>(facts: T): Known<T> {
  const entries = Object.entries(facts).filter(([, value]) => value != null && value !== '');
  return Object.fromEntries(entries) as Known<T>;
}

function readCount(value: number | null | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A source is named only of a quartile, a year only of a source. */
function readRanking(facts: PaperInput): Pick<Paper, 'quartile' | 'quartileSource' | 'quartileYear'> {
  const quartile = readQuartile(facts.quartile);
  if (!quartile) return {};
  const told = readQuartileSource(facts.quartileSource);
  const year = told?.year ?? readCount(facts.quartileYear);
  return {
    quartile,
    ...(told && { quartileSource: told.source }),
    ...(told && year !== undefined && { quartileYear: year }),
  };
}

/** What `pattern` finds as its first group, in upper case; undefined when the text is of another form. */
function readNumber(text: string | null | undefined, pattern: RegExp): string | undefined {
  return pattern.exec(text?.trim() ?? '')?.[1]?.toUpperCase();
}

function readIssns(texts: readonly string[]): string[] | undefined {
  const issns = new Set(texts.map(readIssn).filter((issn) => issn !== undefined));
  return issns.size > 0 ? [...issns] : undefined;
}

/** `Family, Given` as `Given Family`: the contract separates names by commas, so that no name may hold one. */
function givenNameFirst(name: string): string {
  const [family, ...given] = name.split(',').map((part) => part.trim());
  return [...given, family].filter(Boolean).join(' ');
}

function readFields(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => readFieldOfStudy(name) ?? cleanLine(name)).filter((name) => name !== ''))];
}

function fingerprint(title: string, authors: readonly string[], year: number | undefined): string {
  return `title:${titleFingerprint(title)}:${year ?? ''}:${titleFingerprint(authors[0] ?? '')}`;
}

/**
 * The record in the shape of the contract, as the embedded service answers it; without a score where nothing was
 * ranked.
 */
export function toWire(record: Paper, score: number | null): WirePaper {
  const link = record.link ?? (record.doi && doiLink(record.doi));
  return {
    id: record.key,
    title: record.title,
    abstract: record.abstract ?? null,
    tldr: record.summary ?? null,
    doi: record.doi ?? null,
    journalName: record.venue ?? null,
    publicationType: record.publicationType ?? null,
    publishedAt: record.publishedAt ?? null,
    authors: record.authors.join(', ') || null,
    year: record.year ?? null,
    score,
    fieldsOfStudy: record.fieldsOfStudy,
    impactFactor: known({
      citationCount: record.citationCount,
      influentialCitationCount: record.influentialCitationCount,
      referenceCount: record.referenceCount,
    }),
    ...known({ isOpenAccess: record.isOpenAccess, isPrePrint: record.isPrePrint }),
    downloadable: record.downloadable,
    ...known({ link, pdfLink: record.pdfLink }),
    ...known({
      arxivId: record.arxivId,
      pmid: record.pmid,
      pmcid: record.pmcid,
      openAlexId: record.openAlexId,
      corpusId: record.corpusId,
      isRetracted: record.isRetracted,
      quartileSource: record.quartileSource,
      quartileYear: record.quartileYear,
    }),
    engine: record.foundIn?.join(',') || 'library',
    ...known({ provenance: record.provenance }),
    v_country: record.country ?? null,
    v_journal_name: record.venue ?? null,
    v_publisher: record.publisher ?? null,
    v_quartile_ranking: record.quartile ?? null,
  };
}
