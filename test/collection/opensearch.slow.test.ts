import { afterAll, beforeAll, describe, it } from 'vitest';
import { startOpenSearch, type TestOpenSearch, whyNoOpenSearch } from '../helpers/opensearch/start.ts';
import { realFailuresSuite } from './real-failures.ts';
import { collectionSuite } from './suite.ts';

const why = await whyNoOpenSearch();

describe.skipIf(why !== undefined)('a collection in a real OpenSearch', () => {
  let engine: TestOpenSearch;
  beforeAll(async () => {
    engine = await startOpenSearch();
  }, 600_000);
  afterAll(() => engine?.close());

  collectionSuite(async () => {
    await fetch(`${engine.url}/papers-*`, { method: 'DELETE' });
    return { url: engine.url, close: async () => {} };
  });

  describe('that fails', () => realFailuresSuite(() => engine));
});

it.skipIf(why === undefined)(`${why}: only the recorded answers are tested`, () => {});
