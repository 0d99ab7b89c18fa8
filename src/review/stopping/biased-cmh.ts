import { cmhP, pBelow } from './cmh.ts';
import { countRelevant, type Decisions, firstOf, leastMissed } from './decisions.ts';
import { bisect, firstThat } from './distributions.ts';
import { walleniusCdf } from './wallenius.ts';

/** The test must hold without interruption over this share of all records; decision 0043 explains the choice. */
const HELD_SHARE = 0.02;

/**
 * The test with the bias measured in the review itself. It holds if p has been below 1 - confidence over `needed`
 * consecutive decisions, of which `read` have been made (capped at `needed`), or if too few records are unread to miss
 * the target.
 */
export function biasedCmh(decisions: Decisions, records: number, target: number, confidence: number) {
  const now = decisions.length;
  const bias = measuredBias(decisions, records, target);
  const p = cmhP(decisions, records, target, bias);
  const needed = neededInARow(records);
  const since = heldSince(decisions, now, Math.max(0, now - needed), { records, target, confidence });
  const read = Math.max(0, Math.min(needed, now - since));
  return { holds: read >= needed || now >= certainAt(decisions, records, target), p, bias, read, needed };
}

type Test = { records: number; target: number; confidence: number };

/**
 * The number of decisions since which the test has held without interruption at `to`; `to` + 1 if it does not hold
 * there. It looks back no further than `earliest`.
 */
function heldSince(decisions: Decisions, to: number, earliest: number, test: Test): number {
  const from = lastFind(decisions, to);
  const first = firstHeld(decisions, { from, to }, test);
  if (first === undefined) return to + 1;
  return first > from || from <= earliest ? first : heldSince(decisions, from - 1, earliest, test);
}

/**
 * The number of decisions after which it first holds, if all are known; undefined if it never does before all are read.
 */
export function firstBiasedStop(all: Decisions, target: number, confidence: number): number | undefined {
  const records = all.length;
  const needed = neededInARow(records);
  let since: number | undefined;
  let from = 0;
  for (let to = 1; to < records; to++) {
    if (all[to] === 0 && to < records - 1) continue;
    const first = firstHeld(all, { from, to }, { records, target, confidence });
    if (first === undefined) since = undefined;
    else {
      if (since === undefined || first > from) since = first;
      const certain = certainAt(firstOf(all, from), records, target);
      const stop = Math.max(first, Math.min(since + needed, certain));
      if (stop <= to) return stop;
    }
    from = to + 1;
  }
  return undefined;
}

/** A range of decisions without a find: from one find to the next. */
type Gap = { from: number; to: number };

/**
 * The number of decisions in a gap after which the test first holds: the bias is constant within it, and p only falls.
 */
function firstHeld(decisions: Decisions, { from, to }: Gap, test: Test): number | undefined {
  const { records, target, confidence } = test;
  const bias = measuredBias(firstOf(decisions, from), records, target);
  const risk = 1 - confidence;
  const holds = (read: number) => pBelow(risk, firstOf(decisions, read), records, target, bias) < risk;
  if (!holds(to)) return undefined;
  return holds(from) ? from : firstThat(from, to, holds);
}

/** Number of consecutive decisions over which the test must hold. */
function neededInARow(records: number): number {
  return Math.ceil(HELD_SHARE * records);
}

/** The number of decisions at the last find before `to`. */
function lastFind(decisions: Decisions, to: number): number {
  let from = to;
  while (from > 0 && decisions[from - 1] === 0) from--;
  return from;
}

/** The number of decisions from which, without another find, too few records are unread to miss the target. */
function certainAt(decisions: Decisions, records: number, target: number): number {
  return records - leastMissed(countRelevant(decisions), target) + 1;
}

/**
 * The bias is measured from this many of the last finds, as the smallest value consistent with them at this confidence.
 */
const FINDS = 10;
const CONFIDENCE = 0.95;
/** Upper limit of the measured bias. */
const MAX_MEASURED = 10;
/** Later finds are harder than earlier ones, so the factor is raised to this power. */
const POWER = 0.8;
/** With fewer finds, the bias is not measured. */
const MIN_FINDS = 20;

/**
 * How many times as readily as chance the ranking is assumed to find a relevant record after the last find, based on
 * its past: a power of the smallest bias with which its last ten finds could come so early, had the target just been
 * missed. 1 if they came no earlier than by chance, and with fewer than twenty finds.
 */
function measuredBias(decisions: Decisions, records: number, target: number): number {
  const finds: number[] = [];
  for (let at = 0; at < decisions.length; at++) if (decisions[at] === 1) finds.push(at);
  if (finds.length < MIN_FINDS) return 1;
  const begin = (finds.at(-FINDS - 1) as number) + 1;
  const read = (finds.at(-1) as number) + 1 - begin;
  const irrelevant = records - begin - FINDS - leastMissed(finds.length, target);
  if (irrelevant <= read - FINDS) return 1;
  // Tests for this many finds or more among the records read, that is, for this many irrelevant ones or fewer.
  const isTooSoon = (bias: number) =>
    walleniusCdf(read - FINDS, records - begin, irrelevant, read, 1 / bias, 1 - CONFIDENCE) < 1 - CONFIDENCE;
  if (!isTooSoon(1)) return 1;
  const [least] = bisect([1, MAX_MEASURED], 1e-3, isTooSoon);
  return least ** POWER;
}
