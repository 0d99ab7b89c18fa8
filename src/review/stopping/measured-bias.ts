import { type Decisions, leastMissed } from './decisions.ts';
import { bisect } from './distributions.ts';
import { walleniusCdf } from './wallenius.ts';

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
export function measuredBias(decisions: Decisions, records: number, target: number): number {
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
