/** What the local page tells of one paper, beside its record. `problem`: why it cannot. */

type Told<T> = T & { problem?: string | undefined; remarks: string[] };

/** The outline of a paper's text and its first piece, a section, passages with some words, or a checked sentence. */
export type PaperText = Told<{
  /** Whose copy it is. */
  source?: string | undefined;
  outline: { id: string; title: string }[];
  /** Each paragraph begins with its place in brackets. */
  sections: { id: string; title: string; text: string }[];
  passages: { at: string; section: string; text: string }[];
  /** What became of a sentence that was checked, in words, with the document's own sentence. */
  quote?: { says: string; at?: string | undefined; text?: string | undefined } | undefined;
}>;

/** Papers that it cites, or that cite it, which the shown jobs do not have; `known` are those that they have. */
export type CitedPapers = Told<{
  /** The job that holds them. */
  job?: string | undefined;
  papers: { ref: string; title: string; about: string }[];
  known: number;
}>;

/** What a person keeps of it in the library. */
export type PaperNotes = Told<{ inLibrary: boolean; tags: string[]; notes: string[] }>;
