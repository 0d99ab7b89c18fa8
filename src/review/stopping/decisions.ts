/** Decisions in the order in which they were made: 1 relevant, 0 irrelevant. */
export type Decisions = ArrayLike<0 | 1>;

/** How many of the decisions are "relevant". */
export function countRelevant(decisions: Decisions, from = 0): number {
  let relevant = 0;
  for (let at = from; at < decisions.length; at++) relevant += decisions[at] as number;
  return relevant;
}

/** The first `count` decisions. */
export function firstOf(decisions: Decisions, count: number): Decisions {
  return Array.prototype.slice.call(decisions, 0, count);
}

/** The minimum number of missed records, given the number found, for which recall is below the target. */
export function leastMissed(found: number, target: number): number {
  return Math.floor(found / target + 1 - found);
}
