import type { Advice, Note } from '../../contract/notes.ts';
import type { SourceName } from '../../contract/source-names.ts';
import type { Paper } from '../../papers/paper.ts';

/** Reading the open text of papers: what the use-cases ask for. Every answer is free. */

/** What identifies a paper, and where its record says that it is. */
export type PaperToRead = {
  /** As it was asked for: `J12-3`, or an identifier. */
  ref: string;
  /** Of its record. */
  key?: string | undefined;
  title?: string | undefined;
  /** Of its record. */
  abstract?: string | undefined;
  /** Whether its record has the abstract; undefined: no record is known. */
  hasAbstract?: boolean | undefined;
  doi?: string | undefined;
  corpusId?: string | undefined;
  arxivId?: string | undefined;
  pmcid?: string | undefined;
  pmid?: string | undefined;
  link?: string | undefined;
  pdfLink?: string | undefined;
  /** What sources say of it; undefined: nothing is known. */
  isOpenAccess?: boolean | undefined;
};

/** At most one of section, page, find, reference and quote; without any, the outline and the first piece. */
export type TextRequest = {
  /** An id (`S2`), a place (`S2.p4`), words of a title, or `references`. */
  section?: string | undefined;
  /** Of a PDF, counted from 1: what begins on it. */
  page?: number | undefined;
  /** Words, or a phrase in quotes: the passages that hold them. */
  find?: string | undefined;
  /** A number or label of the list of references: that entry alone. */
  reference?: string | undefined;
  /** A sentence to check. */
  quote?: string | undefined;
  /** Characters to pass over. Default: 0. */
  offset?: number | undefined;
  /** Characters of text. Default: DEFAULT_TEXT_CHARACTERS. */
  count?: number | undefined;
};

export const DEFAULT_TEXT_CHARACTERS = 12_000;
export const MAX_TEXT_CHARACTERS = 40_000;
export const MAX_QUOTE_CHARACTERS = 2_000;
export const MAX_TEXT_OFFSET = 10_000_000;

/** Which copy was read; `hash` is of its bytes, to which places belong. */
export type TextSource = {
  /** `unknown`: a file that a record or page names, which does not say itself which copy it is. */
  copy: 'published' | 'accepted' | 'preprint' | 'attached' | 'unknown';
  /** Who gave it. */
  from: string;
  url?: string;
  version?: string;
  /** The day on which it was fetched or attached (ISO). */
  date: string;
  licence?: string;
  hash: string;
};

type OutlineEntry = { id: string; title: string; characters: number };
/** An entry of the paper's list of references; `key` is its number or label there. */
export type Reference = { key: string; text: string; doi?: string; pmid?: string; pmcid?: string; arxivId?: string };

type Passage = { at: string; section: string; text: string };

/** What became of a quotation. `text` are the document's own words. */
export type QuoteCheck = {
  verdict: 'exact' | 'near' | 'altered' | 'loose' | 'absent';
  at?: string;
  text?: string;
  /** It is a part of a sentence: what stands before and after it there. */
  part?: { before?: string; after?: string };
  /** What the document has where the quotation has an ellipsis. */
  leftOut?: string[];
  differences?: { quote: string; document: string }[];
};

export type TextView = {
  /** Absent where no open text was found. */
  source?: TextSource;
  /** Where an open PDF is that could not be read. */
  pdf?: string;
  outline?: OutlineEntry[];
  /** Captions of figures and tables by their places. */
  captions?: { at: string; text: string }[];
  /** Each paragraph begins with its place in brackets. */
  sections?: { id: string; title: string; text: string }[];
  references?: Reference[];
  passages?: Passage[];
  quote?: QuoteCheck;
  notes?: Note[];
  next?: Advice[];
};

/** Passages of several papers, at most two of each: those of kept texts, the best first, then those of a source. */
export type FoundPassages = {
  /** One of a source has no place, for its text was not read here. */
  passages: (Omit<Passage, 'at'> & { ref: string; at?: string; source?: SourceName })[];
  /** How many of the papers have a kept text. */
  read: number;
  /** How many others have an abstract, which was looked into. */
  abstracts: number;
  notes?: Note[];
};

/** A file by its path; with `within` it is read only if it is in one of these folders. */
export type UserFile = { path: string; within?: readonly string[] | undefined };

type Attached = {
  view: TextView;
  /** What the file and the paper that was named say together. Absent without a title, or where they contradict. */
  paper?: Paper;
};

type Call = { signal: AbortSignal };

/** The open texts of papers, and those that are kept. Throws PaperqueueError. */
export type FullTexts = {
  /** Reads the kept copy, or fetches an open one and keeps it. */
  read(paper: PaperToRead, request: TextRequest, call: Call): Promise<TextView>;
  /** Looks into the kept texts of these papers, and asks a source that searches in texts about the others. */
  find(papers: readonly PaperToRead[], words: string, count: number, call: Call): Promise<FoundPassages>;
  /**
   * Keeps a file of the user as the text of a paper; of the one that the file says it is where none is named. Throws
   * INVALID_INPUT for a file that cannot be read, and for one that says nothing of its paper.
   */
  attach(paper: PaperToRead | undefined, file: UserFile, call: Call): Promise<Attached>;
  /** What the kept text of a paper says of it; undefined where there is no text, or its title is not in it. */
  findPaper(paper: PaperToRead, call: Call): Promise<Paper | undefined>;
  /** The kept text of a paper as plain words; undefined where there is none. Fetches nothing. */
  findBody(paper: PaperToRead): string | undefined;
  summary(): { texts: number; bytes: number };
  /** Removes all kept texts; gives how many there were. */
  removeAll(): number;
};
