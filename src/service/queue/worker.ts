import type { SourceProgress } from '../../contract/answers.ts';
import { isStoreBusy, PaperqueueError } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { type SearchEngine, SearchFailedError } from '../../jobs/ports/search-engine.ts';
import { orAborted, startDeadline } from '../../lib/deadline.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { createPoller } from '../poller.ts';
import type { Sealer } from '../scraping/sealer.ts';
import { LEASE_MS, type LeasedJob, MAX_ATTEMPTS, type ServiceStore } from '../store/port.ts';

export type Worker = {
  /** Looks for an open job soon. */
  wake(): void;
  /** Remembers a scraper key until its job ends, in memory only. */
  keepKey(job: string, scraperKey: Secret): void;
  /** The progress of the sources that this process queries for a job. */
  progress(job: string): SourceProgress[] | undefined;
  /** Takes no further job. Running jobs get `graceMs` (default 0) to finish; the next process takes up the rest. */
  stop(graceMs?: number): Promise<void>;
};

export type WorkerOptions = {
  store: Pick<ServiceStore, 'jobs'>;
  search: SearchEngine;
  /** Decrypts the scraper keys in the store. */
  sealer?: Sealer | undefined;
  /** Jobs that run at the same time. Default: 1. */
  concurrency?: number;
  /** Maximum time for a job including enrichment, in milliseconds. Default: 120,000. */
  timeLimitMs?: number;
  /** Called with failures of the worker itself and of jobs, for the log. */
  onError: (event: string, error: unknown) => void;
  /** Called when a job has reached its final state; `seconds` since its creation. */
  onFinished?: (finished: { job: LeasedJob; state: 'success' | 'error'; seconds: number }) => void;
};

const RENEW_MS = LEASE_MS / 3;
/** How long a job waits after a transient failure, by attempt. */
const BACK_OFF_MS = [1_000, 5_000];
const MAX_POLL_MS = 60_000;
/** How long to wait while another process holds the store. */
const RETRY_BUSY_MS = 250;
/** A stopping process has little time. A lease that it does not release expires. */
const RELEASE_MS = 500;
const KEY_LOST = { kind: 'scraper-key-lost' } as const;
const KEY_NOT_OPENED = { kind: 'scraper-key-unreadable' } as const;

/** Runs open jobs, including those that a killed process left behind. */
export function startWorker(options: WorkerOptions): Worker {
  const { search, sealer, concurrency = 1, timeLimitMs = 120_000, onError, onFinished } = options;
  const { jobs } = options.store;
  const keys = new Map<string, Secret>();
  const progress = new Map<string, SourceProgress[]>();
  const atWork = new Set<Promise<void>>();
  const stopping = new AbortController();

  const takeNextJob = async () => {
    if (atWork.size >= concurrency) return;
    try {
      const job = await jobs.lease();
      if (!job) return await pollWhenDue();
      const work = run(job).finally(() => {
        atWork.delete(work);
        poller.wake();
      });
      atWork.add(work);
      poller.wake();
    } catch (error) {
      if (isStoreBusy(error)) return poller.pollIn(RETRY_BUSY_MS);
      onError('worker could not take a job', error);
      await pollWhenDue();
    }
  };

  /** Retries while the file is locked and a lease cannot be renewed. No other process can take the job meanwhile. */
  const whenFree = <T>(work: () => Promise<T>) => whenStoreIsFree(work, { maxMs: LEASE_MS, signal: stopping.signal });

  /** Nothing wakes the worker for postponed jobs or for jobs of killed processes. */
  const pollWhenDue = async () => {
    const dueInMs = await jobs.dueInMs().catch(() => MAX_POLL_MS);
    if (dueInMs !== undefined) poller.pollIn(Math.min(Math.max(dueInMs, 50), MAX_POLL_MS));
  };

  /** The result of the work. If the work throws, reports the error and returns `otherwise`. */
  const attempt = async <T>(event: string, work: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      onError(event, error);
      return otherwise;
    }
  };

  const run = async (job: LeasedJob): Promise<void> => {
    const lost = new AbortController();
    const renewing = setInterval(async () => {
      const isStillOurs = await attempt('a lease could not be renewed', () => jobs.renew(job), true);
      if (!isStillOurs) lost.abort(new Error('another worker has taken the job over'));
    }, RENEW_MS).unref();
    const deadline = startDeadline(timeLimitMs, [stopping.signal, lost.signal]);
    const { signal } = deadline;
    try {
      const scraperKey = keys.get(job.id) ?? unsealed(job);
      const onProgress = (sources: SourceProgress[]) => void progress.set(job.id, sources);
      // Does not wait for a search that ignores its signal.
      const outcome = await orAborted(Promise.resolve(search(job.request, { signal, scraperKey, onProgress })), signal);
      const notes =
        job.hasKey && !scraperKey ? [...outcome.notes, job.sealedKey ? KEY_NOT_OPENED : KEY_LOST] : outcome.notes;
      if (!(await whenFree(() => jobs.finish(job, { ...outcome, notes }))))
        onError('a job was finished by another worker', new Error(job.id));
      else report(job, 'success');
    } catch (error) {
      if (lost.signal.aborted) keys.delete(job.id);
      else if (stopping.signal.aborted)
        // So that the next process need not wait for the lease to expire.
        await attempt('a job that was broken off could not be given back', () => giveBack(job), undefined);
      else await settleFailure(job, deadline.isExpired() ? new Error('the job took too long') : error);
    } finally {
      clearInterval(renewing);
      deadline.dispose();
      progress.delete(job.id);
    }
  };

  const unsealed = (job: LeasedJob): Secret | undefined => {
    if (!job.sealedKey) return undefined;
    const opened = sealer?.open(job.sealedKey, job.account);
    if (!opened)
      onError('a sealed scraper key could not be opened with the sealing keys of this service', new Error(job.id));
    return opened;
  };

  const giveBack = (job: LeasedJob) => whenStoreIsFree(() => jobs.release(job), { maxMs: RELEASE_MS });

  const settleFailure = async (job: LeasedJob, error: unknown) => {
    const failure = error instanceof SearchFailedError ? error.outcome : undefined;
    if (!failure) onError('a job failed', error);
    const mayPass = error instanceof PaperqueueError && error.details.retryable && job.attempts < MAX_ATTEMPTS;
    const record = async () => {
      if (mayPass) await whenFree(() => jobs.postpone(job, BACK_OFF_MS[job.attempts - 1] ?? 0));
      else if (await whenFree(() => jobs.fail(job, failure))) report(job, 'error');
    };
    // If the store fails, the lease expires and the job is taken up again.
    await attempt('a failed job could not be recorded', record, undefined);
  };

  const report = (job: LeasedJob, state: 'success' | 'error') => {
    keys.delete(job.id);
    onFinished?.({ job, state, seconds: (Date.now() - job.createdAt) / 1000 });
  };

  const poller = createPoller(takeNextJob);
  return {
    wake: poller.wake,
    keepKey: (job, scraperKey) => {
      keys.set(job, scraperKey);
    },
    progress: (job) => progress.get(job),
    async stop(graceMs = 0) {
      await poller.stop();
      const ending = [...atWork];
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.allSettled(ending), grace]);
      stopping.abort(new Error('the service stops'));
      await Promise.allSettled(ending);
    },
  };
}
