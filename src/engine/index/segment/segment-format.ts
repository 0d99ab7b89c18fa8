import { ANALYSIS_VERSION } from '../../analysis/tokenizer.ts';
import type { FieldTotals } from '../index-reader.ts';

/**
 * A segment: some papers, inverted. Immutable once written. Its stream holds, term by term, the slots (differences as
 * varints) and a byte of packed frequencies for each; after these, paper by paper, the term vectors. Its tables hold where each of these begins, their checksums, the terms in the order of their code points, and the
 * columns.
 */

/** Raised when the form of the files changes; an index of another form is built anew. */
export const FORMAT_VERSION = `2.${ANALYSIS_VERSION}`;

/** Papers whose vectors share a checksum: few, so that little is read to check one. */
export const VECTOR_GROUP = 16;

/** Words of a paper that are indexed; an abstract of book length has said what it is about by then. */
export const MAX_INDEXED_WORDS = 20_000;

/**
 * A paper without a title is not to lose against those with one: the first words of its abstract, at most half of it,
 * count as the title (MED nDCG@10 .53 without it, .63 with it).
 */
export const MAX_TITLE_STAND_IN_WORDS = 12;

export type SegmentHeader = {
  format: string;
  slots: number;
  terms: number;
  totals: FieldTotals;
  publicationTypes: string[];
  /** Offsets in the stream where the postings end and the vectors begin. */
  vectorsAt: number;
};
