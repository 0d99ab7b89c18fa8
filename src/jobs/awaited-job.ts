import { isFinal } from '../contract/answers.ts';
import { explainFailure, freeFailure, PaperqueueError } from '../contract/errors.ts';
import type { Deadline } from '../lib/deadline.ts';
import { isNote, type Note } from '../wording/notes.ts';
import { jobRef, namedInstead, noSuchJob } from './job-refs.ts';
import { ALL_SERIES, type CreationAttempt, type JobRecord, type JobStore, REPEATED_SEARCHES } from './ports/store.ts';
import { type WaitDeps, type WaitOptions, waitForJob } from './spending/wait.ts';

/** How a call handles a recorded job whose state at the service may have changed. */

/** The job with a note if waiting fails: the caller must not lose a job that exists. */
export async function keepJobOnError(
  created: JobRecord,
  signal: AbortSignal,
  wait: () => Promise<JobRecord>,
): Promise<JobRecord> {
  try {
    return await wait();
  } catch (error) {
    if (signal.aborted) throw error;
    const why: readonly Note[] = error instanceof PaperqueueError ? error.details.problem : [{ kind: 'internal' }];
    return { ...created, notes: [...created.notes, { kind: 'first-look-failed' }, ...why] };
  }
}

/** Explains a JOB_NOT_FOUND for a recorded job: the service has forgotten it, so its id is not unknown. */
export function explainForgottenJob<T>(store: JobStore, job: JobRecord, work: () => Promise<T>): Promise<T> {
  return explainFailure('JOB_NOT_FOUND', work, (details) => {
    // The job cannot change any more.
    store.markRunReported(job.number, ALL_SERIES);
    const problem: Note = { kind: 'forgotten-job', job: jobRef(job.number), createdAt: job.createdAt };
    const serviceNotes = details.problem.filter(isNote('service-said'));
    return { ...details, problem: [problem, ...serviceNotes], advice: [{ kind: 'search-fresh' }] };
  });
}

/** Says what an id unknown to the service names instead, such as a group: ids can have any form. */
export function explainUnknownJob<T>(store: JobStore, name: string, work: () => Promise<T>): Promise<T> {
  return explainFailure('JOB_NOT_FOUND', work, (details) =>
    namedInstead(name, store) ? noSuchJob(store, name).details : details,
  );
}

/** Whether the service must be asked for the state: not if the job is final or may not exist. */
export function mustAskService(account: string, job: JobRecord): boolean {
  if (isFinal(job.status)) return false;
  // If an answer named its id, that was looked up already.
  if (job.status === 'unknown') return false;
  // Without an id, wait only while some process is still creating it.
  if (job.jobId === null) return job.status === 'submitting';
  if (job.account === account) return true;
  throw freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'job-of-another-account' }],
    advice: [{ kind: 'restore-configuration', settings: ['PAPERQUEUE_BASE_URL', 'PAPERQUEUE_TOKEN'] }],
  });
}

/** Waits for a job that an earlier call created. If the service has forgotten it, waiting longer does not help. */
async function waitForEarlierJob(
  { store, account }: { store: JobStore; account: string },
  job: JobRecord,
  signal: AbortSignal,
  wait: () => Promise<JobRecord>,
): Promise<JobRecord> {
  if (!mustAskService(account, job)) return job;
  let forgotten: PaperqueueError | undefined;
  const waited = await keepJobOnError(job, signal, () =>
    explainForgottenJob(store, job, wait).catch((error) => {
      if (error instanceof PaperqueueError && error.details.code === 'JOB_NOT_FOUND') forgotten = error;
      throw error;
    }),
  );
  if (forgotten) throw forgotten;
  return waited;
}

type Awaiting = WaitOptions & { deadline: Deadline };

/** Waits for the job of this call, new or not, within the call's deadline. */
export async function waitForBegun(
  deps: WaitDeps & { account: string },
  { job, reused }: CreationAttempt,
  call: Awaiting,
): Promise<JobRecord> {
  if (isFinal(job.status) || call.deadline.signal.aborted) return job;
  const wait = () => waitForJob(deps, job, call);
  return reused ? waitForEarlierJob(deps, job, call.signal, wait) : keepJobOnError(job, call.signal, wait);
}

/** Waits for all jobs at once. A job that cannot be polled keeps its state, with the reason as a note. */
export function waitForAll(
  deps: WaitDeps & { account: string },
  jobs: readonly JobRecord[],
  { onProgress, ...call }: Awaiting,
): Promise<JobRecord[]> {
  const running = jobs.find(({ status }) => !isFinal(status));
  // One bar of progress at a time.
  const watched = (job: JobRecord) => (job === running ? { ...call, onProgress } : call);
  return Promise.all(jobs.map((job) => waitForBegun(deps, { job, reused: false }, watched(job))));
}

/** Records that a final state was reported, so that repeating the search creates a new job. */
export function markReported(store: JobStore, { number, status }: JobRecord): void {
  if (isFinal(status)) store.markRunReported(number, REPEATED_SEARCHES);
}
