import type { SourceName } from '../../../src/contract/source-names.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { enrichmentSources } from '../../../src/search/federated/enrichment-sources.ts';
import { connectLiveSources, type LiveSources } from '../../../src/search/federated/live-sources.ts';
import { createLookUps, type LookUp } from '../../../src/service/enrichment/identifier-lookups.ts';
import { atTheEnd } from '../../helpers/sources/stand-ins.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** The product's own live sources and look-ups, at these addresses; sources without one are not configured. */
export function lookUpsTo(
  urls: Partial<Record<SourceName, string>>,
  environment: NodeJS.ProcessEnv = {},
): { lookUps: LookUp[]; live: LiveSources } {
  const names = Object.keys(urls);
  const config = readConfig({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCES: names.length > 0 ? names.join(',') : 'library',
    PAPERQUEUE_SOURCE_URLS: Object.entries(urls)
      .map(([name, url]) => `${name}=${url}`)
      .join(','),
    ...environment,
  });
  const live = connectLiveSources(config);
  atTheEnd(() => live.close());
  return { lookUps: createLookUps(enrichmentSources(live)), live };
}
