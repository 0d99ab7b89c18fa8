import { describe } from 'vitest';
import { collectionSuite } from './suite.ts';
import { openTape } from './tape.ts';

const real = process.env.PAPERQUEUE_TEST_OPENSEARCH !== undefined;

describe(real ? 'a collection in a real OpenSearch, which is recorded' : 'a collection, recorded answers', () => {
  collectionSuite(openTape);
});
