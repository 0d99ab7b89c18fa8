/** Classes of how well a paper fits the query, best first. */
export const MATCH_CLASSES = ['strong', 'good', 'partial', 'weak'] as const;
export type MatchClass = (typeof MATCH_CLASSES)[number];

/** Whether a class is at least as good as another. */
export function isAtLeast(match: MatchClass, least: MatchClass): boolean {
  return MATCH_CLASSES.indexOf(match) <= MATCH_CLASSES.indexOf(least);
}
