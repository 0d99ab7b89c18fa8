import type { KnownFailure } from '../../contract/notes/source-outcomes.ts';
import type { TextFailure } from '../../contract/notes/text-notes.ts';
import type { SourceName } from '../../contract/source-names.ts';
import type { PaperToRead, TextSource } from '../../jobs/ports/full-text.ts';
import type { PaperInput } from '../../papers/paper.ts';

/** The network as reading needs it. Failures never throw. */
export type OpenWeb = {
  /** The configured sources that can help to a text, in the order in which they are asked. */
  sources(signal: AbortSignal): Promise<readonly TextProvider[]>;
  /** The text that a source has of a paper, or its PDF. */
  fullText(source: SourceName, kind: 'text' | 'pdf', paper: PaperToRead, signal: AbortSignal): Promise<Fetched>;
  /** The record that a source has of a paper with this DOI; undefined where it has none. */
  record(source: SourceName, doi: string, signal: AbortSignal): Promise<PaperInput | Failed | undefined>;
  /**
   * Passages of the texts of these papers, the best first, from a source that searches in texts. Undefined where none
   * is known.
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
  /** It has texts; absent: its records only name open PDFs. */
  texts?: {
    copy: Exclude<TextSource['copy'], 'attached'>;
    /** The id that it needs, and returns for a DOI. */
    needs?: 'pmcid';
    /** The public address of its texts: records with these addresses need not be requested again. */
    hosts: readonly string[];
  };
};

type Failed = { failure: TextFailure; isPassing: boolean };

/**
 * A text, or the bytes of a PDF. `none`: there is no such text; `not asked`: the paper has no number by which the
 * source could be asked.
 */
export type Fetched = { content: string | Uint8Array; url: string } | Failed | 'none' | 'not asked';
