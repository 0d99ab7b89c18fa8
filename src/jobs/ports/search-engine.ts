import type { SourceReport } from '../../contract/answers.ts';
import type { WirePaper } from '../../contract/paper.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';

/** What the embedded service runs its jobs on. */

/** What a search gives: the papers, in plain words what was searched, and what each source gave. */
export type SearchOutcome = { papers: WirePaper[]; notes: string[]; sources?: SourceReport[] };

/** A search that could not be done: nothing could be asked. The notes say why, and reach the caller. */
export class SearchFailedError extends Error {
  override readonly name = 'SearchFailedError';
  readonly outcome: Pick<SearchOutcome, 'notes' | 'sources'>;

  constructor(outcome: Pick<SearchOutcome, 'notes' | 'sources'>) {
    super(outcome.notes.join(' '));
    this.outcome = outcome;
  }
}

export type SearchContext = {
  /** Aborted when the job's time is over or the service stops. */
  signal: AbortSignal;
  /** The caller's key at the scraping service, while this process that accepted it lives. */
  scraperKey: Secret | undefined;
};

/** The engine that a job runs on. It throws a PaperqueueError that is `retryable` for what may pass by itself. */
export type SearchEngine = (request: JobRequest, context: SearchContext) => SearchOutcome | Promise<SearchOutcome>;

/** Papers that the engine knows without a job. */
export type PaperLookUp = {
  byTitle(title: string): WirePaper[];
  byId(id: string): WirePaper | undefined;
};
