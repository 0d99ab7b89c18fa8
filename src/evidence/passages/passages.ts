import type { Note } from '../../wording/notes.ts';
import type { NamedText } from './named-texts.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    passages(): Promise<Passages>;
  }
}

/** A stretch of one paragraph, list item, caption or table, as its text has it: a quotation of it is exact. */
export type Passage = {
  /** Its paper, as named in the request. */
  ref: string;
  /** Its place, such as `S2.p4`, or `abstract` in the abstract of the record. */
  at: string;
  section: string;
  text: string;
};

export type PassagesRequest = {
  /** Absent: every text that is held. */
  papers?: readonly NamedText[];
  /** The questions. */
  find: readonly string[];
  /** Maximum passages of a paper for each question. Default: 2. */
  perPaper?: number | undefined;
  /** Maximum characters of all passages together. Default: 12,000. */
  count?: number | undefined;
};

/** The passages for each question, and which papers had which text. */
export type FoundPassages = {
  /** In their order; passages best first. `of` papers have any of its words, and `all` passages of the best ones. */
  questions: { find: string; passages: Passage[]; of: number; all: number }[];
  /** The number of papers with a full text. */
  fullTexts: number;
  /** The number of abstracts that were looked into: of every paper held, those that fit best. */
  abstracts: number;
  /** The papers named of which only the abstract is held. */
  onlyAbstract: string[];
  /** The papers of which no text is held. */
  withoutText: string[];
  notes?: Note[];
};

/** Passages of the texts held on this machine; free. Throws PaperqueueError. */
export type Passages = {
  /**
   * The papers that `J1`, `R1` (of a review the included ones, else all), references and identifiers name. With
   * `unknown`, names that match nothing are put there as long as others match; else they throw.
   */
  papersNamed(names: readonly string[], call: { signal: AbortSignal; unknown?: string[] }): Promise<NamedText[]>;
  /** The passages that fit each question best, of full texts, attached files and abstracts. Asks no source. */
  find(request: PassagesRequest, call: { signal: AbortSignal }): Promise<FoundPassages>;
  /** Removes what is kept of texts to find passages; of texts that are still stored it is made anew when needed. */
  forget(): Promise<void>;
};
