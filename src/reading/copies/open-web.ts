import type { SourceName } from '../../contract/source-names.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { PaperToRead } from '../../papers/paper-to-read.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { TextFailure } from '../../wording/notes/text-notes.ts';
import type { TextSource } from '../full-text.ts';

/** The network access that reading needs. Failures never throw. */
export type OpenWeb = {
  /** The configured sources that can provide a text, in the order in which we ask them. */
  sources(signal: AbortSignal): Promise<readonly TextProvider[]>;
  /** A source's text or PDF of a paper. */
  fullText(source: SourceName, kind: 'text' | 'pdf', paper: PaperToRead, signal: AbortSignal): Promise<Fetched>;
  /** A source's record of the paper with this DOI; undefined if it has none. */
  record(source: SourceName, doi: string, signal: AbortSignal): Promise<PaperInput | Failed | undefined>;
  /**
   * Passages of these papers' texts, best first, from a source that searches in texts. Undefined if there is no such
   * source.
   */
  passages(
    papers: readonly PaperToRead[],
    words: string,
    signal: AbortSignal,
  ): Promise<
    | {
        name: SourceName;
        title: string;
        passages: readonly { paper: PaperToRead; section: string; text: string }[];
        failure?: KnownFailure;
      }
    | undefined
  >;
  /** Fetches an address from a record. Only public addresses are requested. */
  fetch(address: string, signal: AbortSignal): Promise<Fetched>;
};

export type TextProvider = {
  name: SourceName;
  /** Its name for people. */
  title: string;
  /** Absent: the source has no texts, its records only name open PDFs. */
  texts?: {
    copy: Exclude<TextSource['copy'], 'attached'>;
    /** The id that the source needs. It returns this id for a DOI. */
    needs?: 'pmcid';
    /** The public address of the source's texts: no need to request a record's address that begins with it. */
    hosts: readonly string[];
  };
};

type Failed = { failure: TextFailure; isPassing: boolean };

/**
 * A text, or the bytes of a PDF. `none`: there is no such text; `not asked`: the paper has no id that the source knows.
 */
export type Fetched = { content: string | Uint8Array; url: string } | Failed | 'none' | 'not asked';
