import { creditCost, type Pool } from '../contract/credits.ts';
import { freeFailure, PaperqueueError } from '../contract/errors.ts';
import type { JobRequest } from '../contract/requests.ts';
import { type Deadline, orLate } from '../lib/deadline.ts';
import type { Note } from '../wording/notes.ts';
import { jobRef } from './job-refs.ts';
import type { CreationAttempt, JobRecord } from './ports/store.ts';
import { isRefused, stillSubmitting } from './search-answer.ts';
import { freshBalances } from './spending/balances.ts';
import { MIN_CREATION_SECONDS, noAnswerInTime } from './spending/call.ts';
import { capProblem, combineCharges } from './spending/charges.ts';
import { type EstimateDeps, explainingLackOfCredits } from './spending/estimate.ts';
import { sentPool, withScraperKey } from './spending/sent-request.ts';
import { findReusable, type SubmitDeps, type SubmitOptions, submitJob } from './spending/submit.ts';

type BeginDeps = SubmitDeps & EstimateDeps;

export type BeginOptions = Omit<SubmitOptions, 'creationMs' | 'deadline' | 'onIntent'> & {
  /** How long the call waits for its job; the creation may take as long, and at least a few seconds. */
  waitSeconds: number;
};

/**
 * Creates a search's job, or re-attaches to an equal one, within the call's deadline. If the creation takes longer, it
 * continues and is recorded: the job returned then says so.
 */
export function beginSearch(
  deps: BeginDeps,
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

/**
 * Creates the jobs of all searches, or re-attaches to equal ones, one after the other, after the cost of all was
 * checked. If one fails, no later one is sent: the error names the jobs that exist, to which the same call re-attaches.
 */
export async function beginSearches(
  deps: BeginDeps,
  searches: readonly JobRequest[],
  options: BeginOptions,
  deadline: Deadline,
  onJob: (job: number) => void,
): Promise<CreationAttempt[]> {
  await refuseTooDear(deps, searches, options);
  const begun: CreationAttempt[] = [];
  for (const request of searches) {
    try {
      const attempt = await beginSearch(deps, request, options, deadline);
      onJob(attempt.job.number);
      begun.push(attempt);
    } catch (error) {
      throw begun.length > 0 ? nameBegunJobs(begun, searches.length, error) : error;
    }
  }
  return begun;
}

/** The failure of one part, with the jobs of earlier parts and whether the call was charged. */
function nameBegunJobs(begun: readonly CreationAttempt[], total: number, error: unknown): unknown {
  if (!(error instanceof PaperqueueError)) return error;
  const jobs = begun.map(({ job }) => jobRef(job.number));
  const charged = combineCharges(error.details.charged, begun);
  const canResume = error.details.code !== 'CHARGE_UNKNOWN';
  const problem: Note[] = [...error.details.problem, { kind: 'parts-begun', jobs, of: total, canResume }];
  return new PaperqueueError({ ...error.details, charged, problem }, { cause: error.cause });
}

/**
 * Refuses the whole group before anything is sent, if the cap or a known balance has no room for all its new jobs.
 * Throws CREDIT_CAP and INSUFFICIENT_CREDITS.
 */
async function refuseTooDear(deps: BeginDeps, searches: readonly JobRequest[], options: BeginOptions): Promise<void> {
  const paid = searches.filter((request) => findReusable(deps, request, options) === undefined);
  const costs = new Map<Pool, number>();
  for (const request of paid) {
    const pool = sentPool(deps, withScraperKey(request, deps.scraperKey));
    costs.set(pool, (costs.get(pool) ?? 0) + creditCost(request.filters.limit));
  }
  const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const problem = options.overCap || total === 0 ? undefined : capProblem(deps, total);
  if (problem) throw problem;
  if (paid.length < 2) return;
  const measured = await freshBalances(deps);
  for (const [pool, cost] of costs) {
    const balance = measured?.balances[pool];
    if (balance === undefined || balance >= cost) continue;
    throw freeFailure({
      code: 'INSUFFICIENT_CREDITS',
      problem: [{ kind: 'pool-too-low', cost, pool, balance }],
      advice: [{ kind: 'see-cost' }],
    });
  }
}
