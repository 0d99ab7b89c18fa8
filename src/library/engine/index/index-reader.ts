import type { FieldLengths, MetadataColumns, PaperMetadata } from './index-columns.ts';

/** The ranker sees the index only through these types; tests implement them with a naive index. */

/** A paper in the form that the index takes. */
export type IndexedPaper = PaperMetadata & {
  /** The id in the library, 1 to 2^31 - 1. Adding a paper replaces the paper with the same id. */
  id: number;
  title: string;
  abstract: string;
  /** With the keywords. */
  summary: string;
  /** Words of its stored full text, if there is one. The number of occurrences does not count. */
  fullText?: string;
};

/** Term frequencies packed into a byte: title 2 bits, abstract 4, summary 2; capped, as BM25 saturates anyway. */
const MAX_TITLE_FREQUENCY = 3;
const MAX_ABSTRACT_FREQUENCY = 15;
const MAX_SUMMARY_FREQUENCY = 3;

/** The packed frequencies of a term that occurs only in the full text. */
export const ONLY_IN_FULL_TEXT = 0;

/** Packs capped frequencies into the byte of a posting. */
export function packFrequencies(title: number, abstract: number, summary: number): number {
  return (
    Math.min(title, MAX_TITLE_FREQUENCY) |
    (Math.min(abstract, MAX_ABSTRACT_FREQUENCY) << 2) |
    (Math.min(summary, MAX_SUMMARY_FREQUENCY) << 6)
  );
}

/** Whether packed frequencies count an occurrence in the title (the lowest bits). */
export function isInTitle(frequencies: number): boolean {
  return (frequencies & MAX_TITLE_FREQUENCY) !== 0;
}

/** Postings of a term: ascending docIds, each with its packed frequencies. Valid until the next call. */
export type Postings = { count: number; docIds: Int32Array; frequencies: Uint8Array };

/** Term vector of one paper: ascending term ids, each with its packed frequencies. Valid until the next call. */
export type TermVector = { count: number; terms: Int32Array; frequencies: Uint8Array };

const TOTALS = ['title', 'abstract', 'summary', 'withTitle', 'withAbstract', 'withSummary'] as const;

/** Sums over all live papers: words per field, and the number of papers that have the field. */
export type FieldTotals = Record<(typeof TOTALS)[number], number>;

export function mapTotals(read: (name: keyof FieldTotals) => number): FieldTotals {
  return Object.fromEntries(TOTALS.map((name) => [name, read(name)])) as FieldTotals;
}

export const NO_TOTALS = mapTotals(() => 0);

/** The totals with those of one paper added (`sign` 1) or removed (-1). */
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

/** An immutable segment. docIds start at 0. Those of deleted papers remain until a merge. */
export type SegmentReader = {
  readonly maxDoc: number;
  /** Live papers, without the deleted ones. */
  readonly papers: number;
  readonly totals: FieldTotals;
  /** Library ids, indexed by docId. */
  readonly ids: Int32Array;
  readonly metadata: MetadataColumns;
  /** Words per field, indexed by docId. */
  readonly lengths: { title: Uint16Array; abstract: Uint16Array; summary: Uint16Array };
  /** Distinct content terms (no function words) per docId, and how many of them are in the title. */
  readonly contentTerms: Uint16Array;
  readonly contentTitleTerms: Uint16Array;
  isDeleted(docId: number): boolean;
  /** Whether statistics count the paper: it is not deleted from the index. Papers hidden by a view count. */
  isCounted(docId: number): boolean;
  readonly hasDeleted: boolean;
  /** Number of terms. Term ids start at 0, in code point order. */
  readonly terms: number;
  /** The term id; -1 if the segment does not have the term. */
  findTerm(term: string): number;
  termAt(number: number): string;
  /** Number of live papers with the term, and of those with the term only in the full text. */
  documentFrequency(term: number): number;
  fullTextFrequency(term: number): number;
  /** All postings, including those of deleted papers. */
  postings(term: number): Postings;
  termVector(docId: number): TermVector;
};

/** An immutable view of the index that one search reads. */
export type IndexSnapshot = { readonly segments: readonly SegmentReader[] };

/** The change of the library up to which the index is current. */
export type LibraryPosition = {
  revision: number;
  id: number;
  removal: number;
  /** Distinguishes equal revision numbers of different copies of the library. */
  token?: string;
};

export const LIBRARY_START: LibraryPosition = { revision: 0, id: 0, removal: 0 };
