import { PaperqueueError } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { type SearchEngine, SearchFailedError } from '../../jobs/ports/search-engine.ts';
import type { Database } from '../../sqlite/database.ts';
import {
  failExhaustedJobs,
  failJob,
  finishJob,
  LEASE_MS,
  type LeasedJob,
  leaseJob,
  MAX_ATTEMPTS,
  nextDue,
  postponeJob,
  releaseJob,
  renewLease,
} from './job-queue.ts';

export type Worker = {
  /** There may be an open job: look soon. */
  wake(): void;
  /** Keys live in memory only, from the creation to the end of the job. */
  keepKey(job: string, scraperKey: Secret): void;
  /** Takes no further job; those at work get `graceMs` to end and are then left to whoever comes next. */
  stop(graceMs?: number): Promise<void>;
};

export type WorkerOptions = {
  database: Database;
  search: SearchEngine;
  /** Jobs at work at the same time. */
  concurrency?: number;
  /** Longest time for a job, all its enrichment included. */
  timeLimitMs?: number;
  onError: (event: string, error: unknown) => void;
  /** A job has reached its final state. */
  onFinished?: (finished: { job: LeasedJob; state: 'success' | 'error'; seconds: number }) => void;
};

const RENEW_MS = LEASE_MS / 3;
/** How long a job waits after a passing failure, by attempt. */
const BACK_OFF_MS = [1_000, 5_000];
const MAX_NAP_MS = 60_000;
const KEY_LOST = 'The scraper key was lost when the service restarted: landing pages were not read.';

/** Works off open jobs, also those that a killed process left behind. */
export function startWorker(options: WorkerOptions): Worker {
  const { database, search, concurrency = 1, timeLimitMs = 120_000, onError, onFinished } = options;
  const keys = new Map<string, Secret>();
  const atWork = new Set<Promise<void>>();
  const stopping = new AbortController();
  let draining = false;
  let scheduled: NodeJS.Immediate | undefined;
  let nap: NodeJS.Timeout | undefined;

  const schedule = () => {
    // One job per turn of the event loop, so that answers to polls get in between.
    if (!draining && !scheduled) scheduled = setImmediate(takeNextJob);
  };

  const takeNextJob = () => {
    scheduled = undefined;
    if (atWork.size >= concurrency) return;
    try {
      failExhaustedJobs(database);
      const job = leaseJob(database);
      if (!job) return sleepUntilDue();
      const work = run(job).finally(() => {
        atWork.delete(work);
        schedule();
      });
      atWork.add(work);
      schedule();
    } catch (error) {
      onError('worker could not take a job', error);
      sleepUntilDue();
    }
  };

  /** Postponed jobs and leases of killed processes come due without anybody waking the worker. */
  const sleepUntilDue = () => {
    clearTimeout(nap);
    const due = nextDueSafely();
    if (due === undefined || draining) return;
    nap = setTimeout(schedule, Math.min(Math.max(due - Date.now(), 50), MAX_NAP_MS)).unref();
  };

  const nextDueSafely = () => {
    try {
      return nextDue(database);
    } catch {
      return Date.now() + MAX_NAP_MS;
    }
  };

  const run = async (job: LeasedJob): Promise<void> => {
    const lost = new AbortController();
    const renewing = setInterval(() => {
      if (!isStillOurs(job)) lost.abort(new Error('another worker has taken the job over'));
    }, RENEW_MS).unref();
    const timeUp = AbortSignal.timeout(timeLimitMs);
    const signal = AbortSignal.any([stopping.signal, lost.signal, timeUp]);
    try {
      const scraperKey = keys.get(job.id);
      const outcome = await untilAborted(signal, search(job.request, { signal, scraperKey }));
      const notes = job.hasKey && !scraperKey ? [...outcome.notes, KEY_LOST] : outcome.notes;
      if (!finishJob(database, job, { ...outcome, notes }))
        onError('a job was finished by another worker', new Error(job.id));
      else report(job, 'success');
    } catch (error) {
      if (lost.signal.aborted) keys.delete(job.id);
      else if (stopping.signal.aborted) release(job);
      if (lost.signal.aborted || stopping.signal.aborted) return;
      settleFailure(job, timeUp.aborted ? new Error('the job took too long') : error);
    } finally {
      clearInterval(renewing);
    }
  };

  /** For the next process, which need not wait for the end of the lease. */
  const release = (job: LeasedJob) => {
    try {
      releaseJob(database, job);
    } catch (error) {
      onError('a job that was broken off could not be given back', error);
    }
  };

  const isStillOurs = (job: LeasedJob): boolean => {
    try {
      return renewLease(database, job);
    } catch (error) {
      onError('a lease could not be renewed', error);
      return true;
    }
  };

  const settleFailure = (job: LeasedJob, error: unknown) => {
    const failure = error instanceof SearchFailedError ? error.outcome : undefined;
    if (!failure) onError('a job failed', error);
    try {
      if (isPassing(error) && job.attempts < MAX_ATTEMPTS) {
        postponeJob(database, job, Date.now() + (BACK_OFF_MS[job.attempts - 1] ?? 0));
        return;
      }
      if (failJob(database, job, failure)) report(job, 'error');
    } catch (cause) {
      // The store is gone; the lease ends by itself and the job is taken up again.
      onError('a failed job could not be recorded', cause);
    }
  };

  const report = (job: LeasedJob, state: 'success' | 'error') => {
    keys.delete(job.id);
    onFinished?.({ job, state, seconds: (Date.now() - job.createdAt) / 1000 });
  };

  return {
    wake: schedule,
    keepKey: (job, scraperKey) => {
      keys.set(job, scraperKey);
    },
    async stop(graceMs = 0) {
      draining = true;
      clearImmediate(scheduled);
      clearTimeout(nap);
      const ending = [...atWork];
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.allSettled(ending), grace]);
      stopping.abort(new Error('the service stops'));
      await Promise.allSettled(ending);
    },
  };
}

function isPassing(error: unknown): boolean {
  return error instanceof PaperqueueError && error.details.retryable;
}

/**
 * The outcome, or the signal's reason when that comes first: a search that does not look at its signal is left behind.
 */
async function untilAborted<T>(signal: AbortSignal, outcome: T | Promise<T>): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([outcome, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
