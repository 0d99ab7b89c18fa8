/**
 * Splits real papers over five simulated sources, merges them back, and measures the correct merges and the searches in
 * the result.
 * Usage: npm run bench merge -- --data DIR [--json] [--errors] [--seed N] [--papers N] [--collection NAME]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { toFoundWorks } from '../src/papers/works/found-work.ts';
import { mergeFound } from '../src/papers/works/merge.ts';
import { makeTraps, readOriginals } from './merge/originals.ts';
import { measurePairs, type PairFigures } from './merge/pairs.ts';
import { randomOf } from './merge/random.ts';
import { compareRanking } from './merge/ranking.ts';
import { type SplitRecord, split } from './merge/split.ts';
import { readTopics } from './retrieval/collection.ts';
import { printTable } from './retrieval/report.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    topics: { type: 'string' },
    collection: { type: 'string' },
    seed: { type: 'string', default: '1' },
    papers: { type: 'string' },
    json: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
  },
});
const topicsFile = values.topics ?? join(values.data, 'topics.jsonl.gz');
if (!existsSync(topicsFile)) {
  console.error(`${topicsFile} is not there: this benchmark needs the labelled collections (docs/benchmarks.md)`);
  process.exit(1);
}

const random = randomOf(Number(values.seed));
const most = values.papers === undefined ? Number.POSITIVE_INFINITY : Number(values.papers);
const papers = await readOriginals(values.data, most, random);
const originals = [...papers, ...makeTraps(papers, random)];
const records = shuffled(originals.flatMap((original, place) => split(original, place, random)));
// A record's rank is its position among all records, by which it is found again.
const read = records.map(({ source, facts }, place) => toFoundWorks(source, [facts], place + 1));
const unusable = read.reduce((sum, one) => sum + one.unusable, 0);
console.error(`${papers.length} papers, ${originals.length - papers.length} traps, ${records.length} records; merging`);
const begun = performance.now();
const works = mergeFound(read.flatMap(({ works: found }) => found));
const seconds = (performance.now() - begun) / 1_000;
const pairs = measurePairs(works, originals, records, ({ rank }) => rank - 1);

console.error(`${works.length} works in ${seconds.toFixed(1)} s; searching the whole and the merged`);
const topics = (await readTopics(topicsFile)).filter(
  ({ collection }) => values.collection === undefined || collection === values.collection,
);
const idsOf = works.map(({ findings: found }) => [
  ...new Set(found.map(({ rank }) => originals[(records[rank - 1] as SplitRecord).original]?.id ?? '')),
]);
const ranking = await compareRanking(papers, works, idsOf, topics);

if (values.json) {
  console.log(
    JSON.stringify({ seed: Number(values.seed), unusable, seconds, pairs: shown(pairs), ranking }, undefined, 2),
  );
} else {
  printPairs(pairs);
  printTable(ranking, ['merged', 'whole']);
}

function shuffled<Value>(list: readonly Value[]): Value[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.next() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Value, mixed[last] as Value];
  }
  return mixed;
}

/** Examples are the data's own words, so they only appear on demand. */
function shown(figures: PairFigures): unknown {
  const bare = (counts: PairFigures['wrong']) =>
    Object.fromEntries(
      Object.entries(counts).map(([kind, { pairs, examples }]) => [kind, values.errors ? { pairs, examples } : pairs]),
    );
  return { ...figures, wrong: bare(figures.wrong), missed: bare(figures.missed) };
}

function printPairs(figures: PairFigures): void {
  console.log(
    `${figures.originals} papers and ${figures.traps} traps as ${figures.records} records, merged into ${figures.works} works\n` +
      `precision ${figures.precision.toFixed(5)} (${figures.rightPairs} of ${figures.mergedPairs} pairs; ` +
      `${figures.precisionWithoutThese.toFixed(5)} without ${figures.wrongBecauseTwice} of works that the data has twice)\n` +
      `recall ${figures.recall.toFixed(5)} (of ${figures.truePairs} pairs)`,
  );
  if (values.errors) {
    for (const [name, counts] of [
      ['wrong', figures.wrong],
      ['missed', figures.missed],
    ] as const) {
      for (const [kind, { pairs, examples }] of Object.entries(counts).sort(([, a], [, b]) => b.pairs - a.pairs)) {
        console.log(`${name}: ${pairs} x ${kind}`);
        for (const example of examples) console.log(`      ${example}`);
      }
    }
  }
}
