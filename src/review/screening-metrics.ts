/** The labels of records (relevant 1, irrelevant 0) in the order read, from which the measures are computed. */
type OrderedLabels = ArrayLike<number>;

/** The share of the records at which recall is reported. */
export const RECALL_AT = 0.1;

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
