import type { Decisions } from './decisions.ts';
import { bisect } from './distributions.ts';
import { walleniusCdf } from './wallenius.ts';

/** The bias is measured by so many of the last finds, and is the least that they leave possible at this confidence. */
const FINDS = 10;
const CONFIDENCE = 0.95;
/** More is never measured. */
const MAX_MEASURED = 10;

/**
 * How many times as readily as chance the ranking is taken to find a relevant record from the last find on, from what
 * it did before: the square root of the least bias that lets its last ten finds come so soon, had the target just been
 * missed. 1 where they came no sooner than by chance may be, or where there are fewer than two.
 *
 * The root, because what is found last is harder to find than what came before.
 */
export function measuredBias(decisions: Decisions, records: number, target: number): number {
  const finds: number[] = [];
  for (let at = 0; at < decisions.length; at++) if (decisions[at] === 1) finds.push(at);
  const found = Math.min(FINDS, finds.length - 1);
  if (found < 1) return 1;
  const missed = Math.floor(finds.length / target + 1 - finds.length);
  const begin = (finds.at(-found - 1) as number) + 1;
  const read = (finds.at(-1) as number) + 1 - begin;
  const irrelevant = records - begin - found - missed;
  if (irrelevant <= read - found) return 1;
  // So many finds in what was read, or more: so many irrelevant ones, or less.
  const isTooSoon = (bias: number) =>
    walleniusCdf(read - found, records - begin, irrelevant, read, 1 / bias, 1 - CONFIDENCE) < 1 - CONFIDENCE;
  if (!isTooSoon(1)) return 1;
  const [least] = bisect([1, MAX_MEASURED], 1e-3, isTooSoon);
  return Math.sqrt(least);
}
