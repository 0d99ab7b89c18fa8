/** A parsed draft: its citations, references, cited sentences and quotations. Lines and positions count from 1. */

export type DraftFormat = 'markdown' | 'latex' | 'text' | 'docx';

/** The target of a citation, in the form that the draft uses. */
export type Cited =
  | { kind: 'key'; key: string }
  | { kind: 'number'; number: number }
  /** Family names and a year as written (`2020a`). `isLone`: one name before a bracketed year, perhaps no citation. */
  | { kind: 'names'; names: string[]; year: string; isLone?: true }
  /** A reference of ours (`J1-3`) or an identifier, which needs no list of references. */
  | { kind: 'paper'; item: string }
  /** An index into `entries`, from a citation field of a word processor. */
  | { kind: 'entry'; entry: number };

export type Citation = {
  /** The line, or the paragraph of a .docx. */
  at: number;
  /** As written. */
  text: string;
  cited: Cited[];
};

/** An entry of the list of references, of a file of references or of a citation field. */
export type Entry = {
  /** The text to look up. */
  item: string;
  /** The text to show. */
  text: string;
  /** Absent for an entry of a separate file. */
  at?: number;
  key?: string;
  number?: number;
  /** Its position in a list without numbers. */
  position?: number;
  /** The author and year by which the draft may cite it, if recognised. */
  firstAuthor?: string;
  year?: number;
};

/** A sentence with its citations. `claim` is the same without them. */
export type Statement = { at: number; text: string; claim: string; cited: Cited[] };

/** Words in quotation marks, or a block quotation; `cited`: the citations next to it. */
export type Quotation = { at: number; text: string; cited: Cited[] };

export type Draft = {
  unit: 'line' | 'paragraph';
  citations: Citation[];
  entries: Entry[];
  /** Whether the draft has any references, so that a citation can be missing from them. */
  hasEntries: boolean;
  statements: Statement[];
  quotations: Quotation[];
  /** Number of URLs without an identifier, which are not looked up. */
  addresses: number;
  /** Names of the files of references that the draft refers to. */
  bibliographies: string[];
  /** Keys listed without a citation in the text (`\nocite`); `*` means all. */
  uncited: string[];
};

/** The request to the process that reads drafts. */
export type DraftOrder = {
  content: string | Uint8Array;
  format: DraftFormat;
  /** Files of references: BibTeX, RIS or CSL-JSON. */
  bibliography?: readonly string[];
};

export type DraftProblem = { problem: string };

const LATEX = /\\(?:documentclass|begin\s{0,3}\{|(?:sub){0,2}section\*?\{|[a-z]{0,10}cite[a-z]{0,10}\*?[[{]|bibitem)/i;

/** Detects the format of a text without a file name: LaTeX by its commands, else Markdown (or plain text). */
export function draftFormat(text: string): DraftFormat {
  return LATEX.test(text) ? 'latex' : 'markdown';
}
