/**
 * Measures each constant of the ranking on collections that did not choose it: the value that is best for all other
 * collections is measured on the one left out, beside SQLite's FTS5.
 * Usage: npm run bench leave-out -- [--data DIR] [--unseen DIR] [--options NAMES] [--every N] [--seed N] [--kept DIR]
 *   [--set JSON [--only-unseen]] [--embeddings URL|DIR [--model NAME] [--vectors FILE]]
 * `--unseen` adds collections on which no constant was chosen (`npm run bench unseen`); nor are any chosen on them
 * here. `--every N` takes each Nth topic of a collection of more than 50. DIR of `--kept` keeps what was measured for
 * the next run. `--embeddings` adds the semantic second stage and measures its constants. `--set` measures one setting
 * beside the present one, such as {"FEEDBACK":{"weight":0}}; `--only-unseen` measures only the added collections, among
 * all papers: the second stage needs 300 vectors a request.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseQuery } from '../src/papers/query/query.ts';
import { searchIndex } from '../src/search/federated/library-search.ts';
import { OPTIONS, SEMANTIC_OPTIONS } from './leave-out/options.ts';
import { printOptions, printSetting } from './leave-out/report.ts';
import { collectionRequests } from './leave-out/requests.ts';
import { changesOf, type Setting, withSetting } from './leave-out/settings.ts';
import { type PoolPaper, readPool, readTopics } from './retrieval/collection.ts';
import { buildFts5 } from './retrieval/fts5.ts';
import { type Measures, measure } from './retrieval/measures.ts';
import { addToIndex, openBenchIndex } from './retrieval/own-index.ts';
import { openRescorer } from './retrieval/with-embeddings.ts';

/** Papers per request: the maximum of a job. */
const COUNT = 300;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    unseen: { type: 'string' },
    options: { type: 'string' },
    every: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    kept: { type: 'string' },
    set: { type: 'string' },
    'only-unseen': { type: 'boolean', default: false },
    embeddings: { type: 'string' },
    model: { type: 'string', default: 'all-minilm' },
    vectors: { type: 'string' },
  },
});
if (values['only-unseen'] && !values.set)
  throw new Error('--only-unseen needs --set: unseen collections choose nothing');
const folders = [values.data, ...(values.unseen ? [values.unseen] : [])];
for (const folder of folders) {
  if (existsSync(join(folder, 'topics.jsonl.gz'))) continue;
  console.error(`${folder} has no topics: this benchmark needs the labelled collections (docs/benchmarks.md)`);
  process.exit(1);
}

const papers = (await Promise.all(folders.map((folder) => readPool(folder)))).flat();
const topicLists = await Promise.all(folders.map((folder) => readTopics(join(folder, 'topics.jsonl.gz'))));
const unseen = new Set((topicLists[1] ?? []).map(({ id }) => id.split('/')[0] as string));
const requests = collectionRequests(topicLists.flat(), papers, {
  seed: Number(values.seed),
  every: Number(values.every),
}).filter(({ collection }) => !values['only-unseen'] || unseen.has(collection));
console.error(`${papers.length} papers, ${requests.length} requests; building both indexes`);
const temporary = await mkdtemp(join(tmpdir(), 'paperqueue-leave-out-'));
const kept = values.kept ?? temporary;
mkdirSync(kept, { recursive: true });
try {
  const index = openBenchIndex(join(temporary, 'index'));
  addToIndex(index, papers);
  const idsOf = (numbers: readonly number[]) => numbers.map((number) => (papers[number - 1] as PoolPaper).id);
  const snapshot = index.snapshot();
  const rescorer =
    values.embeddings && openRescorer(values.embeddings, values.model, values.vectors ?? join(kept, 'vectors.sqlite'));
  const found = new Map<string, ReturnType<typeof searchIndex>['hits'][]>();
  /** The results of the first stage, on which the constants of the second have no effect. */
  const findAll = ({ SEMANTIC: _, ...setting }: Setting) => {
    const key = JSON.stringify(setting);
    // The statistics of an object depend on the constants.
    const searched = { ...snapshot };
    const all =
      found.get(key) ??
      requests.map(({ body }) => searchIndex(searched, parseQuery({ body, filters: { limit: COUNT } })).hits);
    found.set(key, all);
    return all;
  };
  const own = (setting: Setting) => {
    const changes = changesOf(setting);
    return keep(`own ${JSON.stringify(changes)} ${sources()} ${values.embeddings ?? ''}`, () =>
      withSetting(setting, async () => {
        const measures: Measures[] = [];
        for (const [at, hits] of findAll(changes).entries()) {
          const { topic, body } = requests[at] as (typeof requests)[number];
          const scored = hits.map(({ id, score }) => ({ paper: papers[id - 1] as PoolPaper, score }));
          const ids = rescorer ? await rescorer.rescore(scored, body) : idsOf(hits.map(({ id }) => id));
          measures.push(measured(ids, topic));
        }
        return measures;
      }),
    );
  };
  const baseline = await keep('fts5', async () => {
    const fts5 = buildFts5(join(temporary, 'fts5.sqlite'), papers);
    const all = requests.map(({ topic, body }) =>
      measured(idsOf(fts5.search({ query: body.query ?? '', keywords: body.keywords ?? [] }, COUNT)), topic),
    );
    fts5.close();
    return all;
  });
  const parts = { requests, baseline, own, unseen };
  if (values.set) await printSetting(parts, JSON.parse(values.set) as Setting);
  else {
    const names = values.options?.split(',');
    const options = rescorer ? SEMANTIC_OPTIONS : OPTIONS;
    await printOptions(parts, names ? options.filter(({ name }) => names.includes(name)) : options);
  }
  if (rescorer) rescorer.close();
  index.close();
} finally {
  await rm(temporary, { recursive: true, force: true });
}

function measured(ids: readonly string[], { questionPaper, relevant }: (typeof requests)[number]['topic']): Measures {
  return measure(
    ids.filter((id) => id !== questionPaper),
    relevant,
  );
}

/** Measures of all requests, from a former run if there is one of the same name and requests. */
async function keep(name: string, run: () => Promise<Measures[]>): Promise<Measures[]> {
  const asked = requests.map(({ key }) => key).join('\n');
  const hash = createHash('sha256').update(`${name}\n${papers.length}\n${asked}`).digest('hex').slice(0, 16);
  const file = join(kept, `${hash}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Measures[];
  const start = performance.now();
  const all = await run();
  console.error(`${name.slice(0, 100)}: ${Math.round((performance.now() - start) / 1_000)} s`);
  writeFileSync(file, JSON.stringify(all));
  return all;
}

/** The ranking's code: results of other code are not reused. */
function sources(): string {
  const files = [
    'ranker',
    'constants',
    'neighbour-smoothing',
    'pseudo-relevance-feedback',
    'query-copies',
    'weighted-query',
    'score',
    'semantic-fusion',
  ];
  const text = files.map((name) =>
    readFileSync(new URL(`../src/library/engine/rank/${name}.ts`, import.meta.url), 'utf8'),
  );
  return createHash('sha256').update(text.join('')).digest('hex').slice(0, 12);
}
