import type { KnownFailure, SourceFailure } from '../wording/notes/source-outcomes.ts';
import type { ByKind } from '../wording/notes.ts';

/** Notes on texts of papers, their passages and quotations. */
export type TextNote =
  | { kind: 'pages-not-read'; read: number; of: number }
  | { kind: 'pages-without-text'; pages: number; of: number }
  | { kind: 'order-is-a-guess' }
  | { kind: 'letters-unknown' }
  /** An attached file states that it is another paper than the requested one. */
  | { kind: 'file-names-other'; other: string }
  /** The outcome of asking one source or address. */
  | { kind: 'text-attempt'; from: string; outcome: TextOutcome }
  | { kind: 'no-text-source' }
  /** There is neither a text nor an abstract to compare a quotation with. */
  | { kind: 'quote-not-checked' }
  /** A text was not searched for a quotation or words, which would have taken more time or memory than allowed. */
  | { kind: 'text-not-compared'; ref?: string | undefined }
  /** `isShown`: the answer holds the abstract instead of the text. */
  | { kind: 'abstract-stored'; isStored: boolean; isShown?: boolean }
  /** Other papers of the same job that contain a quotation's words, which this one lacks. */
  | { kind: 'quoted-elsewhere'; refs: readonly string[] }
  /**
   * Not all passages with the words are shown: for one text its paragraphs are counted, for several their papers, and
   * for a library with its best abstracts `best papers`. `find` is the question if there are several.
   */
  | {
      kind: 'passages-cut';
      counted: 'passages' | 'papers' | 'best papers';
      shown: number;
      of: number;
      hasPhrase?: true;
      find?: string;
    }
  /** One of several questions has no passage. */
  | { kind: 'no-passage'; find: string }
  | { kind: 'text-not-fetched'; ref: string }
  | { kind: 'not-read-elsewhere'; title: string; why: KnownFailure }
  /** Reviews have recorded that a paper's full text was found, or was not. */
  | { kind: 'retrieval-recorded'; reviews: readonly string[]; found: boolean }
  | { kind: 'switched-off'; setting: string }
  | { kind: 'no-file-folder'; setting: string };

export type TextAdvice =
  | { kind: 'set'; setting: string; value?: string }
  | { kind: 'read-on'; offset: number }
  /** The answer has only the first rows of these tables; each position is a section with all rows. */
  | { kind: 'read-tables'; places: readonly string[] }
  | { kind: 'fewer-words' }
  /** `isTried`: false if the PDF was never requested. */
  | { kind: 'do-not-quote'; address: string; isTried?: false }
  | { kind: 'try-pdf'; address: string }
  /** Only the user decides from which folders an assistant may read files. */
  | { kind: 'name-folder'; setting: string }
  /** No full text is stored. `isAsked`: whether any source was queried. */
  | { kind: 'attach-file'; ref: string; paper: string; isAsked: boolean }
  /** There is no text, but the record has an abstract, which can be read as a section. */
  | { kind: 'read-abstract'; ref: string }
  | { kind: 'read-another'; read: number; of: number; abstracts: number }
  | { kind: 'read-before-quoting' }
  | { kind: 'do-not-cite' }
  /** The text is a copy that may differ from the published one. */
  | { kind: 'check-published'; copy: 'preprint' | 'accepted' | 'unknown' }
  /** Words were searched in the record's abstract only. */
  | { kind: 'found-in-abstract'; isFound: boolean; hasText: boolean }
  | { kind: 'cite-abstract'; verdict: 'exact' | 'compared' | 'absent'; hasText: boolean };

export type TextProblem =
  | {
      kind: 'not-attached';
      path: string;
      why: ReadingProblem | 'unopened' | 'no-file' | 'absent' | 'outside' | 'nameless';
    }
  /** The texts of several papers can only be searched for words. */
  | { kind: 'of-one-paper' }
  | { kind: 'questions'; most: number }
  | { kind: 'no-words-to-find' }
  | { kind: 'no-paper-id'; given: string; job?: string }
  | { kind: 'no-pages' }
  | { kind: 'past-last-page'; page: number; last: number }
  /** A position in an earlier copy of the text; `hash` is the current copy's. */
  | { kind: 'other-copy'; given: string; hash: string }
  | { kind: 'no-section'; given: string; sections: readonly string[] }
  /** `last` is the last entry of the list; absent if the list is empty. */
  | { kind: 'no-reference'; given: string; last?: string };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<TextNote> {}
  interface AdviceKinds extends ByKind<TextAdvice> {}
  interface ProblemKinds extends ByKind<TextProblem> {}
}

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
  | 'broken archive'
  | 'parts missing'
  | 'copy protection'
  | 'took too long'
  | 'process ended';
