/** What the local page shows about a paper beside its record. `problem`: why it could not be read. */

type Told<T> = T & { problem?: string | undefined; remarks: string[] };

/**
 * The outline of a paper's text and its first piece, a section, passages with certain words, or the check of a
 * quotation.
 */
export type PaperText = Told<{
  /** The source of the copy. */
  source?: string | undefined;
  outline: { id: string; title: string }[];
  /** Each paragraph begins with its position in brackets. */
  sections: { id: string; title: string; text: string }[];
  passages: { at: string; section: string; text: string }[];
  quote?: CheckedQuote | undefined;
}>;

/** The outcome of checking a quotation, in words; what it says and the document's own sentence, if there is one. */
export type CheckedQuote = {
  says: string;
  asked: string;
  at?: string | undefined;
  text?: string | undefined;
  /** What differs, in order: the words of the quotation and those in their place, of which one may be empty. */
  differences: { quote: string; document: string }[];
};

/** Papers that it cites, or that cite it. `known` counts those in the shown jobs; `papers` are the others. */
export type CitedPapers = Told<{
  /** The job that contains them. */
  job?: string | undefined;
  papers: { ref: string; title: string; about: string }[];
  known: number;
}>;

/** A person's tags and notes on it in the library. */
export type PaperNotes = Told<{ inLibrary: boolean; tags: string[]; notes: string[] }>;
