/** What is known about an export format without loading its writer. */
export type Writing = {
  /** The file extension, without the dot. */
  ending: string;
  mimeType: string;
  /**
   * Whether its entries are citations: missing fields are reported, and an assistant gets abstracts only on request.
   */
  isForReferenceManagers?: boolean;
  /** Written once, at the beginning of the file. Default: nothing. */
  mark?: string;
};

/** The form of an abstract in an entry: in LaTeX, on one line, or with its quotes doubled. */
export type AbstractForm = 'latex' | 'line' | 'quoted';

/** How a page that contains the entries of all papers joins the entries of some. */
export type InPage = {
  /** The form of an abstract in an entry: see `writeAbstract`. */
  abstracts: AbstractForm;
  /** Between two entries. Default: nothing. */
  between?: string;
  /** Whether the text starts with a line that belongs to no entry. */
  hasHead?: boolean;
  /** Maximum papers in one answer to an assistant. Default: 20. */
  maxInAnswer?: number;
};
