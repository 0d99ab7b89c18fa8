import type { JobStore } from '../ports/store.ts';
import { answerJob, type JobAnswerView } from '../reading/answer.ts';
import type { PageRequest } from '../reading/show-page.ts';
import type { CitationDeps, CitationPlanView, CitationRequest } from './citation-job.ts';

type Call = { signal: AbortSignal; budgetMs: number };

/** Citation searches from many papers, for the faces. */
export type CitationCases<CallOptions> = {
  /** Papers that citations lead to, as a job that may stay unfinished: the same call goes on. Free. */
  followCitations(request: CitationRequest, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** The requests that this would take first; sends nothing. */
  planCitations(request: CitationRequest, call: CallOptions): Promise<CitationPlanView>;
};

/** Loaded with the first citation search: most conversations have none. */
export function createCitationCases<CallOptions extends { signal: AbortSignal }>(
  deps: CitationDeps & { store: JobStore },
  timeOf: (call: CallOptions) => Call,
): CitationCases<CallOptions> {
  return {
    async followCitations(request, page, call) {
      call.signal.throwIfAborted();
      const { followCitations } = await import('./citation-job.ts');
      const { job, reused } = await followCitations(deps, request, timeOf(call));
      const answer = answerJob(deps.store, job, page);
      return reused ? { ...answer, job: { ...answer.job, reused: true } } : answer;
    },
    async planCitations(request, { signal }) {
      signal.throwIfAborted();
      return (await import('./citation-job.ts')).planCitations(deps, request, { signal });
    },
  };
}
