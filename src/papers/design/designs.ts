/** Study designs. The first match wins: most meta-analyses are also systematic reviews. */
export const DESIGNS = [
  'guideline',
  'meta-analysis',
  'systematic-review',
  'case-report',
  'randomized-trial',
  'review',
] as const;
export type Design = (typeof DESIGNS)[number];
