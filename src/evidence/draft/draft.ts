/** A draft as its reader returns it: what it cites, where, and what it says there. All positions are from 1. */

export type DraftFormat = 'markdown' | 'latex' | 'text' | 'docx';

/** What a citation names, in the form in which the draft cites. */
export type Cited =
  | { kind: 'key'; key: string }
  | { kind: 'number'; number: number }
  /** Family names and a year as written (`2020a`). `isLone`: one name before a year in brackets may be anything. */
  | { kind: 'names'; names: string[]; year: string; isLone?: true }
  /** A reference of ours, or an identifier: it needs no list. */
  | { kind: 'paper'; item: string }
  /** An entry of the draft's own, from a field of a word processor. */
  | { kind: 'entry'; entry: number };

export type Citation = {
  /** The line, or the paragraph of a .docx. */
  at: number;
  /** As written. */
  text: string;
  cited: Cited[];
};

/** An entry of the list of references, of a file of references or of a field. */
export type Entry = {
  /** As a look-up takes it. */
  item: string;
  /** For people. */
  text: string;
  /** Absent: of a file beside the draft. */
  at?: number;
  key?: string;
  number?: number;
  /** Its place in a list without numbers. */
  position?: number;
  /** The names and year by which the draft may cite it, as far as they were read. */
  firstAuthor?: string;
  year?: number;
};

/** A sentence with its citations. `claim` is the same without them. */
export type Statement = { at: number; text: string; claim: string; cited: Cited[] };

/** Words in quotation marks, or a quotation of its own; `cited`: what is cited beside it. */
export type Quotation = { at: number; text: string; cited: Cited[] };

export type Draft = {
  unit: 'line' | 'paragraph';
  citations: Citation[];
  entries: Entry[];
  /** Whether there is a list, a file or a field of references, so that something can be missing from it. */
  hasEntries: boolean;
  statements: Statement[];
  quotations: Quotation[];
  /** Addresses without an identifier, which are not looked up. */
  addresses: number;
  /** Names of the files of references that the draft asks for. */
  bibliographies: string[];
  /** Keys cited without a place in the text (`\nocite`); `*` is all. */
  uncited: string[];
};

/** What the process that reads drafts is given. */
export type DraftOrder = {
  content: string | Uint8Array;
  format: DraftFormat;
  /** Files of references: BibTeX, RIS or CSL-JSON. */
  bibliography?: readonly string[];
};

export type DraftProblem = { problem: string };
