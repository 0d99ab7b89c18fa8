import { createRanker, isRankable, type RankedRecord, type RankerOptions } from './ranking/record-ranker.ts';
import { seededNumbers } from './seeded-numbers.ts';
import { type FoundStop, findStops } from './stopping/find-stops.ts';

/** The labels of records (relevant 1, irrelevant 0) in the order read, from which the measures are computed. */
type OrderedLabels = ArrayLike<number>;

/** The share of the records at which recall is reported. */
const RECALL_AT = 0.1;

/** The recall at which work saved over sampling is reported. */
const WSS_AT = 0.95;

/**
 * How far the recall curve is below the best possible, from 0 (all relevant first) to 1 (all last): ASReview's `loss`,
 * (N+ (N - (N+ - 1) / 2) - sum of cumulative hits) / (N+ (N - N+)).
 */
export function lossOf(labels: OrderedLabels): number {
  let relevant = 0;
  let sum = 0;
  for (let at = 0; at < labels.length; at++) {
    relevant += labels[at] as number;
    sum += relevant;
  }
  return (relevant * (labels.length - (relevant - 1) / 2) - sum) / (relevant * (labels.length - relevant));
}

/** Normalised discounted cumulative gain over the whole order, gains discounted by log2(rank + 1). */
export function ndcgOf(labels: OrderedLabels): number {
  let gain = 0;
  let best = 0;
  let relevant = 0;
  for (let at = 0; at < labels.length; at++) {
    if (labels[at] !== 1) continue;
    gain += 1 / Math.log2(at + 2);
    best += 1 / Math.log2(relevant++ + 2);
  }
  return gain / best;
}

/** The share of the relevant records among the first `count`. */
export function recallAfter(labels: OrderedLabels, count: number): number {
  let relevant = 0;
  let found = 0;
  for (let at = 0; at < labels.length; at++) {
    relevant += labels[at] as number;
    if (at < count) found += labels[at] as number;
  }
  return found / relevant;
}

/** How many records are read until this recall is reached. */
export function screenedFor(labels: OrderedLabels, recall: number): number {
  let relevant = 0;
  for (let at = 0; at < labels.length; at++) relevant += labels[at] as number;
  let found = 0;
  for (let at = 0; at < labels.length; at++) {
    found += labels[at] as number;
    if (found >= recall * relevant - 1e-9) return at + 1;
  }
  return labels.length;
}

/** Work saved over sampling at 95 % recall (Cohen 2006): the share left unread, minus the 5 % that are given up. */
export function wss95Of(labels: OrderedLabels): number {
  return (labels.length - screenedFor(labels, WSS_AT)) / labels.length - (1 - WSS_AT);
}

/** A record with the review's decision on it. */
export type DecidedRecord = RankedRecord & { included: 0 | 1 };

export type SimulationOptions = RankerOptions & {
  /** The indexes of records known before the first is read; by default one relevant and one irrelevant. */
  priors?: readonly number[];
};

export type Simulation = {
  /** The indexes of the records in the order read, priors first. */
  order: number[];
  priors: number[];
  /** ASReview's loss: 0 if all relevant records come first. */
  loss: number;
  ndcg: number;
  /** The share of the relevant records among the first tenth of the order. */
  recall: number;
  wss95: number;
  /** The first stop of each rule, with the recall there; a rule that never holds reads everything. */
  stops: FoundStop[];
  /** Records with neither title nor abstract, read after the priors; the rules are about the others. */
  unranked: number;
};

/**
 * Retrains after this many decisions, or this share of those made, whichever is more; while they are few, after each.
 */
const MAX_BATCH = 10;
const BATCH_SHARE = 0.01;

/**
 * Replays a finished review in the order of our ranking, and determines where each rule would have stopped. The same
 * records, priors and seed give the same simulation. Needs at least one relevant and one irrelevant record.
 */
export function simulateScreening(records: readonly DecidedRecord[], options: SimulationOptions = {}): Simulation {
  const { seed = 0 } = options;
  const priors = options.priors?.length ? [...new Set(options.priors)] : choosePriors(records, seed);
  const order = readAll(records, priors, options);
  const labels = order.map((index) => (records[index] as DecidedRecord).included);
  const { stops, unranked } = findStopsOfRanked(order, records, labels);
  return {
    order,
    priors,
    unranked,
    loss: lossOf(labels),
    ndcg: ndcgOf(labels),
    recall: recallAfter(labels, Math.ceil(RECALL_AT * labels.length)),
    wss95: wss95Of(labels),
    stops,
  };
}

/** The stops over the records that could be ranked; the others are read before them. */
function findStopsOfRanked(order: readonly number[], records: readonly DecidedRecord[], labels: readonly (0 | 1)[]) {
  const ranked = order.filter((index) => isRankable(records[index] as DecidedRecord));
  const unranked = order.length - ranked.length;
  if (unranked === 0) return { stops: findStops(labels), unranked };
  const found = (screened: number) => labels.slice(0, screened).filter((label) => label === 1).length;
  const stops = findStops(ranked.map((index) => (records[index] as DecidedRecord).included)).map((stop) => {
    const screened = stop.screened + unranked;
    return { ...stop, screened, recall: found(screened) / found(labels.length) };
  });
  return { stops, unranked };
}

/** One relevant and one irrelevant record, chosen by the seed. */
function choosePriors(records: readonly DecidedRecord[], seed: number): number[] {
  const random = seededNumbers(seed);
  return ([1, 0] as const).map((label) => {
    const indexes = [...records.keys()].filter((index) => records[index]?.included === label);
    return indexes[Math.floor(random() * indexes.length)] as number;
  });
}

function readAll(records: readonly DecidedRecord[], priors: readonly number[], options: RankerOptions): number[] {
  const ranker = createRanker(records, options);
  const labels = new Map<number, 0 | 1>();
  const read = (index: number) => labels.set(index, (records[index] as DecidedRecord).included);
  priors.forEach(read);
  for (const [index, record] of records.entries()) if (!isRankable(record)) read(index);
  while (labels.size < records.length) {
    const batch = Math.min(MAX_BATCH, Math.max(1, Math.round(BATCH_SHARE * labels.size)));
    ranker.nextOrder(labels).slice(0, batch).forEach(read);
  }
  return [...labels.keys()];
}
