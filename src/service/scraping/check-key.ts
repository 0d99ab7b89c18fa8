import { SCRAPER_CREDITS_NEEDED } from '../../contract/rules.ts';
import type { Secret } from '../../contract/secret.ts';
import type { ScrapingService } from './scraping-service.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** The scraping service's problem with the scraper key; undefined if there is none. */
    scraperKeyProblem(signal: AbortSignal): Promise<string | undefined>;
  }
}

/** Why the scraping service cannot be used with this key; undefined if it can. Throws ScrapingUnreachable. */
export async function scraperKeyProblem(
  scraping: ScrapingService,
  key: Secret,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await scraping.checkKey(key, signal);
  if (answer === 'ok') return undefined;
  if (answer.problem === 'invalid') return 'the scraping service does not accept it';
  return `it has ${answer.remaining ?? `fewer than ${SCRAPER_CREDITS_NEEDED}`} left`;
}
