import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { findPassages, type StoredAbstracts } from '../../../src/evidence/passages/find-passages.ts';
import { openCollectionAdmin } from '../../../src/search/collection/collection-admin.ts';
import { openCollection } from '../../../src/search/collection/opensearch.ts';
import { storedAbstracts } from '../../../src/search/federated/finding/stored-abstracts.ts';
import { startOpenSearch, type TestOpenSearch, whyNoOpenSearch } from '../../helpers/opensearch/start.ts';
import { realFailuresSuite } from './real-failures.ts';
import { collectionSuite, PAPERS, textOf } from './suite.ts';

const why = await whyNoOpenSearch();

describe.skipIf(why !== undefined)('a collection in a real OpenSearch', () => {
  let engine: TestOpenSearch;
  beforeAll(async () => {
    engine = await startOpenSearch();
  });
  afterAll(() => engine?.close());

  const emptied = async () => {
    await fetch(`${engine.url}/papers-*`, { method: 'DELETE' });
    return { url: engine.url, close: async () => {} };
  };
  collectionSuite(emptied);

  it('gives the passages of its abstracts for a question, ready to quote', async () => {
    const { url } = await emptied();
    const { signal } = new AbortController();
    const admin = await openCollectionAdmin(new Secret(url));
    const loading = await admin.load(false, signal);
    await loading.add(PAPERS);
    await loading.finish(signal);
    await admin.close();
    const collection = openCollection(new Secret(url));
    const abstracts: StoredAbstracts = (find, count, call) => storedAbstracts({ collection }, find, count, call);
    const deps = { store: {}, abstracts };
    const find = ['Are kidney transplants rejected?', 'How do sensors measure a river?', 'zzqx'];
    const { questions } = await findPassages(deps, { find }, { signal });
    await collection.close();
    expect(questions.map(({ find }) => find)).toEqual(find);
    const [kidneys, rivers, nothing] = questions.map(({ passages }) => passages);
    for (const passages of [kidneys, rivers]) {
      expect(passages?.length).toBeGreaterThan(2);
      for (const { text } of passages ?? [])
        expect(
          PAPERS.some(({ abstract }) => abstract?.includes(text.split('\n')[0] ?? '')),
          text,
        ).toBe(true);
    }
    expect([kidneys?.[0]?.text, rivers?.[0]?.text]).toEqual([
      expect.stringContaining('kidney transplant rejection'),
      expect.stringContaining('river sensors'),
    ]);
    expect(nothing).toEqual([]);
  });

  describe('whose operator divides it', () => {
    const path = '/_index_template/papers';
    const ask = async (method: string, where: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(engine.url + where, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    beforeAll(async () => {
      const template = { settings: { number_of_shards: 2 } };
      await ask('PUT', path, { index_patterns: ['papers-v*'], template });
    });
    afterAll(async () => {
      await ask('DELETE', path);
    });

    collectionSuite(emptied, textOf);

    it('has as many shards as the template says', async () => {
      const { url } = await emptied();
      const admin = await openCollectionAdmin(new Secret(url));
      const { signal } = new AbortController();
      const loading = await admin.load(false, signal);
      await loading.add(PAPERS);
      await loading.finish(signal);
      await admin.close();
      const settings = (await ask('GET', '/papers/_settings')) as Record<string, { settings: { index: object } }>;
      expect(settings['papers-v1']?.settings.index).toMatchObject({ number_of_shards: '2' });
    });
  });

  describe('that fails', () => realFailuresSuite(() => engine));
});

it.skipIf(why === undefined)(`${why}: only the recorded answers are tested`, () => {});
