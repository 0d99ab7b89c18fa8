import { type Config, listSecrets } from '../platform/config.ts';
import { createScrapingService, type ScrapingService } from '../service/scraping/scraping-service.ts';

/** The scraping service at the configured address. */
export function connectScraping(config: Config): ScrapingService {
  return createScrapingService({ baseUrl: config.scraperBaseUrl, fetch, secrets: listSecrets(config) });
}
