import { join } from 'node:path';
import type { Hono } from 'hono';
import { type Database, openDatabase } from '../sqlite/database.ts';
import { createServiceApp } from './app.ts';
import { type AttemptEvent, type SendCallback, startDeliverer } from './callbacks/deliverer.ts';
import { giveUpDeadBodies } from './callbacks/outbox.ts';
import type { ServiceDeps, ServiceEnvironment } from './deps.ts';
import { expireKeys } from './queue/idempotency.ts';
import { expireResults } from './queue/job-queue.ts';
import { startWorker, type WorkerOptions } from './queue/worker.ts';
import { createRateLimiter } from './rate-limit.ts';
import { SERVICE_MIGRATIONS } from './schema.ts';

export type ServiceOptions = Pick<
  ServiceDeps,
  'papers' | 'checkScraperKey' | 'callbackUrlProblem' | 'onError' | 'onRequest'
> &
  Pick<WorkerOptions, 'search' | 'concurrency' | 'timeLimitMs' | 'onFinished'> & {
    dataDir: string;
    /** EMBEDDED_FILE or SERVE_FILE. */
    file: string;
    accountOfToken: (database: Database, token: string) => number | undefined;
    sendCallback: SendCallback;
    /** Called when an attempt to call back has ended. */
    onDelivery?: (event: AttemptEvent) => void;
    /** Requests that an account may make in a minute. Default: no limit. */
    requestsPerMinute?: number | undefined;
    /** With so many open jobs, creations are refused with 503. Default: no limit. */
    maxOpenJobs?: number | undefined;
    /** Results are deleted so many days after the end of their job. */
    resultsDays: number;
  };

export type OpenedService = {
  app: Hono<ServiceEnvironment>;
  database: Database;
  /** Gives running jobs and callbacks `graceMs` (default 0) to end; the next process takes up the rest. */
  close(graceMs?: number): Promise<void>;
};

/** An access holds up the process for so long where the file is locked; who can wait longer tries again. */
const LOCKED_MS = 50;

const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRE_EVERY_MS = 60 * 60 * 1000;

/**
 * Opens the service over its file: app, worker, callbacks. Takes up what an earlier process left at once. Fails soon as
 * busy where another process holds the file.
 */
export function openService(options: ServiceOptions): OpenedService {
  const { dataDir, file, accountOfToken, requestsPerMinute, maxOpenJobs, resultsDays, onError } = options;
  const database = openDatabase(join(dataDir, file), SERVICE_MIGRATIONS, LOCKED_MS);
  const deliverer = startDeliverer({ database, send: options.sendCallback, onEvent: options.onDelivery, onError });
  const worker = startWorker({
    ...options,
    database,
    onFinished: (finished) => {
      deliverer.wake();
      options.onFinished?.(finished);
    },
  });
  const rateLimiter =
    requestsPerMinute === undefined ? undefined : createRateLimiter(database, requestsPerMinute, Date.now, onError);
  const app = createServiceApp({
    ...options,
    database,
    worker,
    accountOfToken: (token) => accountOfToken(database, token),
    rateLimiter,
    maxOpenJobs: maxOpenJobs ?? Number.POSITIVE_INFINITY,
  });
  const expire = () => {
    try {
      const before = Date.now() - resultsDays * DAY_MS;
      expireResults(database, before);
      giveUpDeadBodies(database, before);
      expireKeys(database);
    } catch (error) {
      onError('old results could not be given up', error);
    }
  };
  const expiring = setInterval(expire, EXPIRE_EVERY_MS).unref();
  expire();
  worker.wake();
  deliverer.wake();
  return {
    app,
    database,
    async close(graceMs = 0) {
      clearInterval(expiring);
      await Promise.all([worker.stop(graceMs), deliverer.stop(graceMs)]);
      rateLimiter?.stop();
      database.close();
    },
  };
}
