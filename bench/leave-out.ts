/**
 * Measures what each constant of the ranking is worth on collections that did not choose it: of every option the value
 * that is best for the other collections is measured on the one left out, beside SQLite's FTS5.
 * Usage: npm run bench leave-out -- [--data DIR] [--unseen DIR] [--options NAMES] [--every N] [--seed N] [--kept DIR]
 *   [--set JSON]
 * `--unseen` adds collections on which no constant was chosen (`npm run bench unseen`); they choose nothing here,
 * either. `--every N` takes each Nth topic of a collection of more than 50. DIR of `--kept` keeps what was measured for
 * the next run. `--set` measures one setting beside the present one, such as {"FEEDBACK":{"weight":0}}.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { searchIndex } from '../src/federated/library-search.ts';
import { parseQuery } from '../src/papers/query/query.ts';
import { OPTIONS } from './leave-out/options.ts';
import { printOptions, printSetting } from './leave-out/report.ts';
import { collectionRequests } from './leave-out/requests.ts';
import { changesOf, type Setting, withSetting } from './leave-out/settings.ts';
import { type PoolPaper, readPool, readTopics } from './retrieval/collection.ts';
import { buildFts5 } from './retrieval/fts5.ts';
import { type Measures, measure } from './retrieval/measures.ts';
import { addToIndex, openBenchIndex } from './retrieval/own-index.ts';

/** How many papers are asked for: the most that a job gives. */
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
  },
});
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
});
console.error(`${papers.length} papers, ${requests.length} requests; building both indexes`);
const temporary = await mkdtemp(join(tmpdir(), 'paperqueue-leave-out-'));
const kept = values.kept ?? temporary;
mkdirSync(kept, { recursive: true });
try {
  const index = openBenchIndex(join(temporary, 'index'));
  addToIndex(index, papers);
  const idsOf = (numbers: readonly number[]) => numbers.map((number) => (papers[number - 1] as PoolPaper).id);
  const snapshot = index.snapshot();
  const own = (setting: Setting) =>
    keep(`own ${JSON.stringify(changesOf(setting))} ${sources()}`, () =>
      withSetting(setting, () => {
        // Another object has statistics of its own, which depend on constants.
        const searched = { ...snapshot };
        return requests.map(({ topic, body }) => {
          const query = parseQuery({ body, filters: { limit: COUNT } });
          return measured(idsOf(searchIndex(searched, query).hits.map(({ id }) => id)), topic);
        });
      }),
    );
  const baseline = keep('fts5', () => {
    const fts5 = buildFts5(join(temporary, 'fts5.sqlite'), papers);
    const all = requests.map(({ topic, body }) =>
      measured(idsOf(fts5.search({ query: body.query ?? '', keywords: body.keywords ?? [] }, COUNT)), topic),
    );
    fts5.close();
    return all;
  });
  const parts = { requests, baseline, own, unseen };
  if (values.set) printSetting(parts, JSON.parse(values.set) as Setting);
  else {
    const names = values.options?.split(',');
    printOptions(parts, names ? OPTIONS.filter(({ name }) => names.includes(name)) : OPTIONS);
  }
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
function keep(name: string, run: () => Measures[]): Measures[] {
  const asked = requests.map(({ key }) => key).join('\n');
  const hash = createHash('sha256').update(`${name}\n${papers.length}\n${asked}`).digest('hex').slice(0, 16);
  const file = join(kept, `${hash}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Measures[];
  const start = performance.now();
  const all = run();
  console.error(`${name.slice(0, 100)}: ${Math.round((performance.now() - start) / 1_000)} s`);
  writeFileSync(file, JSON.stringify(all));
  return all;
}

/** The ranking's code: another has other figures. */
function sources(): string {
  const files = ['ranker', 'constants', 'neighbour-smoothing', 'pseudo-relevance-feedback', 'weighted-query', 'score'];
  const text = files.map((name) => readFileSync(new URL(`../src/engine/rank/${name}.ts`, import.meta.url), 'utf8'));
  return createHash('sha256').update(text.join('')).digest('hex').slice(0, 12);
}
