import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { writePapers } from '../../../src/search/collection/bulk.ts';
import type { EngineClient } from '../../../src/search/collection/engine-client.ts';
import { openCollection } from '../../../src/search/collection/opensearch.ts';
import { writeStatistics } from '../../../src/search/collection/stored-statistics.ts';
import { searchCollection } from '../../../src/search/federated/collection-search.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';
import { engineOf, engineWith, FOUND, hitOf, type Reply, type StoredLies, TERMS } from './scripted-engine.ts';
import { PAPERS } from './suite.ts';

/** An engine whose answers are well-formed and wrong: it is unreadable, and never "searched, nothing found". */

const { signal } = new AbortController();
const packed = (lines: string) => gzipSync(lines).toString('base64');

async function search(url: string) {
  const collection = openCollection(new Secret(url), new VirtualTime());
  try {
    const body = { keywords: ['river sensor', 'river', 'sensor'] };
    return (await searchCollection(collection, parseQuery({ body, filters: { limit: 100 } }), signal)).outcome;
  } finally {
    await collection.close();
  }
}

const UNREADABLE = { records: [], failure: 'unreadable' };

it.each<[string, StoredLies]>([
  ['no number of papers', { statistics: { papers: 'x' } }],
  ['fewer than no papers', { statistics: { papers: -1 } }],
  ['half a paper', { statistics: { sampled: 1.5 } }],
  ['more papers than can be counted', { statistics: { papers: 1e300 } }],
  ['no lengths of fields', { statistics: { totals: null } }],
  ['a length that is no number', { statistics: { totals: { title: 9 } } }],
  ['no number of lists', { statistics: { lists: 'x' } }],
  ['lists without end', { statistics: { lists: 1e9 } }],
  ['a list that is missing', { terms: null }],
  ['no list', { terms: [] }],
  ['two lists for one', { terms: [TERMS, TERMS] }],
  ['a count that is no number', { terms: [packed('river x')] }],
  ['a count below zero', { terms: [packed('river -5')] }],
  ['a term in more papers than were looked at', { terms: [packed('river 4')] }],
  ['a list that is not packed', { terms: ['%%%'] }],
])('statistics with %s are damaged', async (_, lies) => {
  const { url } = await engineWith(lies, { body: FOUND });
  expect(await search(url)).toMatchObject({ ...UNREADABLE, detail: 'damaged-statistics' });
});

it('a list that unpacks to more than any list of ours is given up before memory is', async () => {
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024));
  const list = Buffer.concat(new Array<Buffer>(80).fill(megabyte));
  const { url } = await engineWith({ terms: [list.toString('base64')] });
  expect(await search(url)).toMatchObject({ ...UNREADABLE, detail: 'damaged-statistics' });
});

const one = (response: object): Reply => ({ body: { responses: [{ ...FOUND, ...response }] } });
/** The first answer to a search with one keyword of several words: how many papers have them all. */
const counts = one;
const FIRST = PAPERS[0] as Paper;
const ofRecord = (fields: object) => ({
  hits: { total: { value: 1 }, hits: [hitOf(FIRST, fields)] },
});

const VECTOR = hitOf(FIRST).fields.vector[0] as string;
const ofVector = (vector: unknown[]) => ({
  hits: { total: { value: 1 }, hits: [{ ...hitOf(FIRST), fields: { vector } }] },
});
/** A paper without terms, whose id is said to be so long. */
const packedTerms = (idLength: number) => Buffer.from(Uint16Array.of(1, 0, 0, idLength).buffer).toString('base64');

it.each<[string, object]>([
  ['no list of hits', { hits: { total: { value: 3 } } }],
  ['no hits at all', { hits: null }],
  ['no number of shards', { _shards: null }],
  ['no shards', { _shards: { total: 0, successful: 0, failed: 0 } }],
  ['more shards than there are', { _shards: { total: 3, successful: 5, failed: 0 } }],
  ['no terms', ofVector([])],
  ['terms that are no text', ofVector([7])],
  ['terms that are cut', ofVector([VECTOR.slice(0, -4)])],
  ['terms of no paper', ofVector([packedTerms(0)])],
  ['a name longer than all of its terms', ofVector([packedTerms(9)])],
  ['a year that is a text', ofRecord({ year: '2020' })],
  ['a DOI that is a list', ofRecord({ doi: ['10.1234/a'] })],
  ['authors that are no texts', ofRecord({ authors: [null] })],
  ['a field of study that is no text', ofRecord({ fieldsOfStudy: [{}] })],
  ['a retraction that is a flag', ofRecord({ retraction: true })],
  ['no word on a file', ofRecord({ downloadable: undefined })],
])('an answer with %s is unreadable', async (_, response) => {
  const { url } = await engineOf({ body: FOUND }, one(response));
  const outcome = await search(url);
  expect(outcome).toMatchObject(UNREADABLE);
});

it.each([undefined, null, -1, 1.5, 'x', 1e300])('%j is no count of papers', async (value) => {
  const { url } = await engineOf(counts({ hits: { total: { value }, hits: [] } }), { body: FOUND });
  expect(await search(url)).toMatchObject(UNREADABLE);
});

it('a keyword in more papers than there are counts as one in all of them', async () => {
  const { url } = await engineOf(counts({ hits: { total: { value: 9_000_000 }, hits: [] } }), { body: FOUND });
  const outcome = await search(url);
  expect(outcome.failure).toBeUndefined();
  expect(outcome.records.map(({ key }) => key)).toContain('p0');
});

it('shards that failed count, also where as many answered as there are', async () => {
  const part = { _shards: { total: 3, successful: 3, failed: 1 } };
  const { url } = await engineOf({ body: FOUND }, one(part), one(part));
  expect(await search(url)).toMatchObject({ failure: 'incomplete', detail: { failedShards: 1, of: 3 } });
});

const WHOLE = { total: 1, successful: 1, failed: 0 };
const { fields } = hitOf(FIRST);
it.each<[string, object]>([
  ['no terms', { fields: {}, sort: [7] }],
  ['no place in the order', { fields }],
  ['a place before the first', { fields, sort: [-1] }],
])('statistics are not written over a page with %s', async (_, hit) => {
  const asked: string[] = [];
  const client: EngineClient = {
    send: async ({ method, path }) => {
      asked.push(`${method} ${path}`);
      const body = path.endsWith('/_count') ? { count: 1, _shards: WHOLE } : { _shards: WHOLE, hits: { hits: [hit] } };
      return { status: 200, body };
    },
    close: async () => {},
  };
  await expect(writeStatistics(client, 'papers-v1', signal)).rejects.toMatchObject({ failure: 'unreadable' });
  expect(asked.filter((request) => request.startsWith('PUT'))).toEqual([]);
});

it('a bulk that is answered for other papers is unreadable', async () => {
  const client: EngineClient = {
    send: async () => ({ status: 200, body: { items: [{ index: { _id: 'p1', status: 201 } }] } }),
    close: async () => {},
  };
  const writing = writePapers(client, 'papers-v1', PAPERS.slice(0, 1), new VirtualTime());
  await expect(writing).rejects.toMatchObject({ failure: 'unreadable' });
});
