import { isFinal } from '../contract/answers.ts';
import { explainFailure, freeFailure, PaperqueueError } from '../contract/errors.ts';
import { isNote, type Note } from '../wording/notes.ts';
import { jobRef, namedInstead, noSuchJob } from './job-refs.ts';
import { EVERYBODY, type JobRecord, type JobStore } from './ports/store.ts';

/** What a call does with a recorded job whose state the service may know better. */

/** The caller must not lose an existing job because its first wait failed. */
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

/** The service may have forgotten a recorded job, which is not the same as an unknown id. */
export function explainForgottenJob<T>(store: JobStore, job: JobRecord, work: () => Promise<T>): Promise<T> {
  return explainFailure('JOB_NOT_FOUND', work, (details) => {
    // The job cannot change any more.
    store.toldRun(job.number, EVERYBODY);
    const problem: Note = { kind: 'forgotten-job', job: jobRef(job.number), createdAt: job.createdAt };
    const said = details.problem.filter(isNote('service-said'));
    return { ...details, problem: [problem, ...said], advice: [{ kind: 'search-fresh' }] };
  });
}

/** A service's ids have any form: only what it does not know is something else, such as a group or a citation key. */
export function explainUnknownJob<T>(store: JobStore, name: string, work: () => Promise<T>): Promise<T> {
  return explainFailure('JOB_NOT_FOUND', work, (details) =>
    namedInstead(name, store) ? noSuchJob(store, name).details : details,
  );
}

/** Whether the service must be asked: not if the job is final or may not exist. */
export function needsAsking(account: string, job: JobRecord): boolean {
  if (isFinal(job.status)) return false;
  // Its id, if an answer named one, was asked for already.
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
