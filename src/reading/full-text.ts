import type { SourceName } from '../contract/source-names.ts';
import type { Paper } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import type { Advice, Note } from '../wording/notes.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /** Texts of papers that were read or attached. */
    fullTexts(): Promise<FullTexts>;
  }
}

/** Reading the open text of papers: the port of the use-cases. Every answer is free. */

/**
 * Which parts of a text are wanted; several are answered together. Without any (section, page, find, reference, quote),
 * the outline and the first piece.
 */
export type TextRequest = {
  /** An id (`S2`), a place (`S2.p4`), words of a title, or `references`. */
  section?: string | undefined;
  /** Page of a PDF, from 1: the text that begins there. */
  page?: number | undefined;
  /** Words, or a quoted phrase: the passages that contain them. */
  find?: string | undefined;
  /** A number or label in the list of references: only that entry. */
  reference?: string | undefined;
  /** A sentence to check. */
  quote?: string | undefined;
  /** Characters to skip. Default: 0. */
  offset?: number | undefined;
  /** Characters of text, of passages and sections together. Default: DEFAULT_TEXT_CHARACTERS. */
  count?: number | undefined;
};

export const DEFAULT_TEXT_CHARACTERS = 12_000;
export const MAX_TEXT_CHARACTERS = 40_000;
export const MAX_QUOTE_CHARACTERS = 2_000;
export const MAX_TEXT_OFFSET = 10_000_000;

/** The copy that was read. `hash` is of its bytes, and places refer to these. */
export type TextSource = {
  /** `unknown`: a file named by a record or page, which does not state its version. */
  copy: 'published' | 'accepted' | 'preprint' | 'attached' | 'unknown';
  /** Its provider. */
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

/** The result of checking a quotation. `text` has the document's own words. */
export type QuoteCheck = {
  verdict: 'exact' | 'near' | 'altered' | 'loose' | 'absent';
  at?: string;
  text?: string;
  /** For a part of a sentence: the document's words before and after it. */
  part?: { before?: string; after?: string };
  /** The document's words in place of the quotation's ellipses. */
  leftOut?: string[];
  differences?: { quote: string; document: string }[];
};

export type TextView = {
  /** Absent if no open text was found. */
  source?: TextSource;
  /** Address of an open PDF that could not be read. */
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

/** Passages of several papers, at most two each: first those of kept texts, best first, then a source's. */
export type FoundPassages = {
  /** A source's passage has no place, because its text was not read here. */
  passages: (Omit<Passage, 'at'> & { ref: string; at?: string; source?: SourceName })[];
  /** How many of the papers have a kept text. */
  read: number;
  /** How many others have an abstract, which was searched. */
  abstracts: number;
  notes?: Note[];
};

/** A file by its path. With `within`, it is only read from one of these folders. */
export type UserFile = { path: string; within?: readonly string[] | undefined };

type Attached = {
  view: TextView;
  /** The combined record of the file and the named paper. Absent without a title, or if they contradict. */
  paper?: Paper;
};

type Call = { signal: AbortSignal };

/** Open texts of papers, and kept ones. Throws PaperqueueError. */
export type FullTexts = {
  /** Reads the kept copy, or fetches an open one and keeps it. */
  read(paper: PaperToRead, request: TextRequest, call: Call): Promise<TextView>;
  /** Searches the kept texts of these papers, and asks a source that searches texts about the others. */
  find(papers: readonly PaperToRead[], words: string, count: number, call: Call): Promise<FoundPassages>;
  /**
   * Keeps the user's file as the text of a paper. Without a named paper, the file's own statement decides. Throws
   * INVALID_INPUT for an unreadable file, and for one that does not state its paper.
   */
  attach(paper: PaperToRead | undefined, file: UserFile, call: Call): Promise<Attached>;
  /** The record in a paper's kept text; undefined without a text, or if the text has no title. */
  findPaper(paper: PaperToRead, call: Call): Promise<Paper | undefined>;
  /** A paper's kept text as plain words; undefined if there is none. Fetches nothing. */
  findBody(paper: PaperToRead): string | undefined;
  summary(): { texts: number; bytes: number };
  /** Removes all kept texts; returns how many there were. */
  removeAll(): number;
};
