import type { SourceName } from '../contract/source-names.ts';
import type { Paper } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import type { Advice, Note } from '../wording/notes.ts';
import type { ReadDocument, Reference } from './document.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /** Texts of papers, fetched or attached. */
    fullTexts(): Promise<FullTexts>;
  }
}

/**
 * The requested parts of a text; several are answered together. Without any (section, page, find, reference, quote):
 * the outline and the first piece.
 */
export type TextRequest = {
  /** A section id (`S2`), a position (`S2.p4`), words of a title, or `references`. */
  section?: string | undefined;
  /** Page of a PDF, from 1: the text that begins there. */
  page?: number | undefined;
  /** Returns only which copy is stored: `findInPaper` finds the passages in it. */
  find?: true | undefined;
  /** A number or label in the list of references: returns only that entry. */
  reference?: string | undefined;
  /** A quotation to check. */
  quote?: string | undefined;
  /** Characters to skip. Default: 0. */
  offset?: number | undefined;
  /** Maximum characters of text, over passages and sections. Default: DEFAULT_TEXT_CHARACTERS. */
  count?: number | undefined;
};

/** The setting that names folders whose files may be read. */
export const FILE_FOLDERS = 'PAPERQUEUE_FILES_FOLDERS';

export const DEFAULT_TEXT_CHARACTERS = 12_000;
export const MAX_TEXT_CHARACTERS = 40_000;
export const MAX_QUOTE_CHARACTERS = 2_000;
export const MAX_TEXT_OFFSET = 10_000_000;

/** The copy that was read. Positions are valid for the copy with this `hash` of its bytes. */
export type TextSource = {
  /** `unknown`: a file linked in a record or page, which does not state its version. */
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

type Passage = { at: string; section: string; text: string };

/** The result of checking a quotation. `text` has the document's own words. */
export type QuoteCheck = {
  verdict: 'exact' | 'near' | 'altered' | 'loose' | 'absent';
  at?: string;
  text?: string;
  /** If the quotation is a part of a sentence: the document's words before and after it. */
  part?: { before?: string; after?: string };
  /** The document's words at the quotation's ellipses. */
  leftOut?: string[];
  differences?: { quote: string; document: string }[];
};

export type TextView = {
  /** Absent if no open text was found. */
  source?: TextSource;
  /** Address of an open PDF that could not be read. */
  pdf?: string;
  outline?: OutlineEntry[];
  /** Captions of figures and tables by position. */
  captions?: { at: string; text: string }[];
  /** Each paragraph begins with its position in brackets. */
  sections?: { id: string; title: string; text: string }[];
  references?: Reference[];
  passages?: Passage[];
  quote?: QuoteCheck;
  notes?: Note[];
  next?: Advice[];
};

/** A passage of one of several papers. A source's passage has no position, because its text was not read here. */
export type SourcePassage = Omit<Passage, 'at'> & { ref: string; at?: string; source?: SourceName };

/** Checks of quotations against what is held of a paper: its text, else its record's abstract. */
export type HeldQuotes = {
  held: 'text' | 'abstract' | 'none';
  /** The copy that was read. */
  hash?: string;
  /** The titles of the text's sections. */
  sections: readonly string[];
  /** In the order of the quotations, each with the paragraph that has it; undefined if it could not be compared. */
  checks: readonly ((QuoteCheck & { passage?: string }) | undefined)[];
};

/** A file by its path. With `within`, it is read only if it is in one of these folders. */
export type UserFile = { path: string; within?: readonly string[] | undefined };

type Attached = {
  view: TextView;
  /** The merged record of the file and the named paper. Absent without a title, or if they contradict each other. */
  paper?: Paper;
};

type Call = { signal: AbortSignal };

/** Reads the texts of papers: open ones of sources, and stored ones. Every answer is free. Throws PaperqueueError. */
export type FullTexts = {
  /** Reads the stored copy, or fetches an open one and stores it. */
  read(paper: PaperToRead, request: TextRequest, call: Call): Promise<TextView>;
  /** At most two passages of each of these papers, from a source with full-text search. */
  findElsewhere(
    papers: readonly PaperToRead[],
    words: string,
    call: Call,
  ): Promise<{ passages: SourcePassage[]; notes?: Note[] }>;
  /** Checks quotations against what is held of a paper. Fetches nothing. */
  checkHeld(paper: PaperToRead, quotes: readonly string[], call: Call): Promise<HeldQuotes>;
  /**
   * Stores the user's file as the text of a paper: the named one, else the one that the file states. Throws
   * INVALID_INPUT for an unreadable file, and for one that does not identify its paper.
   */
  attach(paper: PaperToRead | undefined, file: UserFile, call: Call): Promise<Attached>;
  /** The record in a paper's stored text; undefined without a text, or if the text has no title. */
  findPaper(paper: PaperToRead, call: Call): Promise<Paper | undefined>;
  /** A paper's stored text as plain text; undefined if there is none. Fetches nothing. */
  findBody(paper: PaperToRead): string | undefined;
  /** The hash of a paper's stored text; undefined if there is none. Fetches nothing. */
  findHash(paper: PaperToRead): string | undefined;
  /** The hashes of all stored texts. */
  hashes(): string[];
  /** The names under which a text is stored, such as `doi:10.1000/1`. */
  namesOf(hash: string): string[];
  /** Title and sections of a stored text; undefined if it is no longer stored or cannot be read. */
  outline(hash: string, call: Call): Promise<Pick<ReadDocument, 'title' | 'sections'> | undefined>;
  summary(): { texts: number; bytes: number };
  /** Removes all stored texts; returns how many there were. */
  removeAll(): number;
};
