import type { Note } from '../../wording/notes.ts';
import type { NamedText } from './named-texts.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    passages(): Promise<Passages>;
  }
}

/** A part of a paragraph, list item, caption or table, verbatim, so that a quotation from it is exact. */
export type Passage = {
  /** Its paper, as named in the request. */
  ref: string;
  /** Its location, such as `S2.p4`, or `abstract` in the abstract of the record. */
  at: string;
  section: string;
  text: string;
};

export type PassagesRequest = {
  /** Absent: all stored texts. */
  papers?: readonly NamedText[];
  /** The questions. */
  find: readonly string[];
  /** Maximum passages of a paper for each question. Default: 2. */
  perPaper?: number | undefined;
  /** Maximum characters of all passages together. Default: 12,000. */
  count?: number | undefined;
};

/** The passages for each question, and which text each paper has. */
export type FoundPassages = {
  /** In order; passages best first. `of`: papers with any word of the question; `all`: passages that were ranked. */
  questions: { find: string; passages: Passage[]; of: number; all: number }[];
  /** The number of papers with a full text. */
  fullTexts: number;
  /** The number of abstracts searched; without `papers`, those of the library that match best. */
  abstracts: number;
  /** Named papers with only an abstract. */
  onlyAbstract: string[];
  /** Named papers without any stored text. */
  withoutText: string[];
  notes?: Note[];
};

/** Passages of the texts stored on this machine; free. Throws PaperqueueError. */
export type Passages = {
  /**
   * The papers that `J1`, `R1` (its included papers, or all if there are none), references and identifiers name. With
   * `unknown`, names that match nothing are added to it if others match; otherwise they throw.
   */
  papersNamed(names: readonly string[], call: { signal: AbortSignal; unknown?: string[] }): Promise<NamedText[]>;
  /** The passages of full texts, attached files and abstracts that match each question best. Queries no source. */
  find(request: PassagesRequest, call: { signal: AbortSignal }): Promise<FoundPassages>;
  /** Deletes the index of passages, which is rebuilt from the stored texts when needed. */
  forget(): Promise<void>;
};
