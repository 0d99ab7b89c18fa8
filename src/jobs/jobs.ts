import type { Balances } from '../contract/answers.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import { type JobsView, type ListRequest, listJobs } from './answers/list.ts';
import { type SearchFacts, searchFacts } from './answers/search-facts.ts';
import type { PageRequest } from './answers/show-page.ts';
import { type DryRunView, dryRunSearch } from './dry-run.ts';
import { createGetJob } from './get-job.ts';
import { mustFindJob, mustFindSearch } from './job-refs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import { REPEATED_SEARCHES, type RecordedJobs } from './ports/store.ts';
import { createSearch, type SearchOptions } from './search-jobs.ts';
import { type CallOptions, freeCall } from './spending/call.ts';
import { type EstimateRequest, type EstimateView, estimateCredits } from './spending/estimate.ts';
import { type JobStatus, readJobStatus } from './stored-status.ts';
import { createTidyCases, type TidyCases } from './tidy-jobs.ts';

declare module './features.ts' {
  interface Features {
    jobs(): Promise<Jobs>;
  }
  interface OperatorFeatures {
    /** The service's current balances: an answer that only the right token gets. */
    balances(signal: AbortSignal): Promise<Balances | undefined>;
    /** Opens the job store: how many jobs it holds, and what it lacks. */
    recordedJobs(): Promise<RecordedJobs>;
  }
}

/** Searches as jobs: created once, waited for, read for free. Methods throw PaperqueueError or the signal's reason. */
export type Jobs = TidyCases & {
  search(request: JobRequest, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** How a search, or each of its parts, would be sent and what it would cost, without a job; free. */
  dryRun(request: JobRequest, call: CallOptions & Pick<SearchOptions, 'parts' | 'fresh'>): Promise<DryRunView>;
  /** Repeats a job's search as a new, paid job, and returns only papers that the old one did not have. */
  rerun(ref: string, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** Records that a search with `reportsLater` has reported its job's final state: repeating it creates a new job. */
  markReported(ref: string): void;
  getJob(jobId: string, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** The stored state of a job of this account, without asking the service; undefined if unknown. */
  jobStatus(jobId: string): JobStatus | undefined;
  listJobs(request: ListRequest): JobsView;
  /** How many papers of a finished job fit or are retracted, and their years; undefined for any other job. */
  searchFacts(ref: string): SearchFacts | undefined;
  estimate(request: EstimateRequest, signal: AbortSignal): Promise<EstimateView>;
};

/** Searches with one service and one store. */
export function createJobs(deps: JobsDeps): Jobs {
  return {
    search: createSearch(deps),
    async dryRun(request, call) {
      call.signal.throwIfAborted();
      return dryRunSearch(deps, request, freeCall(deps.defaultWaitSeconds, call), call);
    },

    async rerun(ref, page, call) {
      const { request, group } = mustFindSearch(deps.store, ref);
      // A rerun of a project's search belongs to the project.
      return this.search(request, page, { label: { group }, ...call, fresh: true, newSince: ref });
    },

    getJob: createGetJob(deps),
    jobStatus: (jobId) => readJobStatus(deps, jobId),
    markReported: (ref) => deps.store.markRunReported(mustFindJob(deps.store, ref).number, REPEATED_SEARCHES),
    listJobs: (request) => listJobs(deps.store, deps.mode, request),
    searchFacts: (ref) => searchFacts(deps.store, mustFindJob(deps.store, ref)),
    ...createTidyCases(deps),
    estimate: (request, signal) => estimateCredits(deps, request, signal),
  };
}
