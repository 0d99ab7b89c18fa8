import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { type Log, lossReporter } from '../platform/log.ts';
import { USER_AGENT } from '../platform/version.ts';
import { openServiceFeatures } from '../service/open.ts';
import type { ServeSettings } from './serve-service.ts';
import type { WorkSettings } from './start-service.ts';

type Parts = { config: Config; log: Log; life: Lifetime; library: () => Promise<Library> };

/** Features that only an operator's commands need: the service over HTTP, and checks of keys and endpoints. */
export function openOperations({ config, log, life, library }: Parts) {
  return {
    ...openServiceFeatures({ config, life, onLoss: lossReporter(log, 'serve.sqlite') }),
    async downloadRetractions(signal: AbortSignal) {
      const { downloadRetractions } = await import('./retractions/download.ts');
      const address = config.retractionsUrl;
      return { address, bytes: await downloadRetractions(address, USER_AGENT, signal) };
    },
    async scraperKeyProblem(signal: AbortSignal) {
      const { connectScraping } = await import('./service-parts.ts');
      const { scraperKeyProblem } = await import('../service/scraping/scraping-service.ts');
      return config.scraperKey && scraperKeyProblem(connectScraping(config), config.scraperKey, signal);
    },
    async embeddingsProblem(signal: AbortSignal) {
      const { embeddingsProblem } = await import('./embeddings.ts');
      return embeddingsProblem(config, signal);
    },
    async serve(settings: ServeSettings) {
      const { serveService } = await import('./serve-service.ts');
      return serveService(config, log, await library(), settings);
    },
    async work(settings: WorkSettings) {
      const { workForService } = await import('./serve-service.ts');
      return workForService(config, log, await library(), settings);
    },
    async copyStore() {
      const { copyServiceStore } = await import('./copy-store.ts');
      return copyServiceStore(config);
    },
  };
}
