import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { USER_AGENT } from '../platform/version.ts';
import type { ServeSettings, WorkSettings } from './serve-service.ts';

/** Features that only an operator's commands need: the service over HTTP, and checks of keys and endpoints. */
export function openOperations(config: Config, log: Log, library: () => Promise<Library>) {
  return {
    async downloadRetractions(signal: AbortSignal) {
      const { downloadRetractions } = await import('./retractions/download.ts');
      const address = config.retractionsUrl;
      return { address, bytes: await downloadRetractions(address, USER_AGENT, signal) };
    },
    async scraperKeyProblem(signal: AbortSignal) {
      const { connectScraping } = await import('./scraping.ts');
      const { scraperKeyProblem } = await import('../service/scraping/check-key.ts');
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
