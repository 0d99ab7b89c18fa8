/**
 * Measures questions of agents, searched whole and in parts whose results are fused, beside SQLite's FTS5 in the same
 * run.
 * Usage: npm run bench parts -- [--data DIR] [--parts FILE] [--json]
 * `--data` has `agent-papers.jsonl.gz` (papers of arXiv) and `agent-questions.jsonl.gz` (questions with the papers that
 * answer them). Each line of the parts has the position of a question in that file and its sub-questions, written by a
 * person who saw neither papers nor answers.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fuseParts } from '../src/papers/fuse-ranks.ts';
import { parseQuery } from '../src/papers/query/query.ts';
import { searchIndex } from '../src/search/federated/library-search.ts';
import { readAgentPapers, readAgentQuestions } from './retrieval/agent-questions.ts';
import type { PoolPaper } from './retrieval/collection.ts';
import { buildFts5 } from './retrieval/fts5.ts';
import { addToIndex, openBenchIndex } from './retrieval/own-index.ts';
import { type Outcome, printTable, summarize } from './retrieval/report.ts';

/** Papers per request: the maximum of a job. */
const COUNT = 300;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    parts: { type: 'string', default: fileURLToPath(new URL('retrieval/parts.jsonl', import.meta.url)) },
    json: { type: 'boolean', default: false },
  },
});
if (!existsSync(join(values.data, 'agent-questions.jsonl.gz'))) {
  console.error(`${values.data} has no questions of agents: this benchmark needs them (docs/benchmarks.md)`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'paperqueue-parts-'));
try {
  const [papers, questions] = await Promise.all([
    readAgentPapers(values.data),
    readAgentQuestions(values.data, values.parts),
  ]);
  console.error(`${papers.length} papers, ${questions.length} questions; building both indexes`);
  const index = openBenchIndex(join(folder, 'index'));
  addToIndex(index, papers);
  const baseline = buildFts5(join(folder, 'fts5.sqlite'), papers);
  const snapshot = index.snapshot();
  const engines = {
    own: (query: string) =>
      searchIndex(snapshot, parseQuery({ body: { query }, filters: { limit: COUNT } })).hits.map(({ id }) => id),
    baseline: (query: string) => baseline.search({ query, keywords: [] }, COUNT),
  };
  const idsOf = (numbers: readonly number[]) => numbers.map((number) => (papers[number - 1] as PoolPaper).id);
  const fused = (lists: readonly number[][]) => fuseParts(lists).map(({ id }) => id);
  const outcomes: Outcome[] = [];
  for (const { topic, parts } of questions) {
    const [own, others] = [engines.own, engines.baseline].map((search) => ({
      whole: search(topic.query),
      parts: parts.map(search),
    })) as [Lists, Lists];
    const add = (kind: string, ranked: (lists: Lists) => number[]) =>
      outcomes.push({ topic, kind, own: idsOf(ranked(own)), baseline: idsOf(ranked(others)) });
    add('whole', ({ whole }) => whole);
    for (const at of parts.keys()) add('each part alone', (lists) => lists.parts[at] as number[]);
    add('parts fused', (lists) => fused(lists.parts));
    add('whole and parts', ({ whole, parts: each }) => fused([whole, ...each]));
  }
  index.close();
  baseline.close();
  const summary = summarize(outcomes);
  if (values.json) console.log(JSON.stringify(summary, undefined, 2));
  else printTable(summary);
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Lists = { whole: number[]; parts: number[][] };
