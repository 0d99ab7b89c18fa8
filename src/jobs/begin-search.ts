import type { JobRequest } from '../contract/requests.ts';
import { type Deadline, orLate } from '../lib/deadline.ts';
import type { CreationAttempt, JobRecord, JobStore } from './ports/store.ts';
import { isRefused, stillSubmitting } from './search-answer.ts';
import { MIN_CREATION_SECONDS, noAnswerInTime } from './spending/call.ts';
import { type EstimateDeps, explainingLackOfCredits } from './spending/estimate.ts';
import { type SubmitDeps, type SubmitOptions, submitJob } from './spending/submit.ts';

export type BeginOptions = Omit<SubmitOptions, 'creationMs' | 'deadline' | 'onIntent'> & {
  /** How long the call waits for its job; the creation may take as long, and at least a few seconds. */
  waitSeconds: number;
};

/**
 * Creates a search's job, or re-attaches to an equal one, within the call's deadline. If the creation takes longer, it
 * continues and is recorded: the job returned then says so.
 */
export function beginSearch(
  deps: SubmitDeps & EstimateDeps & { store: JobStore },
  request: JobRequest,
  { waitSeconds, ...options }: BeginOptions,
  deadline: Deadline,
): Promise<CreationAttempt> {
  let intent: JobRecord | undefined;
  const onIntent = (job: JobRecord) => {
    intent = job;
  };
  const creationMs = Math.max(waitSeconds, MIN_CREATION_SECONDS) * 1000;
  const submitting = explainingLackOfCredits(deps, request, () =>
    submitJob(deps, request, { ...options, creationMs, deadline, onIntent }),
  );
  return orLate<CreationAttempt>(submitting, deadline, () => {
    if (!intent || isRefused(deps.store, intent)) throw noAnswerInTime();
    return { job: stillSubmitting(intent), reused: false };
  });
}
