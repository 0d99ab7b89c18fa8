import { freeFailure } from '../contract/errors.ts';
import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { createAdminApp } from '../service/admin-page/admin-routes.ts';
import { type Serving, serveHttp } from '../service/serve-http.ts';
import { lockServing } from '../service/store/sqlite/served-folder.ts';
import { startService, type WorkSettings } from './start-service.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /** Runs the service over HTTP; the returned `close` shuts it down in order. */
    serve(settings: ServeSettings): Promise<ServedService>;
    /** Runs jobs and callbacks of that service, in a process that answers no requests. */
    work(settings: WorkSettings): Promise<{ close(): Promise<void> }>;
  }
}

export type ServeSettings = WorkSettings & {
  host: string;
  port: number;
  /** Host names that requests may use; undefined: loopback names on loopback, any name elsewhere. */
  allowedHosts: readonly string[] | undefined;
  requestsPerMinute: number;
  maxOpenJobs: number;
};

/** A listening service, with figures for its operator at the start. */
export type ServedService = Serving & Holds;

/** What a service holds; `library` is absent if its searches do not ask the library. */
type Holds = {
  library?: { papers: number; starter: number };
  accounts: number;
  hasWorker: boolean;
  hasAdminToken: boolean;
};

const STAY_MS = 60_000;

/**
 * Serves over HTTP for the accounts of `paperqueue account`; resolves once it listens. With a file, it is refused while
 * another process serves the same folder: rate limits and scraper keys are held per process.
 */
export async function serveService(
  config: Config,
  log: Log,
  library: Library,
  settings: ServeSettings,
): Promise<ServedService> {
  if (settings.concurrency === 0 && !config.databaseUrl) throw needsDatabase();
  const lock = config.databaseUrl ? undefined : lockServing(config.dataDir);
  let stop = async () => lock?.release();
  try {
    const { app, metrics, store, close } = await startService(config, log, library, settings);
    stop = () => close().finally(() => lock?.release());
    const open = (await store.accounts.list()).filter(({ revokedAt }) => revokedAt === null);
    const onError = (event: string, error: unknown) => log.error(event, { error });
    const serving = await serveHttp({ ...settings, app, metrics, admin: createAdminApp(store, { onError }) });
    const others = settings.concurrency > 0 ? [] : await store.workers.list();
    const hasWorker = settings.concurrency > 0 || others.some(({ isRunning }) => isRunning);
    const hasAdminToken = (await store.settings.read('admin-token')) !== undefined;
    const isSearched = config.sources.includes('library');
    const holds = { ...(isSearched && { library: library.size() }), accounts: open.length, hasWorker, hasAdminToken };
    return { ...holds, address: serving.address, close: () => serving.close().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs jobs and callbacks of the service in PAPERQUEUE_DATABASE_URL, in a process that answers no requests. */
export async function workForService(config: Config, log: Log, library: Library, settings: WorkSettings) {
  if (!config.databaseUrl) throw needsDatabase();
  const { close } = await startService(config, log, library, settings, true);
  // While the database is unreachable nothing else keeps the process alive: its timers are unreferenced.
  const staying = setInterval(() => {}, STAY_MS);
  return { close: () => close().finally(() => clearInterval(staying)) };
}

function needsDatabase() {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'needs-database' }],
    advice: [{ kind: 'set-database', setting: 'PAPERQUEUE_DATABASE_URL' }],
  });
}
