import type { FirstPaper } from './first-papers.ts';

/** The server's answers to the scripts of the local page. */

/** A target of Ctrl-K. `path` is below the root of the pages. */
export type GoToItem = { ref?: string; text: string; about: string; path: string };

/** A running job. */
export type JobProgress = {
  status: string;
  /** Whether the job is over: its page then shows the outcome. */
  isOver: boolean;
  /** Since the job was created. */
  seconds: number;
  /**
   * The sources that are searched, if the service names them. `gave` and `failed` are absent until a source answers.
   */
  sources: { title: string; gave?: number | undefined; failed?: string | undefined }[];
  /** The first results of the sources, before ranking; empty if the service does not report them. */
  first: FirstPaper[];
  /** Why the last status request failed. */
  problem?: string;
};

/** An answer for the pane of a paper. `problem`: why the data could not be read. */
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
