import type { SearchEngine } from '../jobs/ports/search-engine.ts';
import type { Library } from '../library/library.ts';
import { type Config, listSecrets } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { type AddressOptions, callbackUrlProblem } from '../platform/net/address-policy.ts';
import { enrichmentSources, findStoredPaper } from '../search/federated/enrichment-sources.ts';
import type { LiveSources } from '../search/federated/live-sources.ts';
import { createEngine, type Enrich, paperLookUp } from '../search/federated/search.ts';
import { createGuardedSender } from '../service/callbacks/guarded-fetch.ts';
import { createEnricher } from '../service/enrichment/enrich.ts';
import { createLookUps } from '../service/enrichment/identifier-lookups.ts';
import {
  createScrapingService,
  type ScrapingService,
  scraperKeyProblem,
} from '../service/scraping/scraping-service.ts';
import type { ServiceOptions } from '../service/service.ts';
import { connectEmbedder } from './embeddings.ts';

export type CallbackSettings = {
  /** Ports besides 443. */
  ports?: readonly number[];
  /** Private networks that callbacks may reach. */
  networks?: readonly string[];
  /** Certificates (PEM) of additional authorities. */
  ca?: string | undefined;
};

type Parts = Pick<
  ServiceOptions,
  'search' | 'papers' | 'checkScraperKey' | 'callbackUrlProblem' | 'sendCallback' | 'onError'
>;

type Searched = { library: Library; live: LiveSources };

/** Runs the service's jobs in this thread. */
export function createSearch(config: Config, { library, live }: Searched): SearchEngine {
  return createEngine(config, {
    library,
    live,
    enrich: connectEnrichment({ library, live }, connectScraping(config)),
    embedder: connectEmbedder(config),
  });
}

/** The service's parts, the same for embedded mode and `serve`. */
export function assembleService(
  config: Config,
  log: Log,
  { library, search }: { library: Library; search: SearchEngine },
  { ports = [], networks = [], ca }: CallbackSettings,
): { parts: Parts; close: () => void } {
  const addresses: AddressOptions = { allowedPorts: [443, ...ports], allowAddresses: networks };
  const sender = createGuardedSender({ ...addresses, ca });
  const scraping = connectScraping(config);
  const parts: Parts = {
    search,
    papers: paperLookUp(library),
    checkScraperKey: (key, signal) => scraperKeyProblem(scraping, key, signal),
    callbackUrlProblem: (url) => callbackUrlProblem(url, addresses),
    sendCallback: sender.send,
    onError: (event, error) => log.error(event, { error }),
  };
  return { parts, close: sender.close };
}

/** Enrichment from the library, the configured sources and the scraping service. */
export function connectEnrichment({ library, live }: Searched, scraping: ScrapingService): Enrich {
  return (papers, { network, ...context }) => {
    const lookUps = createLookUps(enrichmentSources(live, network));
    return createEnricher({ library: (paper) => findStoredPaper(library, paper), lookUps, scraping })(papers, context);
  };
}

/** The scraping service at the configured address. */
export function connectScraping(config: Config): ScrapingService {
  return createScrapingService({ baseUrl: config.scraperBaseUrl, fetch, secrets: listSecrets(config) });
}
