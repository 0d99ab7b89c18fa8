import type { SourceName } from '../../contract/source-names.ts';
import type { PaperToRead } from '../../jobs/ports/full-text.ts';
import type { PaperInput } from '../../papers/paper.ts';

/** What was fetched; `none`: there is no such text. `failure` are words of a closed list, such as `too slow`. */
export type Fetched = { text: string; url: string } | { failure: string } | 'none';

/** What reading needs of the network: the configured sources, with their pace. Nothing here throws for a failure. */
export type OpenWeb = {
  /** The sources that the configuration allows. */
  names(): Promise<readonly SourceName[]>;
  /** The full text that a source has of a paper. */
  fullText(source: SourceName, paper: PaperToRead, signal: AbortSignal): Promise<Fetched>;
  /** The record that a source has of a paper with this DOI. */
  record(source: SourceName, doi: string, signal: AbortSignal): Promise<PaperInput | undefined>;
};
