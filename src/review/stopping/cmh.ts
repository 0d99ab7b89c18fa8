import { countRelevant, type Decisions } from './decisions.ts';
import { hypergeometricCdf } from './distributions.ts';

/** What is promised unless somebody asks for something else. */
export const TARGET = 0.95;
export const CONFIDENCE = 0.95;

/** The anytime variant looks whenever so many equal parts of the records are read. */
const ANYTIME_CHECKS = 20;

/**
 * The p value of "more was missed than the target allows": Callaghan and Müller-Hansen 2020 (BUSCAR), equal to
 * buscarpy's `calculate_h0`. With n of N screened and r relevant, each run of the last i decisions is read as a random
 * sample of what was unread before it; p is the smallest probability of a sample as poor in relevant records as that,
 * had the target been missed.
 *
 * The assumption, which no calculation can check: in each such run the ranking found relevant records at least as
 * readily as chance would. Where more would have to be missed than is unread, p is 0 (buscarpy gives NaN).
 */
export function cmhP(decisions: Decisions, records: number, target: number): number {
  return cmhPOfMissed(decisions, records, (relevant) => Math.floor(relevant / target + 1 - relevant));
}

/**
 * The highest recall that the same test leaves no doubt about: p is below 1 - confidence for it and for all lower
 * ones. 0 if there is none. Between two possible counts of missed records p does not change, so it is exact: r / (r +
 * missed).
 */
export function cmhFrontier(decisions: Decisions, records: number, confidence: number): number {
  const relevant = countRelevant(decisions);
  if (relevant === 0) return 0;
  const unread = records - decisions.length;
  let low = 0;
  let high = unread + 1;
  // The least number of missed records that can be excluded.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (cmhPOfMissed(decisions, records, () => middle) < 1 - confidence) high = middle;
    else low = middle;
  }
  return relevant / (relevant + high - 1);
}

/** p, where the target is missed if at least so many relevant records are unread. */
function cmhPOfMissed(decisions: Decisions, records: number, leastMissed: (relevant: number) => number): number {
  const screened = decisions.length;
  const unread = records - screened;
  const missed = leastMissed(countRelevant(decisions));
  if (missed > unread) return 0;
  let smallest = 1;
  let found = 0;
  // A run that begins with an irrelevant record says less than the longer one: only those after a relevant one count.
  for (let run = 0; run <= screened; run++) {
    const isLast = run === screened;
    const before = isLast ? 1 : (decisions[screened - 1 - run] as 0 | 1);
    if (before === 0) continue;
    if (run > 0) smallest = Math.min(smallest, hypergeometricCdf(found, unread + run, missed + found, run));
    if (!isLast) found++;
  }
  return smallest;
}

/**
 * The test at each twentieth of the records; check k may take (1 - confidence) / (k (k + 1)), all checks together
 * 1 - confidence. It holds from the first check that is passed. Nothing is promised between two checks.
 */
export function anytimeCmh(decisions: Decisions, records: number, target: number, confidence: number) {
  const step = anytimeStep(records);
  if (decisions.length >= records) return { holds: true, p: 0, checks: ANYTIME_CHECKS };
  const made = Math.floor(decisions.length / step);
  let p = 1;
  for (let checks = 1; checks <= made; checks++) {
    p = cmhP(Array.prototype.slice.call(decisions, 0, checks * step), records, target);
    if (p < (1 - confidence) / (checks * (checks + 1))) return { holds: true, p, checks };
  }
  return { holds: false, p, checks: made };
}

/** How many decisions lie between two looks of the anytime variant. */
export function anytimeStep(records: number): number {
  return Math.max(1, Math.ceil(records / ANYTIME_CHECKS));
}
