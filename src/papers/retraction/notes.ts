import type { ByKind } from '../../wording/notes.ts';

/** What is said about retractions and other marks. */
export type RetractionNote =
  | { kind: 'also-marked'; marks: readonly Mark[] }
  /** `tableOf`: the day of Retraction Watch's table, if the status of some papers comes from it. */
  | { kind: 'retraction-known'; papers: number; of: number; tableOf?: string }
  | { kind: 'retracted'; refs: readonly string[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<RetractionNote> {}
}

/**
 * What a paper is marked as, most serious first: retracted; withdrawn by its authors, publisher or repository; the
 * notice that retracts another; replaced by or merged into another; subject of an expression of concern; corrected.
 */
export const RETRACTION_KINDS = [
  'retracted',
  'withdrawn',
  'notice',
  'replaced',
  'expression-of-concern',
  'corrected',
] as const;

export type RetractionKind = (typeof RETRACTION_KINDS)[number];

export type RetractionStatus = {
  /** `none`: a source says that the paper is not retracted. */
  kind: RetractionKind | 'none';
  /** A source, `retraction-watch`, the paper's own `title` or `abstract`, or `record` if the record does not say. */
  from: string;
  /** ISO day of the notice. */
  date?: string;
  /** ISO day of the report. */
  asOf?: string;
  reasons?: string[];
};

export type Mark = { mark: RetractionKind; refs: readonly string[] };
