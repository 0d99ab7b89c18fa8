import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import { connectLiveSources } from '../../src/federated/live-sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

it('a mistake of ours that costs a source is in the log', async () => {
  const lines: unknown[][] = [];
  const config = readConfig({ PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'openalex' });
  const live = connectLiveSources(config, { error: (...line) => lines.push(line) });
  // No request of this kind ever gets here, so that reading it fails.
  const body = { keywords: [undefined] } as unknown as JobRequest['body'];
  const request: JobRequest = { operation: 'keywordSearch', body, filters: { limit: 100 } };
  const statistics = () => ({ papers: 0, papersWith: () => 0 });
  const { outcomes } = await live.search(request, statistics, { signal: new AbortController().signal });
  await live.close();
  expect(outcomes).toMatchObject([{ failure: 'unreadable', requests: 0 }]);
  expect(lines).toEqual([['a source could not be read', { source: 'openalex', error: expect.any(TypeError) }]]);
});
