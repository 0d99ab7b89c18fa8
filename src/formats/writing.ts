/** What we know about an export format without loading its writer. */
export type Writing = {
  /** The ending of its file names, without the dot. */
  ending: string;
  mimeType: string;
  /** Its entries are citations: facts that they lack are named, and an assistant gets abstracts only on request. */
  isForReferenceManagers?: boolean;
  /** Comes once, at the beginning of the file. Default: nothing. */
  mark?: string;
};

/** How an abstract stands in an entry: in LaTeX, on one line, or with its quotes doubled. */
export type AbstractForm = 'latex' | 'line' | 'quoted';

/** How a page that holds the entries of all papers joins the entries of some. */
export type InPage = {
  /** How an entry holds an abstract: see `writeAbstract`. */
  abstracts: AbstractForm;
  /** Between two entries. Default: nothing. */
  between?: string;
  /** The text begins with a line that belongs to no entry. */
  hasHead?: boolean;
  /** How many papers fit into one answer to an assistant. Default: 20. */
  maxInAnswer?: number;
};
