/**
 * Screens the 15 finished reviews of the labelled collections again: loss, nDCG, recall, work saved, and where rules
 * stop. With a Python that has asreview 3, its own simulation beside ours in the same run, from the same priors.
 * Usage: npm run bench review -- [--data DIR] [--seeds N] [--pools NAME,NAME] [--python FILE [--orders DIR]]
 *        [--words-only] [--reviews DIR] [--clef DIR]
 * `--orders` keeps ASReview's orders, which take an hour, so that a run goes on after an interruption.
 * `--words-only` gives our ranking titles and abstracts alone, as ASReview has them.
 * Stopping rules are applied to ASReview's orders, too.
 * `--reviews` measures reviews on which nothing was chosen instead; `--clef` applies the rules to another learner's
 * orders of CLEF's reviews. `review/held-back.ts` describes these folders.
 *
 * Or, with `--by-chance`: applies the rules to random orders, the worst case that their assumptions allow.
 *
 * Or, with `--batch 5000,50000`: measures the built server's time for ten decisions and the next ten records.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupBy } from '../src/lib/groups.ts';
import {
  type DecidedRecord,
  lossOf,
  ndcgOf,
  recallAfter,
  screenedFor,
  simulateScreening,
  wss95Of,
} from '../src/review/simulate.ts';
import { type FoundStop, findStops } from '../src/review/stopping/find-stops.ts';
import { readPool } from './retrieval/collection.ts';
import { timeBatches } from './review/batches.ts';
import { readRankings, readReviewFolder } from './review/held-back.ts';
import { readReviewPools } from './review/pools.ts';
import { ordersByChance } from './review/random-orders.ts';
import { endOfRandomTail } from './review/random-tails.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    seeds: { type: 'string', default: '3' },
    pools: { type: 'string' },
    python: { type: 'string', default: process.env.ASREVIEW_PYTHON },
    orders: { type: 'string' },
    batch: { type: 'string' },
    reviews: { type: 'string' },
    clef: { type: 'string' },
    'by-chance': { type: 'boolean', default: false },
    'words-only': { type: 'boolean', default: false },
  },
});
/** The targets of the stopping rules, and the number of random tails drawn per order. */
const TARGET = 0.95;
const TAILS = 5;

const script = fileURLToPath(new URL('review/peer.py', import.meta.url));

if (values['by-chance']) {
  console.log('rule           relevant of 400   read on average   below its target   (400 orders each)');
  for (const { rule, relevant, screened, below } of ordersByChance())
    console.log(
      rule.padEnd(14),
      `${relevant}`.padStart(15),
      percent(screened).padStart(17),
      percent(below).padStart(18),
    );
  process.exit();
}
const wanted = values.pools?.split(',');
const labelled = await readReviewPools(values.data);
const held = values.reviews && readReviewFolder(values.reviews, new Set(labelled.map(({ name }) => name)));
const pools = values.clef ? [] : (held || labelled).filter(({ name }) => wanted?.includes(name) ?? true);
if (values.batch) {
  await showBatches(values.batch.split(',').map(Number));
  process.exit();
}
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
const stops = new Map<string, { pool: string; screened: number; recall: number }[]>();

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
if (pools.length > 0) printLine('mean', meanOf(all.ours), all.theirs.length > 0 ? meanOf(all.theirs) : undefined);
for (const { run, review, labels } of values.clef ? readRankings(values.clef) : [])
  note(`, ${run}`, review, labels.length, findStops(labels));

console.log(`\nrule, ${TARGET} asked for`.padEnd(36), 'read on average   kept its target   lowest recall');
for (const [rule, ends] of stops) {
  const perPool = [...groupBy(ends, ({ pool }) => pool).values()].map((of) => average(of.map((end) => end.screened)));
  const kept = ends.filter(({ recall }) => recall >= TARGET).length;
  const lowest = Math.min(...ends.map(({ recall }) => recall));
  console.log(
    rule.padEnd(35),
    percent(average(perPool)).padStart(15),
    `${kept} of ${ends.length}`.padStart(17),
    percent(lowest).padStart(15),
  );
}

function screen(name: string, records: readonly DecidedRecord[], seed: number) {
  const { order, priors, stops: found } = simulateScreening(records, { seed });
  const labelsOf = (places: readonly number[]) => places.map((place) => (records[place] as DecidedRecord).included);
  const labels = labelsOf(order);
  const tails = Array.from({ length: TAILS }, (_, draw) => endOfRandomTail(labels, TARGET, 100 * seed + draw));
  note('', name, order.length, [...found, ...tails.map((end) => ({ rule: 'random-tail', ...end }))]);
  const theirs = values.python
    ? labelsOf(readPeerOrder(values.python, `${name}-${seed}.json`, JSON.stringify({ records, priors, seed })))
    : undefined;
  if (theirs) note(", ASReview's", name, order.length, findStops(theirs));
  return { ours: measure(labels), theirs: theirs && measure(theirs) };
}

/** ASReview's order, from the folder of orders if it is there. */
function readPeerOrder(python: string, name: string, input: string): number[] {
  const known = values.orders && join(values.orders, name);
  if (known && existsSync(known)) return JSON.parse(readFileSync(known, 'utf8'));
  const order = execFileSync(resolve(python), [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // A package that it loads writes a database into the current folder.
    cwd: tmpdir(),
  });
  if (known) {
    mkdirSync(join(known, '..'), { recursive: true });
    writeFileSync(known, order);
  }
  return JSON.parse(order);
}

function note(
  order: string,
  pool: string,
  records: number,
  ends: readonly (Pick<FoundStop, 'screened' | 'recall'> & { rule: string })[],
): void {
  for (const { rule, screened, recall } of ends) {
    const key = `${rule}${order}`;
    stops.set(key, [...(stops.get(key) ?? []), { pool, screened: screened / records, recall }]);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
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

/** The records of all reviews, then other papers of the data. */
async function showBatches(sizes: readonly number[]): Promise<void> {
  const labelled = pools.flatMap(({ records }) => records);
  const others = await readPool(values.data, Math.max(...sizes));
  const records = [...labelled, ...others.map((paper): DecidedRecord => ({ ...paper, included: 0 }))];
  const show = (times: readonly number[]) => {
    const [middle, most] = [times.length >> 1, times.length - 1].map((at) => [...times].sort((a, b) => a - b)[at]);
    return `${middle?.toFixed(0)} / ${most?.toFixed(0)}`.padStart(15);
  };
  console.log(
    'ms: median / most of 40 batches; first: the features too\nrecords   processor           clock   first   MB',
  );
  for (const size of sizes) {
    const { processor, clock, first, megabytes } = await timeBatches(records.slice(0, size));
    console.log(
      `${size}`.padEnd(7),
      show(processor),
      show(clock),
      `${first.toFixed(0)}`.padStart(7),
      megabytes.toFixed(0),
    );
  }
}
