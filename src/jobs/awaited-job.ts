import { isFinal } from '../contract/answers.ts';
import { explainFailure, freeFailure, PaperqueueError } from '../contract/errors.ts';
import { isNote, type Note } from '../wording/notes.ts';
import { jobRef, namedInstead, noSuchJob } from './job-refs.ts';
import { ALL_SERIES, type JobRecord, type JobStore } from './ports/store.ts';

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
export async function waitForEarlierJob(
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
