import { expect, it, vi } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { openCollectionAdmin } from '../../../src/search/collection/collection-admin.ts';
import { openCollection } from '../../../src/search/collection/opensearch.ts';
import { searchCollection } from '../../../src/search/federated/collection-search.ts';

vi.mock('@opensearch-project/opensearch', () => {
  throw Object.assign(new Error(`Cannot find package`), { code: 'ERR_MODULE_NOT_FOUND' });
});

const URL = new Secret('https://lab:pw-4d7c1e90@search.example');

it('without the package of the client a command says how to install it, and not where the engine is', async () => {
  const error = await openCollectionAdmin(URL).catch((error: unknown) => error);
  const next = expect.stringContaining('Install @opensearch-project/opensearch');
  expect(error).toMatchObject({ details: { code: 'NOT_CONFIGURED', charged: 'no', next } });
  expect(JSON.stringify(error) + String(error)).not.toContain('pw-4d7c1e90');
});

it('without it a search goes on, and says what is missing', async () => {
  const collection = openCollection(URL);
  const request = { body: { keywords: ['river', 'river', 'river'] }, filters: { limit: 100 as const } };
  const { outcome } = await searchCollection(collection, parseQuery(request), new AbortController().signal);
  expect(outcome).toMatchObject({ failure: 'refused', detail: 'no-client', records: [] });
  await collection.close();
});
