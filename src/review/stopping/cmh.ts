import { countRelevant, type Decisions, firstOf, leastMissed } from './decisions.ts';
import { firstThat, hypergeometricCdf } from './distributions.ts';
import { walleniusCdf } from './wallenius.ts';

/** The target unless another is requested. */
export const TARGET = 0.95;
export const CONFIDENCE = 0.95;

/** The anytime variant checks after each of this many equal parts of the records. */
const ANYTIME_CHECKS = 20;

/**
 * The p value of "more was missed than the target allows": Callaghan and Müller-Hansen 2020 (BUSCAR), equal to
 * buscarpy's `calculate_h0`. With n of N screened and r relevant, each run of the last i decisions is treated as a
 * random sample of the records unread before it; p is the smallest probability of a sample with so few relevant
 * records, had the target been missed.
 *
 * The assumption, which no calculation can check: in each such run the ranking found relevant records at least as
 * readily as chance would; with a `bias`, at least that many times as readily (buscarpy's `bias`, by biased urns). If
 * more would have to be missed than is unread, p is 0 (buscarpy gives NaN).
 */
export function cmhP(decisions: Decisions, records: number, target: number, bias = 1): number {
  return pBelow(1, decisions, records, target, bias);
}

/** p, or `below` if p is not below it, which is faster to determine. */
export function pBelow(below: number, decisions: Decisions, records: number, target: number, bias = 1): number {
  const relevant = countRelevant(decisions);
  const unread = records - decisions.length;
  const missed = leastMissed(relevant, target);
  if (missed > unread) return 0;
  let smallest = below;
  for (const run of runsOf(decisions)) smallest = Math.min(smallest, cdfOfRun(run, unread, missed, bias, smallest));
  return smallest;
}

/**
 * The highest recall that the same test confirms: p is below 1 - confidence for it and for all lower ones. 0 if there
 * is none. Between two possible counts of missed records p does not change, so it is exact: r / (r + missed).
 */
export function cmhFrontier(decisions: Decisions, records: number, confidence: number): number {
  const relevant = countRelevant(decisions);
  if (relevant === 0) return 0;
  const unread = records - decisions.length;
  // The smallest number of missed records that any run excludes; each run is tested with one less.
  let least = unread + 1;
  for (const run of runsOf(decisions)) {
    const excludes = (missed: number) => cdfOfRun(run, unread, missed, 1, 1 - confidence) < 1 - confidence;
    if (!excludes(least - 1)) continue;
    least = firstThat(0, least - 1, excludes);
  }
  return relevant / (relevant + least - 1);
}

/** The last `length` decisions, and how many of them are "relevant". */
type Run = { length: number; found: number };

/**
 * The runs that matter. A run that starts with an irrelevant record is weaker evidence than the longer one, so only
 * those after a relevant record are needed, and the whole.
 */
function runsOf(decisions: Decisions): Run[] {
  const runs: Run[] = [];
  let found = 0;
  for (let length = 0; length <= decisions.length; length++) {
    const before = length === decisions.length ? 1 : (decisions[decisions.length - 1 - length] as 0 | 1);
    if (before === 0) continue;
    if (length > 0) runs.push({ length, found });
    found++;
  }
  return runs;
}

/**
 * The probability of a run with so few relevant records, given the numbers unread and missed; 1 if it cannot be below
 * `below`.
 */
function cdfOfRun({ length, found }: Run, unread: number, missed: number, bias: number, below: number): number {
  const population = unread + length;
  const relevant = missed + found;
  if (bias !== 1) return walleniusCdf(found, population, relevant, length, bias, below);
  // The median differs from the mean by less than 1.
  if (below <= 0.5 && found >= (length * relevant) / population + 1) return 1;
  return hypergeometricCdf(found, population, relevant, length);
}

/**
 * The test at each twentieth of the records; check k may use (1 - confidence) / (k (k + 1)), all checks together 1 -
 * confidence. It holds from the first check that is passed. Nothing is guaranteed between two checks.
 */
export function anytimeCmh(decisions: Decisions, records: number, target: number, confidence: number) {
  const step = anytimeStep(records);
  if (decisions.length >= records) return { holds: true, p: 0, checks: ANYTIME_CHECKS };
  const made = Math.floor(decisions.length / step);
  let p = 1;
  for (let checks = 1; checks <= made; checks++) {
    const risk = (1 - confidence) / (checks * (checks + 1));
    p = pBelow(checks < made ? risk : 1, firstOf(decisions, checks * step), records, target);
    if (p < risk) return { holds: true, p, checks };
  }
  return { holds: false, p, checks: made };
}

/** Number of decisions between two checks of the anytime variant. */
export function anytimeStep(records: number): number {
  return Math.max(1, Math.ceil(records / ANYTIME_CHECKS));
}
