/** The data of the pane for one paper on the local page. `problem`: why they could not be read. */

type WithRemarks<T> = T & { problem?: string | undefined; remarks: string[] };

/**
 * The outline of a paper's text and its first piece, a section, passages with certain words, or the check of a
 * quotation.
 */
export type PaperText = WithRemarks<{
  /** The source of the copy. */
  source?: string | undefined;
  outline: { id: string; title: string }[];
  /** Each paragraph begins with its position in brackets. */
  sections: { id: string; title: string; text: string }[];
  passages: { at: string; section: string; text: string }[];
  quote?: CheckedQuote | undefined;
}>;

/** The outcome of checking a quotation, in words; the quotation, and the document's sentence, if one matches. */
export type CheckedQuote = {
  says: string;
  asked: string;
  at?: string | undefined;
  text?: string | undefined;
  /** The differences, in order: words of the quotation and the document's words instead; either may be empty. */
  differences: { quote: string; document: string }[];
};

/** Papers that the paper cites, or that cite it. `known` counts those in the shown jobs; `papers` are the others. */
export type CitedPapers = WithRemarks<{
  /** The job that contains them. */
  job?: string | undefined;
  papers: { ref: string; title: string; about: string }[];
  known: number;
}>;

/** A person's tags and notes on the paper in the library. */
export type PaperNotes = WithRemarks<{ inLibrary: boolean; tags: string[]; notes: string[] }>;
