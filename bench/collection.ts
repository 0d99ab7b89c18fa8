/**
 * Loads papers into a real OpenSearch and searches them beside our own index over the same papers, in the same run.
 * Usage: npm run bench:collection -- --url URL [--data DIR] [--papers N] [--every N] [--keep]
 * More papers than the data has are made of them, with other ids. `--keep` searches what an earlier run loaded.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openCollectionAdmin } from '../src/collection/admin.ts';
import { openCollection } from '../src/collection/opensearch.ts';
import type { RequestBody } from '../src/contract/requests.ts';
import { Secret } from '../src/contract/secret.ts';
import { toIndexed } from '../src/engine/index/indexed-paper.ts';
import type { PaperIndex } from '../src/engine/index/paper-index.ts';
import { rankCandidates } from '../src/federated/collection-search.ts';
import { searchIndex } from '../src/federated/library-search.ts';
import { type Paper, toPaper } from '../src/papers/paper.ts';
import { eachNth, type PoolPaper, readPool, readTopics } from './retrieval/collection.ts';
import { measure } from './retrieval/measures.ts';
import { openBenchIndex } from './retrieval/own-index.ts';
import { KINDS } from './retrieval/requests.ts';

const COUNT = 300;
const BATCH = 2_000;
const AT_ONCE = 8;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    papers: { type: 'string' },
    every: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
if (values.url === undefined) {
  console.error('--url: the address of an OpenSearch that may be written to');
  process.exit(1);
}
const url = new Secret(values.url);
const { signal } = new AbortController();

function record({ id, citations, fields, ...rest }: PoolPaper, copy: number): Paper {
  const key = copy === 0 ? id : `${id}#${copy}`;
  const paper = toPaper({ ...rest, key, citationCount: citations, fieldsOfStudy: fields, downloadable: false });
  if (typeof paper === 'string') throw new Error(`${id}: ${paper}`);
  return { ...paper, key };
}

function* records(pool: readonly PoolPaper[], count: number): Generator<Paper> {
  for (let at = 0; at < count; at += 1) {
    yield record(pool[at % pool.length] as PoolPaper, Math.floor(at / pool.length));
  }
}

function* batches(papers: Iterable<Paper>): Generator<Paper[]> {
  let batch: Paper[] = [];
  for (const paper of papers) {
    batch.push(paper);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

async function load(pool: readonly PoolPaper[], count: number): Promise<void> {
  const admin = await openCollectionAdmin(url);
  const begun = performance.now();
  const loading = await admin.load(true, signal);
  for (const batch of batches(records(pool, count))) await loading.add(batch);
  const written = performance.now();
  const papers = await loading.finish(signal);
  const { indexes } = await admin.status(signal);
  const bytes = indexes.find(({ name }) => name === loading.index)?.bytes ?? 0;
  console.log(
    `collection: ${papers} papers in ${seconds(written - begun)} (${Math.round((1_000 * count) / (written - begun))}/s),`,
    `statistics ${seconds(performance.now() - written)}, ${Math.round(bytes / papers)} bytes a paper`,
  );
  await admin.drop(false, signal);
  await admin.close();
}

function index(folder: string, pool: readonly PoolPaper[], count: number): { index: PaperIndex; keys: string[] } {
  const begun = performance.now();
  const own = openBenchIndex(folder);
  const keys: string[] = [];
  own.write(600_000, (writer) => {
    for (const paper of records(pool, count)) {
      keys.push(paper.key);
      writer.add(toIndexed(paper, keys.length), { revision: 1, id: keys.length, removal: 0 });
    }
    writer.publish({ revision: 1, id: keys.length, removal: 0 });
  });
  console.log(`own index: ${seconds(performance.now() - begun)}`);
  return { index: own, keys };
}

function report(name: string, times: number[]): void {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${sorted.length} searches)`);
}

const folder = await mkdtemp(join(tmpdir(), 'paperqueue-collection-'));
const collection = openCollection(url);
try {
  const pool = (await readPool(values.data)).filter(({ title, abstract }) => title !== '' || abstract !== '');
  const count = Number(values.papers ?? pool.length);
  if (!values.keep) await load(pool, count);
  const own = index(join(folder, 'index'), pool, count);
  const topics = eachNth(await readTopics(join(values.data, 'topics.jsonl.gz')), Number(values.every));
  const questions = topics.flatMap((topic) =>
    Object.values(KINDS).flatMap((requestOf) => {
      const body: RequestBody | undefined = requestOf(topic);
      return body ? [{ topic, body }] : [];
    }),
  );
  const filters = { limit: COUNT } as const;
  const search = async (body: RequestBody) => {
    const { papers } = await rankCandidates(collection, { body, filters }, signal);
    return papers.slice(0, COUNT).map(({ key }) => key);
  };
  await search((questions[0] as (typeof questions)[number]).body);
  const rows: { same: number; ndcg: [number, number]; recall: [number, number] }[] = [];
  const times = { own: [] as number[], collection: [] as number[] };
  for (const { topic, body } of questions) {
    const begun = performance.now();
    const { hits } = searchIndex(own.index.snapshot(), { body, filters });
    const between = performance.now();
    const theirs = await search(body);
    times.own.push(between - begun);
    times.collection.push(performance.now() - between);
    const ours = hits.map(({ id }) => own.keys[id - 1] as string);
    const found = new Set(theirs);
    const [a, b] = [measure(ours, topic.relevant), measure(theirs, topic.relevant)];
    const same = ours.length === 0 ? 1 : ours.filter((key) => found.has(key)).length / ours.length;
    rows.push({ same, ndcg: [a.ndcg10, b.ndcg10], recall: [a.recall300, b.recall300] });
  }
  console.log(`${rows.length} requests: same papers ${mean(rows.map(({ same }) => same)).toFixed(4)}`);
  for (const name of ['ndcg', 'recall'] as const) {
    const [a, b] = [0, 1].map((side) => mean(rows.map((row) => row[name][side] as number)).toFixed(4));
    console.log(`${name === 'ndcg' ? 'nDCG@10' : 'recall@300'}: own ${a}, collection ${b}`);
  }
  report('own index, one at a time', times.own);
  report('collection, one at a time', times.collection);
  const together: number[] = [];
  const waiting = questions.slice(0, 200);
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const begun = performance.now();
      await search(next.body);
      together.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  report(`collection, ${AT_ONCE} at a time`, together);
  own.index.close();
} finally {
  await collection.close();
  await rm(folder, { recursive: true, force: true });
}
