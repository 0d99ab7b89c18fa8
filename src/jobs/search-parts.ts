import { isFinal } from '../contract/answers.ts';
import { type ChargeState, PaperqueueError } from '../contract/errors.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Deadline } from '../lib/deadline.ts';
import type { Note } from '../wording/notes.ts';
import { keepJobOnError } from './awaited-job.ts';
import { type BeginOptions, beginSearch } from './begin-search.ts';
import { jobRef } from './job-refs.ts';
import { type CreationAttempt, type JobRecord, type JobStore, REPEATED_SEARCHES } from './ports/store.ts';
import { refuseTooDear } from './refuse-too-dear.ts';
import type { CallOptions } from './spending/call.ts';
import { type Credits, finalCharge } from './spending/charge-state.ts';
import type { EstimateDeps } from './spending/estimate.ts';
import type { SubmitDeps } from './spending/submit.ts';
import { type PollSchedule, waitForJob } from './spending/wait.ts';

/**
 * A question in parts: one job of the service for each part, with all rules of spending. The papers of the jobs are
 * then read as one, fused by their ranks.
 */

type PartsDeps = SubmitDeps & EstimateDeps & { polls: PollSchedule };

/**
 * Creates the jobs of all searches, or re-attaches to equal ones, one after the other, after the cost of all was
 * checked. If one fails, no later one is sent: the error names the jobs that exist, to which the same call re-attaches.
 */
export async function beginParts(
  deps: PartsDeps,
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

/** Whether a call that created these jobs took credits; `known` is the state without them. */
function combineCharges(known: ChargeState, attempts: readonly CreationAttempt[]): ChargeState {
  const charges = attempts.filter(({ reused }) => !reused).map(({ job }) => finalCharge(job));
  const states = [known, ...charges];
  if (states.includes('unknown')) return 'unknown';
  return states.includes('yes') ? 'yes' : 'no';
}

/** Waits for all jobs at once. A job that cannot be polled keeps its state, with the reason as a note. */
export function waitForAll(
  deps: PartsDeps,
  jobs: readonly JobRecord[],
  { seconds, signal, onProgress, deadline }: CallOptions & { seconds: number; deadline: Deadline },
): Promise<JobRecord[]> {
  const running = jobs.find(({ status }) => !isFinal(status));
  return Promise.all(
    jobs.map(async (job) => {
      if (isFinal(job.status) || deadline.signal.aborted) return job;
      // One bar of progress at a time.
      const watched = { ...(job === running && { onProgress }) };
      const waiting = () => waitForJob(deps, job, { seconds, deadline, signal, ...watched });
      return keepJobOnError(job, signal, waiting);
    }),
  );
}

/** What a group of jobs cost this call. */
export function creditsOfParts(attempts: readonly CreationAttempt[], jobs: readonly JobRecord[]): Credits | undefined {
  const [first] = jobs;
  if (!first) return undefined;
  const current = attempts.map(({ reused }, index) => ({ reused, job: jobs[index] as JobRecord }));
  const cost = current.reduce((sum, { reused, job }) => (reused ? sum : sum + job.cost), 0);
  return { cost, pool: first.pool, charged: combineCharges('no', current) };
}

/** Notes on single jobs of a group: re-attached ones, unsupported fields, and jobs that could not be polled. */
export function notesOfParts(attempts: readonly CreationAttempt[], jobs: readonly JobRecord[]): Note[] {
  const untaken = new Set(attempts.flatMap(({ without }) => without ?? []));
  const reused = attempts.filter((attempt) => attempt.reused).map(({ job }) => jobRef(job.number));
  const isLookFailed = jobs.some(({ notes }) => notes.some(({ kind }) => kind === 'first-look-failed'));
  return [
    ...(reused.length > 0 ? [{ kind: 'parts-reused' as const, jobs: reused, of: attempts.length }] : []),
    ...[...untaken].map((field) => ({ kind: 'field-not-taken' as const, field })),
    ...(isLookFailed ? [{ kind: 'first-look-failed' as const }] : []),
  ];
}

/** Records that a final state was reported, so that repeating the search creates a new job. */
export function markReported(store: JobStore, { number, status }: JobRecord): void {
  if (isFinal(status)) store.markRunReported(number, REPEATED_SEARCHES);
}
