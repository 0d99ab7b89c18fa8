/**
 * What the ranker reads and what the library writes: an inverted index in parts. Any engine that gives these answers
 * can stand in the place of ours (`paper-index.ts`); a naive one does in the tests.
 */

/** Facts that filters and sorts look at; what is not known is absent. */
export type PaperMetadata = {
  year?: number | undefined;
  citations?: number | undefined;
  influentialCitations?: number | undefined;
  references?: number | undefined;
  publicationType?: string | undefined;
  /** Bit n is the nth field of study of the contract. */
  fieldBits: number;
  /** 1 to 4. */
  quartile?: number | undefined;
  isOpenAccess?: boolean | undefined;
  isDownloadable: boolean;
};

/** A paper as the index takes it. */
export type IndexedPaper = PaperMetadata & {
  /** Of the library, 1 to 2^31 - 1. A paper that is added under an id that is there takes its place. */
  id: number;
  title: string;
  abstract: string;
  summary: string;
};

/** The columns of a part, one entry per slot. Not known: -1 where 0 is a value, else 0. */
export type MetadataColumns = {
  year: Int16Array;
  citations: Int32Array;
  influentialCitations: Int32Array;
  references: Int32Array;
  /** Index into `publicationTypes`; 0 is not known. */
  publicationType: Uint16Array;
  publicationTypes: readonly string[];
  fieldBits: Int32Array;
  quartile: Uint8Array;
  /** Bits of `FactFlag`. */
  flags: Uint8Array;
};

export const MetadataFlag = { openAccessKnown: 1, openAccess: 2, downloadable: 4 } as const;

/**
 * How often a word occurs in the fields of one paper, in a byte: title (2 bits), abstract (4), summary (2); more counts
 * as the most that fits, which BM25's saturation makes nearly the same.
 */
const MAX_TITLE_FREQUENCY = 3;
const MAX_ABSTRACT_FREQUENCY = 15;
const MAX_SUMMARY_FREQUENCY = 3;

/** Packs capped frequencies into the byte of a posting. */
export function packFrequencies(title: number, abstract: number, summary: number): number {
  return (
    Math.min(title, MAX_TITLE_FREQUENCY) |
    (Math.min(abstract, MAX_ABSTRACT_FREQUENCY) << 2) |
    (Math.min(summary, MAX_SUMMARY_FREQUENCY) << 6)
  );
}

/** Whether the title is among the fields that packed frequencies count; its bits are the lowest. */
export function isInTitle(frequencies: number): boolean {
  return (frequencies & MAX_TITLE_FREQUENCY) !== 0;
}

/**
 * Where a term occurs in a part: slots ascending, and beside each its packed frequencies. Valid until the next call.
 */
export type Postings = { count: number; docIds: Int32Array; frequencies: Uint8Array };

/** The terms of one paper, ascending, with their packed frequencies. Valid until the next call. */
export type TermVector = { count: number; terms: Int32Array; frequencies: Uint8Array };

/** Over all papers that are there: words per field, and how many papers have the field at all. */
export type FieldTotals = {
  title: number;
  abstract: number;
  summary: number;
  withTitle: number;
  withAbstract: number;
  withSummary: number;
};

export const NO_TOTALS: FieldTotals = {
  title: 0,
  abstract: 0,
  summary: 0,
  withTitle: 0,
  withAbstract: 0,
  withSummary: 0,
};

/** Words per field of one paper. */
export type FieldLengths = { title: number; abstract: number; summary: number };

/** The totals with those of one paper added (`sign` 1) or taken away (-1). */
export function countFieldLengths(totals: FieldTotals, lengths: FieldLengths, sign: 1 | -1): FieldTotals {
  const { title, abstract, summary } = lengths;
  return {
    title: totals.title + sign * title,
    abstract: totals.abstract + sign * abstract,
    summary: totals.summary + sign * summary,
    withTitle: totals.withTitle + (title > 0 ? sign : 0),
    withAbstract: totals.withAbstract + (abstract > 0 ? sign : 0),
    withSummary: totals.withSummary + (summary > 0 ? sign : 0),
  };
}

/** A part of the index that does not change. Papers have slots from 0; those of deleted papers stay until a merge. */
export type SegmentReader = {
  readonly maxDoc: number;
  /** Papers that are there. */
  readonly papers: number;
  readonly totals: FieldTotals;
  /** The library's id per slot. */
  readonly ids: Int32Array;
  readonly metadata: MetadataColumns;
  /** Words per slot and field. */
  readonly lengths: { title: Uint16Array; abstract: Uint16Array; summary: Uint16Array };
  /** Different telling terms per slot (no function words), and how many of them are in the title. */
  readonly contentTerms: Uint16Array;
  readonly contentTitleTerms: Uint16Array;
  isDeleted(docId: number): boolean;
  readonly hasDeleted: boolean;
  /** How many terms there are; they are numbered from 0 in the order of their code points. */
  readonly terms: number;
  /** The number of a term, -1 when no paper holds it. */
  findTerm(term: string): number;
  termAt(number: number): string;
  /** In how many papers that are there the term occurs. */
  documentFrequency(term: number): number;
  /** All postings, those of deleted papers included. */
  postings(term: number): Postings;
  termVector(docId: number): TermVector;
};

/** What a search reads: it never changes, whatever is written meanwhile. */
export type IndexSnapshot = { readonly segments: readonly SegmentReader[] };

/** Up to where the library's changes are in the index. */
export type LibraryPosition = {
  revision: number;
  id: number;
  removal: number;
  /** What tells the library's revision from one of the same number in another copy of it. */
  token?: string | undefined;
};

/** Where an empty index is. */
export const LIBRARY_START: LibraryPosition = { revision: 0, id: 0, removal: 0 };
