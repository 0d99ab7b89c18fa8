import { hypergeometricPmf } from './distributions.ts';

/** A tail of unread records, in an order that was drawn at random and that nothing else depends on. */
export type RandomTail = {
  /** Unread records when the order was drawn. */
  records: number;
  /** Relevant records known by then. */
  relevantBefore: number;
};

/**
 * How many records from the beginning of the random order must be read before stopping is safe, by how many relevant
 * ones were found since the order was drawn: the entry at k is for k found, up to `mostFound`.
 *
 * The promise. Whatever the ranking did before, and whatever records are read in between: the probability that
 * screening stops with a recall below the target is at most 1 - confidence. It is exact and needs no correction for
 * looking often.
 *
 * The proof. Let the unread records have m relevant ones, and H(b) of them be among the first b of the random order;
 * given m, H depends on chance alone. Stopping with k found is wrong if relevantBefore + k < target (relevantBefore +
 * m), and happens only if the first needed(k) are read, all relevant ones among them found: H(needed(k)) <= k. For
 * given m the counts k where stopping is wrong are 0 to some c - 1, so the probability of a wrong stop is at most
 * P(H(needed(k)) <= k for some k < c). needed(k) is the least number, not below needed(k - 1), that keeps this below 1
 * - confidence for the least m where k is wrong; for larger m, H is larger and the event rarer.
 */
export function neededOfRandomTail(
  { records, relevantBefore }: RandomTail,
  target: number,
  confidence: number,
  mostFound: number,
): number[] {
  const needed: number[] = [];
  for (let found = 0; found <= mostFound; found++) {
    const hidden = leastHidden(relevantBefore, found, target);
    needed.push(hidden > records ? (needed.at(-1) ?? 0) : nextNeeded(records, hidden, needed, 1 - confidence));
  }
  return needed;
}

/** The least number of relevant records in the tail of which `found` are too few. */
function leastHidden(relevantBefore: number, found: number, target: number): number {
  return Math.floor((relevantBefore + found) / target - relevantBefore + 1e-9) + 1;
}

/** The least number to read with `needed.length` found, of a tail with so many hidden. */
function nextNeeded(records: number, hidden: number, needed: readonly number[], risk: number): number {
  // How likely it is that no stop came so far and so many of the hidden were met.
  let going = new Float64Array(hidden + 1);
  going[0] = 1;
  let stopped = 0;
  let read = 0;
  for (const [found, next] of needed.entries()) {
    going = readOn(going, records - read, hidden, next - read);
    read = next;
    for (let met = 0; met <= found; met++) {
      stopped += going[met] as number;
      going[met] = 0;
    }
  }
  // Who goes on has met more than those earlier counts: only who meets nobody else stops wrongly at this one.
  const atRisk = going[needed.length] as number;
  const left = hidden - needed.length;
  let low = read - 1;
  let high = records;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (stopped + atRisk * noneMet(records - read, left, middle - read) <= risk) high = middle;
    else low = middle;
  }
  return high;
}

/** The same after so many more of `records` unread ones. */
function readOn(going: Float64Array, records: number, hidden: number, more: number): Float64Array<ArrayBuffer> {
  const after = new Float64Array(hidden + 1);
  for (const [met, probability] of going.entries()) {
    if (probability === 0) continue;
    const pmf = hypergeometricPmf(records, hidden - met, more);
    for (const [hits, share] of pmf.entries()) after[met + hits] = (after[met + hits] as number) + probability * share;
  }
  return after;
}

/** The probability to meet none of the hidden. */
function noneMet(records: number, hidden: number, more: number): number {
  if (hidden + more > records) return 0;
  let log = 0;
  for (let at = 0; at < hidden; at++) log += Math.log1p(-more / (records - at));
  return Math.exp(log);
}
