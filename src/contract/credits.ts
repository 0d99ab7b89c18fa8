import { RESULTS_PER_CREDIT } from './rules.ts';

/** The three pools of credits, by the names in our answers. */
export const POOLS = ['basic', 'pro', 'privateKey'] as const;
export type Pool = (typeof POOLS)[number];

/** Credits that a job takes at creation, for the number of results requested. */
export function creditCost(limit: number): number {
  return limit / RESULTS_PER_CREDIT;
}

/** The pool a job is charged to: a scraperKey wins over enrich. */
export function creditPool(body: { scraperKey?: string | undefined; enrich?: boolean | undefined }): Pool {
  if (body.scraperKey !== undefined) return 'privateKey';
  return body.enrich ? 'pro' : 'basic';
}
