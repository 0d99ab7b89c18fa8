import type { SourceName } from '../contract/source-names.ts';
import type { PaperInput } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import type { KnownFailure } from '../wording/notes/source-outcomes.ts';
import type { TextSource } from './full-text.ts';
import type { TextFailure } from './notes.ts';

/** The network access that reading needs. Its methods never throw on failure. */
export type OpenWeb = {
  /** The configured sources that can provide a text, in order of preference. */
  sources(signal: AbortSignal): Promise<readonly TextProvider[]>;
  /** A paper's text or PDF from a source. */
  fullText(source: SourceName, kind: 'text' | 'pdf', paper: PaperIds, signal: AbortSignal): Promise<Fetched>;
  /** A source's record of the paper with this DOI; undefined if it has none. */
  record(source: SourceName, doi: string, signal: AbortSignal): Promise<PaperInput | Failed | undefined>;
  /**
   * Passages of these papers' texts, best first, from a source that searches full texts. Undefined if there is no such
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

/** The identifiers by which sources find texts. */
type PaperIds = Pick<PaperToRead, 'arxivId' | 'pmcid'>;

export type TextProvider = {
  name: SourceName;
  /** Its display name. */
  title: string;
  /** Absent: the source has no texts; its records only contain links to open PDFs. */
  texts?: {
    copy: Exclude<TextSource['copy'], 'attached'>;
    /** The id that the source needs, and that it returns for a DOI. */
    needs?: 'pmcid';
    /** The public hosts of the source's texts: a record's address on one of them need not be requested. */
    hosts: readonly string[];
  };
};

/** `isPassing`: another attempt may succeed. */
export type Failed = { failure: TextFailure; isPassing: boolean };

/**
 * A text, or the bytes of a PDF. `none`: there is no such text; `not asked`: the paper has no id that the source knows.
 */
export type Fetched = { content: string | Uint8Array; url: string } | Failed | 'none' | 'not asked';
