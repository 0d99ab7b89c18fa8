import { isFinal } from '../contract/answers.ts';
import { explainFailure, freeFailure, PaperqueueError } from '../contract/errors.ts';
import type { Note } from '../contract/notes.ts';
import { jobRef } from './job-refs.ts';
import { EVERYBODY, type JobRecord, type JobStore } from './ports/store.ts';

/** What a call does about a job that is recorded and that the service may have to be asked about. */

/** A job that exists must not be lost to its caller because the first wait for it failed. */
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

/** The service may have forgotten a job that is recorded here: that is another thing than an id that nobody knows. */
export function explainForgottenJob<T>(store: JobStore, job: JobRecord, work: () => Promise<T>): Promise<T> {
  return explainFailure('JOB_NOT_FOUND', work, (details) => {
    // Nobody can be told more of it.
    store.toldRun(job.number, EVERYBODY);
    const problem: Note = { kind: 'forgotten-job', job: jobRef(job.number), createdAt: job.createdAt };
    return { ...details, problem: [problem], advice: [{ do: 'search-fresh' }] };
  });
}

/** Whether the service has to be asked: not for a final job, nor for one that nobody knows to exist. */
export function needsAsking(account: string, job: JobRecord): boolean {
  if (isFinal(job.status)) return false;
  // Without an id there is something to wait for only while some process is still creating it.
  if (job.jobId === null) return job.status === 'submitting';
  if (job.account === account) return true;
  throw freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'job-of-another-account' }],
    advice: [{ do: 'restore-configuration', settings: ['PAPERQUEUE_BASE_URL', 'PAPERQUEUE_TOKEN'] }],
  });
}

/** Waits for a job that an earlier call created. A service that has forgotten it is no passing failure. */
export async function waitForEarlierJob(
  { store, account }: { store: JobStore; account: string },
  job: JobRecord,
  signal: AbortSignal,
  wait: () => Promise<JobRecord>,
): Promise<JobRecord> {
  if (!needsAsking(account, job)) return job;
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
