import { createHash } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { freeFailure } from '../contract/errors.ts';
import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { CollectionAnswer } from '../search/collection/admin-port.ts';
import { configuredCollection } from '../search/federated/live-sources.ts';
import { createAdminApp } from '../service/admin-page/admin-routes.ts';
import { createSharedSender, shareCallbackSettings } from '../service/callbacks/shared-sender.ts';
import { createMetrics } from '../service/metrics.ts';
import { createSealer } from '../service/scraping/sealer.ts';
import { type Serving, serveHttp } from '../service/serve-http.ts';
import { lockServing } from '../service/serve-lock.ts';
import { openService, type ServiceOptions } from '../service/service.ts';
import type { ServiceStore } from '../service/store/port.ts';
import { refuseCopied } from '../service/store/sqlite/copied.ts';
import { openServiceFile } from '../service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../service/store/sqlite/schema.ts';
import { forMembers } from './for-members.ts';
import { assembleService } from './service-parts.ts';
import { startSearchThreads } from './threads/search-threads.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /** Runs the service over HTTP; the returned `close` shuts it down in order. */
    serve(settings: ServeSettings): Promise<ServedService>;
    /** Runs jobs and callbacks of that service, in a process that answers no requests. */
    work(settings: WorkSettings): Promise<{ close(): Promise<void> }>;
  }
}

export type WorkSettings = {
  /** Jobs that run at the same time; 0 leaves jobs and callbacks to other processes. */
  concurrency: number;
  resultsDays: number;
  /** Ports that callbacks may use besides 443, and networks besides the public ones. */
  callbackPorts: readonly number[];
  callbackNetworks: readonly string[];
  /** Further certificate authorities (PEM) for callbacks. */
  callbackCa: string | undefined;
};

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

/** Time for open jobs, requests and callbacks when the service stops. */
const GRACE_MS = 10_000;

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

/** `isWorker`: it reads settings it was not given from the `serve` process of the same store. */
async function startService(config: Config, log: Log, library: Library, settings: WorkSettings, isWorker = false) {
  const { callbackPorts, callbackNetworks, callbackCa, concurrency } = settings;
  const collection = configuredCollection(config);
  const tellCollection = collectionLog(log);
  const threads = startSearchThreads(config, Math.min(concurrency, availableParallelism()), {
    onCollection: (answer) => {
      metrics.searchedCollection(answer);
      tellCollection(answer);
    },
  });
  const callbacks = { ports: callbackPorts, networks: callbackNetworks, ca: callbackCa };
  const searched = { library, search: threads.search };
  const { parts, close: closeParts } = assembleService(config, log, searched, callbacks);
  const store = await openStore(config, parts.onError);
  const isTold = callbackPorts.length > 0 || callbackNetworks.length > 0 || callbackCa !== undefined;
  const shared = isWorker && !isTold ? createSharedSender(store.settings) : undefined;
  if (config.databaseUrl && !isWorker && (await shareCallbackSettings(store.settings, callbacks)))
    log.warn('callbacks may go elsewhere than before: each start of serve decides it for all processes');
  const metrics = createMetrics(store, collection && (async (signal) => (await collection.open()).size(signal)));
  const options: ServiceOptions = {
    ...forMembers(parts),
    ...settings,
    ...(shared && { sendCallback: shared.send }),
    store,
    workerName: hostname(),
    onMissingWorkers: (openJobs) => log.warn('jobs wait, and no worker runs: start `paperqueue work`', { openJobs }),
    // Any process may run the job, so a key must be in the database, sealed, or is refused.
    ...(config.databaseUrl &&
      (config.sealingKey ? { sealer: createSealer(config.sealingKey) } : { checkScraperKey: undefined })),
    onRequest: (request) => {
      metrics.request(request);
      log.info('request', request);
    },
    onDelivery: (event) => log.info('callback', event),
    onFinished: ({ job, state, seconds }) => {
      metrics.finished({ state, seconds });
      log.info('job ended', { job: job.id, account: job.account, state, seconds });
    },
  };
  const stopAnnouncing = concurrency > 0 ? await announceLibrary(config, library, log) : undefined;
  const { app, close } = openService(options);
  return {
    app,
    metrics,
    store,
    close: () =>
      close(GRACE_MS)
        .finally(shared?.close)
        .finally(threads.close)
        .finally(stopAnnouncing)
        .finally(collection?.close)
        .finally(closeParts),
  };
}

async function openStore(config: Config, onError: ServiceOptions['onError']): Promise<ServiceStore> {
  if (!config.databaseUrl) {
    refuseCopied(config.dataDir);
    return (await whenStoreIsFree(() => openServiceFile(config.dataDir, SERVE_FILE, onError))).store;
  }
  const { openPostgresStore } = await import('../service/store/postgres/store.ts');
  return openPostgresStore(config.databaseUrl);
}

function needsDatabase() {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'needs-database' }],
    advice: [{ kind: 'set-database', setting: 'PAPERQUEUE_DATABASE_URL' }],
  });
}

const REPEAT_MS = 60_000;

/** Warns of searches that failed at the collection, each reason at most once a minute: every search would repeat it. */
export function collectionLog(
  log: Pick<Log, 'warn'>,
  now = () => performance.now(),
): (answer: CollectionAnswer) => void {
  const toldAt = new Map<string, number>();
  return ({ outcome }) => {
    if (outcome === 'whole' || outcome === 'incomplete') return;
    const at = toldAt.get(outcome);
    if (at !== undefined && now() - at < REPEAT_MS) return;
    toldAt.set(outcome, now());
    log.warn('the collection was not searched', { reason: outcome });
  };
}

/** Longer than the interval between two announcements of a running worker. */
const FORGOTTEN_MS = 2.5 * 60 * 60_000;
const AGAIN_MS = 60 * 60_000;

/** By machine and data folder. Times are the database's. */
type Announced = Record<string, { imported: number; at: number }>;

/**
 * Announces to the service's other workers, at the start and each hour, how many imported papers this one searches, and
 * warns in the log if theirs differ: then the results of a job depend on the worker. Does nothing if the library is not
 * searched, or if all share a collection. Returns a function that ends it.
 */
export async function announceLibrary(
  { databaseUrl, collectionUrl, dataDir, sources }: Config,
  library: Pick<Library, 'count'>,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<() => Promise<void>> {
  if (!databaseUrl || collectionUrl || !sources.includes('library')) return async () => {};
  const { LIBRARY_LANE, openLanes } = await import('../service/store/postgres/lanes.ts');
  const lanes = openLanes(databaseUrl, 1);
  const machine = createHash('sha256').update(`${hostname()}\n${dataDir}`).digest('hex').slice(0, 12);
  const announce = async () => {
    try {
      const imported = library.count({ origin: 'import' });
      const others = await lanes.change<Announced, number[]>(LIBRARY_LANE, (before = {}, now) => {
        const alive = Object.entries(before).filter(([id, { at }]) => id !== machine && at > now - FORGOTTEN_MS);
        const others = alive.map(([, other]) => other.imported).filter((count) => count !== imported);
        return [{ ...Object.fromEntries(alive), [machine]: { imported, at: now } }, others];
      });
      if (others.length > 0)
        log.warn('workers have different libraries: see docs/lab/operations.md', { imported, others });
    } catch (error) {
      log.error('the library could not be announced to the other workers', { error });
    }
  };
  await announce();
  const timer = setInterval(() => void announce(), AGAIN_MS).unref();
  return async () => {
    clearInterval(timer);
    await lanes.close();
  };
}
