import { type LookUpDeps, type LookUpRequest, lookUpPapers } from './look-up.ts';
import { type LookUpView, viewLookUp } from './look-up-view.ts';

/** Looks up papers and answers with the job, new or reused. */
export async function answerLookUp(
  deps: LookUpDeps,
  request: LookUpRequest,
  asking: { signal: AbortSignal; budgetMs: number },
  options?: { limitSize?: boolean },
): Promise<LookUpView> {
  const { job, reused } = await lookUpPapers(deps, request, asking);
  const answer = viewLookUp(deps.store, job, options);
  return reused ? { ...answer, job: { ...answer.job, reused: true } } : answer;
}
