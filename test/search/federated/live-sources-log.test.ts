import { expect, it } from 'vitest';
import type { Query } from '../../../src/papers/query/query.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { connectLiveSources } from '../../../src/search/federated/live-sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('a mistake of ours that costs a source is in the log', async () => {
  const lines: unknown[][] = [];
  const config = readConfig({ PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'openalex' });
  const live = connectLiveSources(config, { error: (...line) => lines.push(line) });
  // No request of this kind ever gets here, so that reading it fails.
  const keywords = [{ text: undefined, tokens: [] }] as unknown as Query['keywords'];
  const query: Query = { keywords, filters: { limit: 100 } };
  const statistics = () => ({ papers: 0, documentFrequency: () => 0 });
  const { outcomes } = await live.search(query, statistics, { signal: new AbortController().signal });
  await live.close();
  expect(outcomes).toMatchObject([{ failure: 'unreadable', requests: 0 }]);
  expect(lines).toEqual([['a source could not be read', { source: 'openalex', error: expect.any(TypeError) }]]);
});
