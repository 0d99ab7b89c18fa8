import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { LiveSources } from '../federated/live-sources.ts';
import { whenStoreIsFree } from '../jobs/ports/when-store-is-free.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import { createMetrics } from '../service/metrics.ts';
import { type Serving, serveHttp } from '../service/serve.ts';
import { lockServing } from '../service/serve-lock.ts';
import { openService, type ServiceOptions } from '../service/service.ts';
import { openServiceFile } from '../service/store/sqlite/open.ts';
import { SERVE_FILE } from '../service/store/sqlite/schema.ts';
import { assembleService } from './service-parts.ts';
import { withoutEntries } from './without-entries.ts';

export type ServeSettings = {
  host: string;
  port: number;
  /** Names under which the service may be asked; undefined: those of loopback on loopback, any elsewhere. */
  allowedHosts: readonly string[] | undefined;
  requestsPerMinute: number;
  concurrency: number;
  maxOpenJobs: number;
  resultsDays: number;
  /** Ports that callbacks may use beside 443, and networks beside the public ones. */
  callbackPorts: readonly number[];
  callbackNetworks: readonly string[];
  callbackCaFile: string | undefined;
};

/** How long open jobs, requests and callbacks get to end when the service stops. */
const GRACE_MS = 10_000;

/**
 * Serves over HTTP for the accounts of `paperqueue account`; resolves when it listens. Refused while another process
 * serves the same folder: rate limits and scraper keys are held per process.
 */
export async function serveService(
  config: Config,
  log: Log,
  searched: { library: Library; live: LiveSources },
  settings: ServeSettings,
): Promise<Serving> {
  const lock = lockServing(config.dataDir);
  let stop = async () => lock.release();
  try {
    const { callbackPorts, callbackNetworks, callbackCaFile } = settings;
    const { parts, close: closeParts } = assembleService(config, log, searched, {
      ports: callbackPorts,
      networks: callbackNetworks,
      ca: callbackCaFile === undefined ? undefined : readFileSync(callbackCaFile, 'utf8'),
    });
    const { store } = await whenStoreIsFree(() => openServiceFile(config.dataDir, SERVE_FILE, parts.onError));
    const metrics = createMetrics(store);
    const options: ServiceOptions = {
      ...withoutEntries(parts),
      ...settings,
      store,
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
    const { app, close } = openService(options);
    stop = async () => {
      await close(GRACE_MS).finally(lock.release);
      closeParts();
    };
    const serving = await serveHttp({ ...settings, app, metrics });
    return { address: serving.address, close: () => serving.close().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}
