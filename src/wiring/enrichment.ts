import { type Config, secretsOf } from '../config.ts';
import type { WirePaper } from '../contract/paper.ts';
import { SCRAPER_CREDITS_NEEDED } from '../contract/rules.ts';
import type { LiveSources } from '../federated/live-sources.ts';
import type { Enrich } from '../federated/search.ts';
import type { Library } from '../library/library.ts';
import type { Paper } from '../papers/paper.ts';
import type { ScraperKeyCheck } from '../service/deps.ts';
import { createEnricher } from '../service/enrichment/enrich.ts';
import { ENRICHED_FIELDS } from '../service/enrichment/fields.ts';
import { createLookUps, type IdentifierSource, type LookUp } from '../service/enrichment/identifier-lookups.ts';
import { createScrapingService } from '../service/scraping/scraping-service.ts';
import { failureInWords } from '../sources/failure-words.ts';
import { SOURCES } from '../sources/registry.ts';
import type { PaperSource } from '../sources/source.ts';
import type { Connectivity } from '../sources/transport/connectivity.ts';

/** Of each source, so that enrichment has time left for the others and for landing pages. */
const LOOK_UP_BUDGET_MS = 15_000;

/**
 * Enrichment from the library, the open sources that are configured, and the scraping service; and the check of its
 * keys.
 */
export function createEnrichment(
  config: Config,
  { library, live }: { library: Library; live: LiveSources },
): { enrich: Enrich; checkScraperKey: ScraperKeyCheck } {
  const scraping = createScrapingService({ baseUrl: config.scraperBaseUrl, fetch, secrets: secretsOf(config) });
  const enrich: Enrich = (papers, { network, ...context }) => {
    const enricher = createEnricher({
      library: (paper) => findInLibrary(library, paper),
      lookUps: lookUpsOf(live, network),
      scraping,
    });
    return enricher(papers, context);
  };
  return { enrich, checkScraperKey: createScraperKeyCheck(config) };
}

/** Asks the scraping service, which is told the key, whether it can be used. */
export function createScraperKeyCheck(config: Config): ScraperKeyCheck {
  const scraping = createScrapingService({ baseUrl: config.scraperBaseUrl, fetch, secrets: secretsOf(config) });
  return async (key, signal) => {
    const answer = await scraping.checkKey(key, signal);
    if (answer === 'ok') return undefined;
    if (answer.problem === 'invalid') return 'the scraping service does not accept it';
    return `it has ${answer.remaining ?? `fewer than ${SCRAPER_CREDITS_NEEDED}`} left`;
  };
}

/** Look-ups at the configured sources that enrich papers; `network` is what the job has learned of the network. */
export function lookUpsOf(live: LiveSources, network?: Connectivity): LookUp[] {
  const sources = SOURCES.filter(({ name, lookUp }) => lookUp?.enriches && live.names.includes(name));
  return createLookUps(sources.map((source) => identifierSource(source, live, network)));
}

function identifierSource(
  { name, title, lookUp }: PaperSource,
  live: LiveSources,
  network?: Connectivity,
): IdentifierSource {
  return {
    source: name,
    title,
    fields: ENRICHED_FIELDS.filter((field) => lookUp?.enriches?.includes(field)),
    async lookUp(dois, signal) {
      const { found, covered, unanswered, outcome } = await live.lookUp(name, dois, {
        signal,
        budgetMs: LOOK_UP_BUDGET_MS,
        ...(network && { network }),
      });
      const { failure } = outcome;
      // An aborted look-up ends as skipped: that is no failure of the source.
      const isTold = failure !== undefined && failure !== 'skipped';
      return { found, covered, unanswered, ...(isTold && { failure: failureInWords(failure, outcome) }) };
    },
  };
}

function findInLibrary(library: Library, paper: WirePaper): Paper | undefined {
  return library.findByDoi(paper.doi) ?? library.findByTitle(paper.title ?? '', 1)[0];
}
