import type { Config } from '../config.ts';
import type { Paper } from '../contract/paper.ts';
import { SCRAPER_CREDITS_NEEDED } from '../contract/rules.ts';
import type { PaperRecord } from '../papers/record.ts';
import { findByTitle } from '../search/library/find-by-title.ts';
import type { Library } from '../search/library/library.ts';
import { findByDoi } from '../search/library/records.ts';
import type { ScraperKeyCheck } from '../service/deps.ts';
import { createEnricher } from '../service/enrichment/enrich.ts';
import { createLookUps } from '../service/enrichment/identifier-lookups.ts';
import { createScrapingService } from '../service/scraping/scraping-service.ts';
import { USER_AGENT } from '../version.ts';
import type { Enrich } from './engine.ts';

/** Enrichment from the library, the open sources that are configured, and the scraping service; and the check of its keys. */
export function createEnrichment(
  config: Config,
  library: Library,
): { enrich: Enrich; checkScraperKey: ScraperKeyCheck } {
  const { sources, openAlexKey, contactEmail, scraperBaseUrl } = config;
  const scraping = createScrapingService({ baseUrl: scraperBaseUrl, fetch });
  const lookUps = createLookUps({
    sources: sources.filter((name) => name === 'openalex' || name === 'crossref'),
    fetch,
    userAgent: USER_AGENT,
    ...(openAlexKey ? { openAlexKey } : {}),
    ...(contactEmail ? { contactEmail } : {}),
  });
  const enrich = createEnricher({ library: (paper) => findInLibrary(library, paper), lookUps, scraping });
  return { enrich, checkScraperKey: createScraperKeyCheck(config) };
}

/** Asks the scraping service, which is told the key, whether it can be used. */
export function createScraperKeyCheck({ scraperBaseUrl }: Config): ScraperKeyCheck {
  const scraping = createScrapingService({ baseUrl: scraperBaseUrl, fetch });
  return async (key, signal) => {
    const answer = await scraping.checkKey(key, signal);
    if (answer === 'ok') return undefined;
    if (answer.problem === 'invalid') return 'the scraping service does not accept it';
    return `it has ${answer.remaining ?? `fewer than ${SCRAPER_CREDITS_NEEDED}`} left`;
  };
}

function findInLibrary(library: Library, paper: Paper): PaperRecord | undefined {
  return findByDoi(library.database, paper.doi) ?? findByTitle(library, paper.title ?? '', 1)[0];
}
