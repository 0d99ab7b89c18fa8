/**
 * Screens the 15 finished reviews of the labelled collections again: loss, nDCG, recall, work saved, where rules stop,
 * and how long the next batch takes. With a Python that has asreview 3, its own simulation beside ours in the same run,
 * from the same priors.
 * Usage: npm run bench review -- [--data DIR] [--seeds N] [--pools NAME,NAME] [--python FILE] [--words-only]
 * `--words-only` gives our ranking titles and abstracts alone, as ASReview has them.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupBy } from '../src/lib/groups.ts';
import { createRanker } from '../src/review/ranking/record-ranker.ts';
import { lossOf, ndcgOf, recallAfter, screenedFor, wss95Of } from '../src/review/screening-metrics.ts';
import { type DecidedRecord, simulateScreening } from '../src/review/simulate.ts';
import { readReviewPools } from './review/pools.ts';
import { endOfRandomTail } from './review/random-tails.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    seeds: { type: 'string', default: '3' },
    pools: { type: 'string' },
    python: { type: 'string', default: process.env.ASREVIEW_PYTHON },
    'words-only': { type: 'boolean', default: false },
  },
});
const script = fileURLToPath(new URL('review/peer.py', import.meta.url));

const wanted = values.pools?.split(',');
const pools = (await readReviewPools(values.data)).filter(({ name }) => wanted?.includes(name) ?? true);
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);

const MEASURES = {
  loss: lossOf,
  nDCG: ndcgOf,
  'R@10%': (labels: readonly number[]) => recallAfter(labels, Math.ceil(labels.length / 10)),
  'WSS@95': wss95Of,
  'for .95': (labels: readonly number[]) => screenedFor(labels, 0.95) / labels.length,
};

type Measured = Record<keyof typeof MEASURES, number>;
const all: { ours: Measured[]; theirs: Measured[] } = { ours: [], theirs: [] };
const stops = new Map<string, { pool: string; screened: number; kept: boolean }[]>();

console.log(
  `pool                    ${Object.keys(MEASURES).join('   ')}   (ours${values.python ? ' / ASReview' : ''})`,
);
for (const { name, records } of pools) {
  const own = values['words-only'] ? records.map(({ keywords: _, ...record }) => record) : records;
  const runs = seeds.map((seed) => screen(name, own, seed));
  const ours = meanOf(runs.map((run) => run.ours));
  const theirs = values.python ? meanOf(runs.flatMap((run) => run.theirs ?? [])) : undefined;
  all.ours.push(ours);
  if (theirs) all.theirs.push(theirs);
  printLine(name, ours, theirs);
}
printLine('mean', meanOf(all.ours), all.theirs.length > 0 ? meanOf(all.theirs) : undefined);

console.log('\nrule             read on average   kept its target');
for (const [rule, ends] of stops) {
  const perPool = [...groupBy(ends, ({ pool }) => pool).values()].map((of) => average(of.map((end) => end.screened)));
  const kept = ends.filter((end) => end.kept).length;
  console.log(
    rule.padEnd(16),
    `${(100 * average(perPool)).toFixed(1)} %`.padStart(10),
    `${kept} of ${ends.length}`.padStart(18),
  );
}

console.log('\nnext batch, retraining included: median and most of 20, each after ten more decisions');
const every = pools.flatMap(({ records }) => records);
for (const size of [5000, 50_000]) timeBatches(size);

function screen(name: string, records: readonly DecidedRecord[], seed: number) {
  const { order, priors, stops: found } = simulateScreening(records, { seed });
  const labelsOf = (places: readonly number[]) => places.map((place) => (records[place] as DecidedRecord).included);
  const labels = labelsOf(order);
  for (const { rule, screened, recall } of found) note(rule, name, screened / order.length, recall >= 0.95);
  for (let draw = 0; draw < 5; draw++) {
    const { screened, recall } = endOfRandomTail(labels, 0.95, 100 * seed + draw);
    note('random-tail', name, screened / order.length, recall >= 0.95);
  }
  const input = JSON.stringify({ records, priors, seed });
  const theirs = values.python
    ? labelsOf(JSON.parse(execFileSync(values.python, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 })))
    : undefined;
  return { ours: measure(labels), theirs: theirs && measure(theirs) };
}

function note(rule: string, pool: string, screened: number, kept: boolean): void {
  stops.set(rule, [...(stops.get(rule) ?? []), { pool, screened, kept }]);
}

function measure(labels: readonly number[]): Measured {
  return Object.fromEntries(Object.entries(MEASURES).map(([name, of]) => [name, of(labels)])) as Measured;
}

function meanOf(runs: readonly Measured[]): Measured {
  return Object.fromEntries(
    Object.keys(MEASURES).map((name) => [name, average(runs.map((run) => run[name as keyof Measured]))]),
  ) as Measured;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function printLine(name: string, ours: Measured, theirs: Measured | undefined): void {
  const cells = Object.entries(ours).map(([measure, value]) =>
    [value, ...(theirs ? [theirs[measure as keyof Measured]] : [])].map((each) => each.toFixed(4)).join(' / '),
  );
  console.log(name.padEnd(23), cells.join('   '));
}

/** Records of all reviews together, repeated with a word of their own, of which a tenth of the batch is relevant. */
function timeBatches(size: number): void {
  const records = Array.from({ length: size }, (_, at) => {
    const record = every[at % every.length] as DecidedRecord;
    return at < every.length ? record : { ...record, title: `${record.title} copy${Math.floor(at / every.length)}` };
  });
  const began = performance.now();
  const ranker = createRanker(records);
  const building = performance.now() - began;
  const labels = new Map<number, 0 | 1>();
  const times: number[] = [];
  const decide = (places: Iterable<number>) => {
    for (const place of places) labels.set(place, (records[place] as DecidedRecord).included);
  };
  decide([...records.keys()].filter((place) => place % Math.ceil(size / 1000) === 0));
  ranker.nextOrder(labels);
  for (let batch = 0; batch < 20; batch++) {
    const start = performance.now();
    const next = ranker.nextOrder(labels).slice(0, 10);
    times.push(performance.now() - start);
    decide(next);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${size} records: ${times[10]?.toFixed(0)} / ${times.at(-1)?.toFixed(0)} ms; features ${(building / 1000).toFixed(1)} s`,
  );
}
