import { describe, expect, it } from 'vitest';
import { connectEnrichment, connectScraping } from '../../src/app/service-parts.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { LiveSources } from '../../src/search/federated/live-sources.ts';
import { createEngine, type EngineParts } from '../../src/search/federated/search.ts';
import { openShelf, paper } from '../search/federated/shelf.ts';

describe('the searches, journals and look-ups of one job', () => {
  it('know the same of the network, and those of another job do not', async () => {
    const networks: unknown[] = [];
    const nothing = { source: 'openalex' as const, records: [], requests: 0, fromCache: 0 };
    const live: LiveSources = {
      names: ['openalex', 'crossref'],
      search: async (_request, _statistics, { network }) => {
        networks.push(network);
        return { works: [], outcomes: [nothing], lookUps: [] };
      },
      use: async ({ network }) => {
        networks.push(network);
        return { records: new Map(), covered: [], unanswered: [], outcome: nothing } as never;
      },
      close: async () => undefined,
    };
    const { library } = openShelf();
    library.add([paper({ key: 'a', title: 'Mussel beds', doi: '10.1000/a' })]);
    const config = readConfig({
      PAPERQUEUE_SCRAPER_BASE_URL: 'http://127.0.0.1:9',
    });
    const enrich = connectEnrichment({ library, live }, connectScraping(config));
    const parts: EngineParts = { library, live, enrich };
    const engine = createEngine(config, parts);
    const body = { keywords: ['mussel', 'beds', 'mussel'], enrich: true };
    const context = { signal: new AbortController().signal, scraperKey: undefined };
    const search = () => engine({ operation: 'keywordSearch', body, filters: { limit: 100 } }, context as never);
    await search();
    await search();
    expect(networks).toHaveLength(6);
    expect(networks[0]).toMatchObject({ isOnline: false });
    const same = networks.map((network) => network === networks[0]);
    expect(same).toEqual([true, true, true, false, false, false]);
  });
});
