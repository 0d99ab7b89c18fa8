import { PaperqueueError } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { type SearchEngine, SearchFailedError } from '../../jobs/ports/search-engine.ts';
import { orAborted } from '../../lib/deadline.ts';
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
  /** Looks for an open job soon. */
  wake(): void;
  /** Remembers a scraper key until its job ends, in memory only. */
  keepKey(job: string, scraperKey: Secret): void;
  /** Takes no further job. Running ones get `graceMs` (default 0) to end; the next process takes up the rest. */
  stop(graceMs?: number): Promise<void>;
};

export type WorkerOptions = {
  database: Database;
  search: SearchEngine;
  /** Jobs that run at the same time. Default: 1. */
  concurrency?: number;
  /** Longest time for a job, enrichment included, in milliseconds. Default: 120,000. */
  timeLimitMs?: number;
  /** Called with failures of the worker itself and of jobs, for the log. */
  onError: (event: string, error: unknown) => void;
  /** Called when a job has reached its final state; `seconds` since its creation. */
  onFinished?: (finished: { job: LeasedJob; state: 'success' | 'error'; seconds: number }) => void;
};

const RENEW_MS = LEASE_MS / 3;
/** How long a job waits after a passing failure, by attempt. */
const BACK_OFF_MS = [1_000, 5_000];
const MAX_NAP_MS = 60_000;
const KEY_LOST = 'The scraper key was lost when the service restarted: landing pages were not read.';

/** Runs open jobs, also those that a killed process left behind. */
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

  /** Nothing wakes the worker for postponed jobs and for jobs of killed processes. */
  const sleepUntilDue = () => {
    clearTimeout(nap);
    let due: number | undefined;
    try {
      due = nextDue(database);
    } catch {
      due = Date.now() + MAX_NAP_MS;
    }
    if (due === undefined || draining) return;
    nap = setTimeout(schedule, Math.min(Math.max(due - Date.now(), 50), MAX_NAP_MS)).unref();
  };

  /** What the work gives; where it throws, reports that and gives `otherwise`. */
  const attempt = <T>(event: string, work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      onError(event, error);
      return otherwise;
    }
  };

  const run = async (job: LeasedJob): Promise<void> => {
    const lost = new AbortController();
    const renewing = setInterval(() => {
      const isStillOurs = attempt('a lease could not be renewed', () => renewLease(database, job), true);
      if (!isStillOurs) lost.abort(new Error('another worker has taken the job over'));
    }, RENEW_MS).unref();
    const timeUp = AbortSignal.timeout(timeLimitMs);
    const signal = AbortSignal.any([stopping.signal, lost.signal, timeUp]);
    try {
      const scraperKey = keys.get(job.id);
      // A search that ignores its signal is left behind.
      const outcome = await orAborted(Promise.resolve(search(job.request, { signal, scraperKey })), signal);
      const notes = job.hasKey && !scraperKey ? [...outcome.notes, KEY_LOST] : outcome.notes;
      if (!finishJob(database, job, { ...outcome, notes }))
        onError('a job was finished by another worker', new Error(job.id));
      else report(job, 'success');
    } catch (error) {
      if (lost.signal.aborted) keys.delete(job.id);
      else if (stopping.signal.aborted)
        // So that the next process need not wait for the end of the lease.
        attempt('a job that was broken off could not be given back', () => releaseJob(database, job), undefined);
      else settleFailure(job, timeUp.aborted ? new Error('the job took too long') : error);
    } finally {
      clearInterval(renewing);
    }
  };

  const settleFailure = (job: LeasedJob, error: unknown) => {
    const failure = error instanceof SearchFailedError ? error.outcome : undefined;
    if (!failure) onError('a job failed', error);
    const mayPass = error instanceof PaperqueueError && error.details.retryable && job.attempts < MAX_ATTEMPTS;
    const record = () => {
      if (mayPass) postponeJob(database, job, Date.now() + (BACK_OFF_MS[job.attempts - 1] ?? 0));
      else if (failJob(database, job, failure)) report(job, 'error');
    };
    // If the store fails, the lease ends by itself and the job is taken up again.
    attempt('a failed job could not be recorded', record, undefined);
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
