import type { SearchFlow, SourceProgress, SourceReport } from '../../contract/answers.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import type { WirePaper } from '../../contract/wire-paper.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';

/** The papers of a search, with notes, each source's result, and what happened to the records. */
export type SearchOutcome = { papers: WirePaper[]; notes: SearchNote[]; sources?: SourceReport[]; flow?: SearchFlow };

/** Thrown when no source could be searched. Its notes say why, and are shown to the caller. */
export class SearchFailedError extends Error {
  override readonly name = 'SearchFailedError';

  constructor(readonly outcome: Pick<SearchOutcome, 'notes' | 'sources'>) {
    super(PLAIN_WORDING.notes(outcome.notes).join(' '));
  }
}

export type SearchContext = {
  /** Aborted when the job's time is up or the service stops. */
  signal: AbortSignal;
  /** The caller's key for the scraping service; undefined if none was given, or after a restart of the service. */
  scraperKey: Secret | undefined;
  /** Called with the state of all sources, at the start and whenever one has answered. Default: nothing. */
  onProgress?: ((sources: SourceProgress[]) => void) | undefined;
};

/** Runs a job of the embedded service. Throws a PaperqueueError, `retryable` if the failure may be temporary. */
export type SearchEngine = (request: JobRequest, context: SearchContext) => SearchOutcome | Promise<SearchOutcome>;

/** Looks up single papers without a job. */
export type PaperLookUp = {
  byTitle(title: string): WirePaper[];
  byId(id: string): WirePaper | undefined;
};
