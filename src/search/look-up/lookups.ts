import { findJob } from '../../jobs/job-refs.ts';
import { type CallOptions, freeCall } from '../../jobs/spending/call.ts';
import type { LookUpDeps, LookUpRequest } from './look-up.ts';
import type { LookUpView } from './look-up-view.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    lookups(): Promise<Lookups>;
  }
}

/** Look-ups of known papers; free. */
export type Lookups = {
  /** Looks up papers, as a job that is finished at once. */
  lookUpPapers(request: LookUpRequest, call: CallOptions, options?: { limitSize?: boolean }): Promise<LookUpView>;
  /** The answer of a recorded look-up; undefined for another job. */
  lookedUp(jobId: string): Promise<LookUpView | undefined>;
};

export type LookupsDeps = LookUpDeps & { defaultWaitSeconds: number };

/** Its modules are loaded with the first look-up, because most conversations have none. */
export function createLookups(deps: LookupsDeps): Lookups {
  return {
    async lookUpPapers(request, call, options) {
      call.signal.throwIfAborted();
      const [{ lookUpPapers }, { viewLookUp }] = await Promise.all([
        import('./look-up.ts'),
        import('./look-up-view.ts'),
      ]);
      const { job, reused } = await lookUpPapers(deps, request, freeCall(deps.defaultWaitSeconds, call));
      const answer = viewLookUp(deps.store, job, options);
      return reused ? { ...answer, job: { ...answer.job, reused: true } } : answer;
    },
    async lookedUp(jobId) {
      const { viewLookUp } = await import('./look-up-view.ts');
      const job = findJob(deps.store, jobId, deps.account);
      return job?.lookUp && viewLookUp(deps.store, job, { limitSize: false });
    },
  };
}
