import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { JobStore } from '../../../src/jobs/ports/store.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { findRelatedPapers } from '../../../src/search/citations/related.ts';
import { connectLiveSources } from '../../../src/search/federated/live-sources.ts';
import { relatedWorks } from '../../../src/search/federated/related-works.ts';
import { NO_FINDER } from '../../helpers/no-finder.ts';
import { atTheEnd, json, serve } from '../../helpers/sources/stand-ins.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const SIGNAL = new AbortController().signal;

/** Asks for the references of a stored paper, of an OpenAlex that answers so. */
async function referencesOf(paper: WirePaper, respond: Parameters<typeof serve>[0]) {
  const { url } = await serve(respond);
  const config = readConfig({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCES: 'openalex',
    PAPERQUEUE_SOURCE_URLS: `openalex=${url}`,
  });
  const live = connectLiveSources(config);
  atTheEnd(() => live.close());
  const store = { byNumber: () => ({ number: 1 }), papers: () => [paper], findEqual: () => undefined };
  return findRelatedPapers(
    {
      store: store as Partial<Record<keyof JobStore, unknown>> as JobStore,
      mode: 'embedded',
      account: 'a',
      related: relatedWorks(config.sources, async () => live, undefined),
      finder: NO_FINDER,
      reuseMinutes: 0,
    },
    { ref: 'J1-1', relation: 'references', limit: 100 },
    { signal: SIGNAL, budgetMs: 5_000 },
  ).catch((error) => error.details);
}

describe('related papers that cannot be had', () => {
  it('are a wrong question where no source can tell, which asking again does not mend', async () => {
    const unknown = json({ results: [], meta: { count: 0 } });
    for (const paper of [{ title: 'Mussels', doi: '10.5555/unknown' }, { title: 'Mussels without a number' }]) {
      expect(await referencesOf(paper, unknown)).toMatchObject({
        code: 'INVALID_INPUT',
        retryable: false,
        message: expect.stringContaining('knows the references of J1-1'),
      });
    }
  });
});
