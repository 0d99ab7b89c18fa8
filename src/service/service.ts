import type { Hono } from 'hono';
import { type AttemptEvent, type SendCallback, startDeliverer } from './callbacks/deliverer.ts';
import type { ServiceDeps, ServiceEnvironment } from './deps.ts';
import { createServiceApp } from './http-app.ts';
import { announceWorker, watchWorkers } from './queue/heartbeat.ts';
import { startWorker, type WorkerOptions } from './queue/worker.ts';
import type { ServiceStore } from './store/port.ts';

export type ServiceOptions = Pick<
  ServiceDeps,
  'papers' | 'checkScraperKey' | 'sealer' | 'callbackUrlProblem' | 'onError' | 'onRequest'
> &
  Pick<WorkerOptions, 'search' | 'concurrency' | 'timeLimitMs' | 'onFinished'> & {
    /** Closed together with the service. */
    store: ServiceStore;
    /** The account of a token. Default: looked up in the store. */
    accountOfToken?: ServiceDeps['accountOfToken'];
    sendCallback: SendCallback;
    /** Called after each attempt to deliver a callback. */
    onDelivery?: (event: AttemptEvent) => void;
    /** Maximum requests per account and minute. Default: no limit. */
    requestsPerMinute?: number | undefined;
    /** Above this number of open jobs, creations are refused with 503. Default: no limit. */
    maxOpenJobs?: number | undefined;
    /** The name under which this process is listed as a worker. Undefined: not listed, as in embedded mode. */
    workerName?: string | undefined;
    /** Called regularly while jobs wait and no process runs any. */
    onMissingWorkers?: ((openJobs: number) => void) | undefined;
    /** Days after the end of a job until its results are deleted. */
    resultsDays: number;
  };

export type OpenedService = {
  app: Hono<ServiceEnvironment>;
  /** Gives running jobs and callbacks `graceMs` (default 0) to finish; the next process takes up the rest. */
  close(graceMs?: number): Promise<void>;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRE_EVERY_MS = 60 * 60 * 1000;

/** Opens the service on its store: app, worker, callbacks. Takes up the work of an earlier process at once. */
export function openService(options: ServiceOptions): OpenedService {
  const { store, requestsPerMinute, maxOpenJobs, resultsDays, onError } = options;
  const deliverer = startDeliverer({
    store,
    send: options.sendCallback,
    onEvent: options.onDelivery,
    onError,
    // A process that runs no jobs sends no callbacks either.
    ...(options.concurrency === 0 && { concurrency: 0 }),
  });
  const worker = startWorker({
    ...options,
    onFinished: (finished) => {
      deliverer.wake();
      options.onFinished?.(finished);
    },
  });
  const { workerName: name, concurrency: jobs = 1, onMissingWorkers = () => {} } = options;
  const watch = jobs === 0 ? watchWorkers(store, onMissingWorkers) : undefined;
  const leave = name !== undefined && !watch ? announceWorker({ ...store, onError }, { name, jobs }) : undefined;
  const app = createServiceApp({
    ...options,
    worker,
    isAnyWorkerRunning: watch?.isAnyRunning,
    accountOfToken: options.accountOfToken ?? store.tokens.accountOf,
    requestsPerMinute,
    maxOpenJobs: maxOpenJobs ?? Number.POSITIVE_INFINITY,
  });
  const expire = async () => {
    try {
      await store.jobs.expire(resultsDays * DAY_MS);
    } catch (error) {
      onError('old results could not be given up', error);
    }
  };
  let expired = expire();
  const expiring = setInterval(() => {
    expired = expire();
  }, EXPIRE_EVERY_MS).unref();
  store.onWake((what) => (what === 'jobs' ? worker.wake() : deliverer.wake()));
  worker.wake();
  deliverer.wake();
  return {
    app,
    async close(graceMs = 0) {
      clearInterval(expiring);
      watch?.stop();
      await Promise.all([worker.stop(graceMs), deliverer.stop(graceMs), expired]);
      await leave?.();
      await store.close();
    },
  };
}
