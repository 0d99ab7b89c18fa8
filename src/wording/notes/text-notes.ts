import type { KnownFailure, SourceFailure } from './source-outcomes.ts';

/** Statements about full texts: the result of reading a file, and reasons for missing texts. */
export type TextNote =
  | { kind: 'pages-not-read'; read: number; of: number }
  | { kind: 'pages-without-text'; pages: number; of: number }
  | { kind: 'order-is-a-guess' }
  | { kind: 'letters-unknown' }
  /** An attached file is another paper than the named one. */
  | { kind: 'file-names-other'; other: string }

  // No text was found.
  /** The outcome of asking one source or address. */
  | { kind: 'text-attempt'; from: string; outcome: TextOutcome }
  | { kind: 'no-text-source' }
  /** There is neither a text nor an abstract to compare a quotation with. */
  | { kind: 'quote-not-checked' }
  /** A text was not searched for a quotation or words: it would take more time or memory than allowed. */
  | { kind: 'text-not-compared'; ref?: string | undefined }
  /** `isShown`: the answer holds the abstract instead of the text. */
  | { kind: 'abstract-stored'; isStored: boolean; isShown?: boolean }
  /** Other papers of the same job that contain a quotation's words, which this one lacks. */
  | { kind: 'quoted-elsewhere'; refs: readonly string[] }
  /** Not all passages with the words are shown: for one text its paragraphs are counted, for several their papers. */
  | { kind: 'passages-cut'; counted: 'paragraphs' | 'papers'; shown: number; of: number }
  | { kind: 'text-not-fetched'; ref: string }
  | { kind: 'not-read-elsewhere'; title: string; why: KnownFailure };

/** Why a source or address returned no text. */
export type TextOutcome =
  | 'no-text'
  | 'no-number'
  | 'nothing-there'
  | 'no-text-named'
  | 'page-instead'
  | { failure: TextFailure }
  | { problem: ReadingProblem };

export type TextFailure = SourceFailure | 'not allowed' | 'robots' | 'closed' | 'too large' | 'library alone';

/** Why a text could not be read. */
export type ReadingProblem =
  | 'not a document'
  | 'cut off'
  | 'no body'
  | 'own entities'
  | 'nested too deeply'
  | 'too large'
  | 'password'
  | 'pictures of pages'
  | 'broken PDF'
  | 'took too long'
  | 'process ended';
