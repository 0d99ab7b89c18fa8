import { firstThat, hypergeometricPmf } from './distributions.ts';

/** The unread records in an order drawn at random, on which nothing else depends. */
export type RandomTail = {
  /** Unread records when the order was drawn. */
  records: number;
  /** Relevant records known by then. */
  relevantBefore: number;
};

/**
 * How many records of the random order must be read before stopping is safe, by the number of relevant ones found since
 * the order was drawn: entry k is for k found, up to `mostFound`.
 *
 * The guarantee. Whatever the ranking did before, and whatever records are read in between: the probability that
 * screening stops with a recall below the target is at most 1 - confidence. It is exact and needs no correction for
 * repeated checks.
 *
 * The proof. Let the unread records contain m relevant ones, and H(b) of them be among the first b of the random order;
 * given m, H depends on chance alone. Stopping with k found is wrong if relevantBefore + k < target (relevantBefore +
 * m), and happens only if the first needed(k) are read, with all relevant ones among them found: H(needed(k)) <= k. For
 * given m the counts k for which stopping is wrong are 0 to some c - 1, so the probability of a wrong stop is at most
 * P(H(needed(k)) <= k for some k < c). needed(k) is the smallest number, not below needed(k - 1), that keeps this below
 * (1 - confidence) for the smallest m for which k is wrong; for larger m, H is larger and the event rarer.
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

/** The smallest number of relevant records in the tail for which `found` are too few. */
function leastHidden(relevantBefore: number, found: number, target: number): number {
  return Math.floor((relevantBefore + found) / target - relevantBefore + 1e-9) + 1;
}

/** The smallest number to read with `needed.length` found, in a tail with `hidden` relevant records. */
function nextNeeded(records: number, hidden: number, needed: readonly number[], risk: number): number {
  // Probability of not having stopped so far, by the number of hidden records met.
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
  // A screening that continues has met more than the earlier counts: a wrong stop at this count happens only if it
  // meets no more.
  const atRisk = going[needed.length] as number;
  const left = hidden - needed.length;
  const isSafe = (needed: number) => stopped + atRisk * noneMet(records - read, left, needed - read) <= risk;
  return firstThat(read - 1, records, isSafe);
}

/** The distribution after reading `more` of `records` unread ones. */
function readOn(going: Float64Array, records: number, hidden: number, more: number): Float64Array<ArrayBuffer> {
  const after = new Float64Array(hidden + 1);
  for (const [met, probability] of going.entries()) {
    if (probability === 0) continue;
    const pmf = hypergeometricPmf(records, hidden - met, more);
    for (const [hits, share] of pmf.entries()) after[met + hits] = (after[met + hits] as number) + probability * share;
  }
  return after;
}

/** The probability of meeting none of the hidden records. */
function noneMet(records: number, hidden: number, more: number): number {
  if (hidden + more > records) return 0;
  let log = 0;
  for (let at = 0; at < hidden; at++) log += Math.log1p(-more / (records - at));
  return Math.exp(log);
}
