import { cmhP, pBelow } from './cmh.ts';
import { countRelevant, type Decisions, firstOf, leastMissed } from './decisions.ts';
import { firstThat } from './distributions.ts';
import { measuredBias } from './measured-bias.ts';

/** So long the test has to hold without a break, of all records; decision 0043 has how it was chosen. */
const HELD_SHARE = 0.02;

/**
 * The test with the bias that the review itself shows. It holds when p has been below 1 - confidence over `needed`
 * decisions in a row, of which `read` are made (more than needed are not counted), or when too few records are unread
 * to miss the target.
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

type Asked = { records: number; target: number; confidence: number };

/**
 * From how many decisions on the test has held without a break, up to so many; one more where it does not hold then. It
 * looks no further back than `earliest`.
 */
function heldSince(decisions: Decisions, to: number, earliest: number, asked: Asked): number {
  const from = lastFind(decisions, to);
  const first = firstHeld(decisions, { from, to }, asked);
  if (first === undefined) return to + 1;
  return first > from || from <= earliest ? first : heldSince(decisions, from - 1, earliest, asked);
}

/** After how many decisions it holds first, where all are known; undefined if it never does before all are read. */
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

/** Numbers of decisions with the same finds: from the last of these to the next. */
type Gap = { from: number; to: number };

/** After how many decisions of a gap the test holds first: the bias is the same in all of it, and p only falls. */
function firstHeld(decisions: Decisions, { from, to }: Gap, asked: Asked): number | undefined {
  const { records, target, confidence } = asked;
  const bias = measuredBias(firstOf(decisions, from), records, target);
  const risk = 1 - confidence;
  const holds = (read: number) => pBelow(risk, firstOf(decisions, read), records, target, bias) < risk;
  if (!holds(to)) return undefined;
  return holds(from) ? from : firstThat(from, to, holds);
}

/** Over how many decisions in a row the test has to hold. */
function neededInARow(records: number): number {
  return Math.ceil(HELD_SHARE * records);
}

/** How many decisions there were with the last find before `to`. */
function lastFind(decisions: Decisions, to: number): number {
  let from = to;
  while (from > 0 && decisions[from - 1] === 0) from--;
  return from;
}

/** From how many decisions on, without another find, too few records are unread to miss the target. */
function certainAt(decisions: Decisions, records: number, target: number): number {
  return records - leastMissed(countRelevant(decisions), target) + 1;
}
