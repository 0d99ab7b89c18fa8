/**
 * Measures how well searches find papers that people judged relevant, beside SQLite's FTS5 in the same run.
 * Usage: npm run bench retrieval -- [--data DIR] [--topics FILE] [--json] [--collection NAME] [--seed N] [--every N]
 *   [--full-texts none|long|titles|abstracts] [--embeddings URL|DIR [--model NAME] [--vectors FILE]]
 * The topics also yield two collections of requests for similar papers: by a whole paper ("similar"), and by its title
 * ("titles"). The seed chooses these papers.
 * `--every N` takes each Nth topic of a collection of more than 50. `--embeddings` adds the semantic second stage
 * (bench/serve-embeddings.py serves a model; DIR holds one); FILE keeps its vectors between runs.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseQuery } from '../src/papers/query/query.ts';
import { searchIndex } from '../src/search/federated/library-search.ts';
import { eachNth, type PoolPaper, readPool, readTopics } from './retrieval/collection.ts';
import { buildFts5 } from './retrieval/fts5.ts';
import { withFullTexts } from './retrieval/full-texts.ts';
import { addToIndex, openBenchIndex } from './retrieval/own-index.ts';
import { type Outcome, printTable, summarize } from './retrieval/report.ts';

import { KINDS } from './retrieval/requests.ts';
import { similarTopics } from './retrieval/similar-topics.ts';
import { openRescorer } from './retrieval/with-embeddings.ts';

/** Papers per request: the maximum of a job. */
const COUNT = 300;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    topics: { type: 'string' },
    collection: { type: 'string' },
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    'full-texts': { type: 'string', default: 'none' },
    every: { type: 'string', default: '1' },
    embeddings: { type: 'string' },
    model: { type: 'string', default: 'all-minilm' },
    vectors: { type: 'string' },
  },
});
const topicsFile = values.topics ?? join(values.data, 'topics.jsonl.gz');
if (!existsSync(topicsFile)) {
  console.error(`${topicsFile} is not there: this benchmark needs the labelled collections (docs/benchmarks.md)`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'paperqueue-retrieval-'));
try {
  const [papers, topics] = await Promise.all([readPool(values.data), readTopics(topicsFile)]);
  console.error(`${papers.length} papers, ${topics.length} topics; building both indexes`);
  const index = openBenchIndex(join(folder, 'index'));
  addToIndex(index, withFullTexts(papers, values['full-texts'], Number(values.seed)));
  const baseline = buildFts5(join(folder, 'fts5.sqlite'), papers);
  const idsOf = (numbers: readonly number[]) => numbers.map((number) => (papers[number - 1] as PoolPaper).id);
  const outcomes: Outcome[] = [];
  const rescorer =
    values.embeddings &&
    openRescorer(values.embeddings, values.model, values.vectors ?? join(folder, 'vectors.sqlite'));
  const seed = Number(values.seed);
  const likeOnes = (['similar', 'titles'] as const).flatMap((form) => similarTopics(topics, papers, seed, form));
  const asked = [...topics, ...likeOnes].filter(
    ({ collection }) => !values.collection || collection === values.collection,
  );
  for (const topic of eachNth(asked, Number(values.every))) {
    for (const [kind, requestOf] of Object.entries(KINDS)) {
      const body = requestOf(topic);
      if (!body) continue;
      const { hits } = searchIndex(index.snapshot(), parseQuery({ body, filters: { limit: COUNT } }));
      const own = rescorer
        ? await rescorer.rescore(
            hits.map(({ id, score }) => ({ paper: papers[id - 1] as PoolPaper, score })),
            body,
          )
        : idsOf(hits.map(({ id }) => id));
      const fts5 = baseline.search({ query: '', keywords: [], ...body }, COUNT);
      const measured = (ids: readonly string[]) => ids.filter((id) => id !== topic.questionPaper);
      outcomes.push({ topic, kind, own: measured(own), baseline: measured(idsOf(fts5)) });
    }
  }
  index.close();
  baseline.close();
  if (rescorer) rescorer.close();
  const summary = summarize(outcomes);
  if (values.json) console.log(JSON.stringify(summary, undefined, 2));
  else printTable(summary);
} finally {
  await rm(folder, { recursive: true, force: true });
}
