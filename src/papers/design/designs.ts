/** The designs of studies. Where several hold the first counts: most meta-analyses are systematic reviews, too. */
export const DESIGNS = [
  'guideline',
  'meta-analysis',
  'systematic-review',
  'case-report',
  'randomized-trial',
  'review',
] as const;
export type Design = (typeof DESIGNS)[number];
