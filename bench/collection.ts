/**
 * Loads papers into a real OpenSearch and searches them beside our own index over the same papers, in the same run.
 * Usage: npm run bench collection -- --url URL [--data DIR] [--papers N] [--every N] [--keep] [--index DIR] [--start]
 *   [--shards 1]
 * If N exceeds the data, further papers are derived as in `bench/search.ts`. `--keep` searches the papers that an
 * earlier run loaded, `--index` keeps our own index. `--start` starts the engine of the slow tests, with a heap of 1
 * GB, instead of `--url`. `--shards` sets the number of shards, by an index template as an operator would.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { RequestBody } from '../src/contract/requests.ts';
import { Secret } from '../src/contract/secret.ts';
import { openCollectionAdmin } from '../src/search/collection/collection-admin.ts';
import { startOpenSearch } from '../test/helpers/opensearch/start.ts';
import { openOwnIndex } from './collection/own-index.ts';
import { paperBatches } from './collection/papers.ts';
import { type Measured, type Searchers, startSearchers } from './collection/searchers.ts';
import { eachNth, type PoolPaper, readPool, readTopics, type Topic } from './retrieval/collection.ts';
import { measure } from './retrieval/measures.ts';
import { KINDS } from './retrieval/requests.ts';

const AT_ONCE = 8;
const SEARCHES_AT_ONCE = 200;
const HEAP = ['-Xms1g', '-Xmx1g'];

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    start: { type: 'boolean', default: false },
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    papers: { type: 'string' },
    every: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    index: { type: 'string' },
    shards: { type: 'string', default: '1' },
  },
});
if (values.url === undefined && !values.start) {
  console.error('--url: the address of an OpenSearch that may be written to; or --start');
  process.exit(1);
}

type Question = { topic: Topic; body: RequestBody };

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

/** Applies to indexes created later. */
async function divide(url: string, shards: string): Promise<void> {
  const template = { settings: { number_of_shards: Number(shards) } };
  const response = await fetch(`${url}/_index_template/papers`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ index_patterns: ['papers-v*'], template }),
  });
  if (!response.ok) throw new Error(`the engine refuses ${shards} shards: ${await response.text()}`);
}

async function loadCollection(url: string, pool: readonly PoolPaper[], count: number): Promise<void> {
  const { signal } = new AbortController();
  const admin = await openCollectionAdmin(new Secret(url));
  const loading = await admin.load(true, signal);
  let added = 0;
  // Excludes the time of deriving papers.
  let adding = 0;
  for (const batch of paperBatches(pool, count)) {
    const at = performance.now();
    await loading.add(batch);
    adding += performance.now() - at;
    added += batch.length;
    if (added % 100_000 === 0) console.log(`  ${added} papers, ${seconds(adding)}, ${load()}`);
  }
  const loadedAt = performance.now();
  const papers = await loading.finish(signal);
  const { indexes } = await admin.status(signal);
  const bytes = indexes.find(({ name }) => name === loading.index)?.bytes ?? 0;
  console.log(
    `collection: ${papers} papers in ${seconds(adding)}`,
    `(${Math.round((1_000 * count) / adding)}/s), statistics ${seconds(performance.now() - loadedAt)},`,
    `${Math.round(bytes / papers)} bytes a paper`,
  );
  await admin.drop(false, signal);
  await admin.close();
}

async function readQuestions(): Promise<Question[]> {
  const topics = eachNth(await readTopics(join(values.data, 'topics.jsonl.gz')), Number(values.every));
  return topics.flatMap((topic) =>
    Object.values(KINDS).flatMap((requestOf) => {
      const body: RequestBody | undefined = requestOf(topic);
      return body ? [{ topic, body }] : [];
    }),
  );
}

function report(name: string, answers: readonly Measured[]): void {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const partial = answers.filter(({ incomplete }) => incomplete).length;
  const told = `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${partial} incomplete`;
  console.log(`${name}: ${told} (${sorted.length} searches, ${load()})`);
}

/** Searches both alternately, one request at a time: their results and times. */
async function searchInTurns(searchers: Searchers, questions: readonly Question[], keys: readonly string[]) {
  const answers = { own: [] as Measured[], collection: [] as Measured[] };
  const rows: { same: number; ndcg: [number, number]; recall: [number, number] }[] = [];
  for (const { topic, body } of questions) {
    const own = await searchers.search('own', body);
    const collection = await searchers.search('collection', body);
    answers.own.push(own);
    answers.collection.push(collection);
    const ours = own.papers.map((id) => keys[Number(id) - 1] as string);
    const theirs = collection.papers.map(String);
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
  report('own index, one at a time', answers.own);
  report('collection, one at a time', answers.collection);
}

async function searchTogether(searchers: Searchers, side: 'own' | 'collection', questions: readonly Question[]) {
  const waiting = questions.slice(0, SEARCHES_AT_ONCE);
  const answers: Measured[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answers.push(await searchers.search(side, next.body));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  report(`${side === 'own' ? 'own index' : 'collection'}, ${AT_ONCE} at a time`, answers);
}

const scratch = await mkdtemp(join(tmpdir(), 'paperqueue-collection-'));
const engine = values.start ? await startOpenSearch(HEAP) : undefined;
try {
  const url = engine?.url ?? (values.url as string);
  const pool = (await readPool(values.data)).filter(({ title, abstract }) => title !== '' || abstract !== '');
  const count = Number(values.papers ?? pool.length);
  if (!values.keep) {
    await divide(url, values.shards);
    await loadCollection(url, pool, count);
  }
  const folder = values.index ?? scratch;
  const { index, keys } = openOwnIndex(folder, pool, count);
  index.close();
  const questions = await readQuestions();
  const searchers = startSearchers(url, folder);
  const [first] = questions;
  // Both processes load their data before the measurement.
  const warmUp = (side: 'own' | 'collection') =>
    Promise.all(Array.from({ length: AT_ONCE }, () => first && searchers.search(side, first.body)));
  await warmUp('own');
  await warmUp('collection');
  await searchInTurns(searchers, questions, keys);
  for (const side of ['own', 'collection'] as const) await searchTogether(searchers, side, questions);
  searchers.close();
} finally {
  await engine?.close();
  await rm(scratch, { recursive: true, force: true });
}
