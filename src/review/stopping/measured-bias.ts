import { type Decisions, leastMissed } from './decisions.ts';
import { bisect } from './distributions.ts';
import { walleniusCdf } from './wallenius.ts';

/** The bias is measured by so many of the last finds, and is the least that they leave possible at this confidence. */
const FINDS = 10;
const CONFIDENCE = 0.95;
/** More is never measured. */
const MAX_MEASURED = 10;
/** What is found last is harder to find than what came before: so the factor is taken to this power. */
const POWER = 0.8;
/** A factor that fewer finds show is not relied on. */
const MIN_FINDS = 20;

/**
 * How many times as readily as chance the ranking is taken to find a relevant record from the last find on, from what
 * it did before: a power of the least bias that lets its last ten finds come so soon, had the target just been missed.
 * 1 where they came no sooner than by chance may be, and before twenty are found.
 */
export function measuredBias(decisions: Decisions, records: number, target: number): number {
  const finds: number[] = [];
  for (let at = 0; at < decisions.length; at++) if (decisions[at] === 1) finds.push(at);
  if (finds.length < MIN_FINDS) return 1;
  const begin = (finds.at(-FINDS - 1) as number) + 1;
  const read = (finds.at(-1) as number) + 1 - begin;
  const irrelevant = records - begin - FINDS - leastMissed(finds.length, target);
  if (irrelevant <= read - FINDS) return 1;
  // So many finds in what was read, or more: so many irrelevant ones, or less.
  const isTooSoon = (bias: number) =>
    walleniusCdf(read - FINDS, records - begin, irrelevant, read, 1 / bias, 1 - CONFIDENCE) < 1 - CONFIDENCE;
  if (!isTooSoon(1)) return 1;
  const [least] = bisect([1, MAX_MEASURED], 1e-3, isTooSoon);
  return least ** POWER;
}
