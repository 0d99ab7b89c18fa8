import { answerJob } from '../../jobs/answers/answer.ts';
import type { JobAnswerView } from '../../jobs/answers/answer-view.ts';
import type { PageRequest } from '../../jobs/answers/show-page.ts';
import type { RelatedRequest } from '../../jobs/ports/related.ts';
import type { JobRecord } from '../../jobs/ports/store.ts';
import { type CallOptions, freeCall } from '../../jobs/spending/call.ts';
import type { CitationDeps, CitationPlanView, CitationRequest } from './citation-job.ts';
import { findRelatedPapers, type RelatedDeps } from './related.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    citations(): Promise<Citations>;
  }
}

/** Jobs that find papers related to others; free. */
export type Citations = {
  /** Finds papers related to a stored one, in a job that is finished at once. */
  relatedPapers(request: RelatedRequest, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** Finds papers by following citations, in a job that may stay unfinished: repeating the call continues it. */
  followCitations(request: CitationRequest, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** The first requests that this would send; sends nothing. */
  planCitations(request: CitationRequest, call: CallOptions): Promise<CitationPlanView>;
};

export type CitationsDeps = RelatedDeps & CitationDeps & { defaultWaitSeconds: number };

/** The modules of citation searches are loaded with the first one, because most conversations have none. */
export function createCitations(deps: CitationsDeps): Citations {
  const answer = ({ job, reused }: { job: JobRecord; reused: boolean }, page: PageRequest): JobAnswerView => {
    const view = answerJob(deps.store, job, page);
    return reused ? { ...view, job: { ...view.job, reused: true } } : view;
  };
  return {
    async relatedPapers(request, page, call) {
      call.signal.throwIfAborted();
      return answer(await findRelatedPapers(deps, request, freeCall(deps.defaultWaitSeconds, call)), page);
    },
    async followCitations(request, page, call) {
      call.signal.throwIfAborted();
      const { followCitations } = await import('./citation-job.ts');
      return answer(await followCitations(deps, request, freeCall(deps.defaultWaitSeconds, call)), page);
    },
    async planCitations(request, { signal }) {
      signal.throwIfAborted();
      return (await import('./citation-job.ts')).planCitations(deps, request, { signal });
    },
  };
}
