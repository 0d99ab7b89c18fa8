import type { Config } from '../config.ts';
import type { LiveSources } from '../federated/live-sources.ts';
import { createEngine, paperLookUp } from '../federated/search.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import { type AddressOptions, callbackUrlProblem } from '../net/address-policy.ts';
import { createGuardedSender } from '../service/callbacks/guarded-fetch.ts';
import type { ServiceOptions } from '../service/service.ts';
import { createEnrichment } from './enrichment.ts';

export type CallbackSettings = {
  /** Ports beside 443. */
  ports?: readonly number[];
  /** Private networks that callbacks may reach. */
  networks?: readonly string[];
  /** Certificates (PEM) of further authorities. */
  ca?: string | undefined;
};

type Parts = Pick<
  ServiceOptions,
  'search' | 'papers' | 'checkScraperKey' | 'callbackUrlProblem' | 'sendCallback' | 'onError'
>;

/** What the service works with, the same for embedded mode and `serve`. */
export function assembleService(
  config: Config,
  log: Log,
  { library, live }: { library: Library; live: LiveSources },
  { ports = [], networks = [], ca }: CallbackSettings,
): { parts: Parts; close: () => void } {
  const addresses: AddressOptions = { allowedPorts: [443, ...ports], allowAddresses: networks };
  const sender = createGuardedSender({ ...addresses, ca });
  const { enrich, checkScraperKey } = createEnrichment(config, { library, live });
  const parts: Parts = {
    search: createEngine(config, { library, live, enrich }),
    papers: paperLookUp(library),
    checkScraperKey,
    callbackUrlProblem: (url) => callbackUrlProblem(url, addresses),
    sendCallback: sender.send,
    onError: (event, error) => log.error(event, { error }),
  };
  return { parts, close: sender.close };
}
