import { availableParallelism, hostname } from 'node:os';
import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { configuredCollection } from '../search/federated/live-sources.ts';
import { createSharedSender, shareCallbackSettings } from '../service/callbacks/shared-sender.ts';
import { createMetrics } from '../service/metrics.ts';
import { createSealer } from '../service/scraping/sealer.ts';
import { openService, type ServiceOptions } from '../service/service.ts';
import { announceLibrary } from './announce-library.ts';
import { collectionLog } from './collection-log.ts';
import { forMembers } from './for-members.ts';
import { openStore } from './open-service-store.ts';
import { assembleService } from './service-parts.ts';
import { startSearchThreads } from './threads/search-threads.ts';

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

/** Time for open jobs, requests and callbacks when the service stops. */
const GRACE_MS = 10_000;

/** `isWorker`: missing settings come from the `serve` process of the same store. */
export async function startService(
  config: Config,
  log: Log,
  library: Library,
  settings: WorkSettings,
  isWorker = false,
) {
  const { callbackPorts, callbackNetworks, callbackCa, concurrency } = settings;
  const collection = configuredCollection(config);
  const logCollection = collectionLog(log);
  const threads = startSearchThreads(config, Math.min(concurrency, availableParallelism()), {
    onCollection: (answer) => {
      metrics.searchedCollection(answer);
      logCollection(answer);
    },
  });
  const callbacks = { ports: callbackPorts, networks: callbackNetworks, ca: callbackCa };
  const searched = { library, search: threads.search };
  const { parts, close: closeParts } = assembleService(config, log, searched, callbacks);
  const store = await openStore(config, parts.onError);
  const hasOwnSettings = callbackPorts.length > 0 || callbackNetworks.length > 0 || callbackCa !== undefined;
  const shared = isWorker && !hasOwnSettings ? createSharedSender(store.settings) : undefined;
  if (config.databaseUrl && !isWorker && (await shareCallbackSettings(store.settings, callbacks)))
    log.warn('the allowed destinations of callbacks have changed: each start of serve sets them for all processes');
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
