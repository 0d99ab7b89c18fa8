import type { Pool } from '../contract/credits.ts';
import type { Jobs } from './jobs.ts';
import type { Mode } from './ports/service.ts';
import type { EstimateView } from './spending/estimate.ts';

type Limits = { mode: Mode; localCredits: Partial<Record<Pool, number>>; dailyCreditCap: number | undefined };

/**
 * Where nothing costs anything. The ledger still counts, but reporting it would state a price that nobody pays.
 */

/** Whether searches count against nothing: embedded mode without a ceiling or a cap. */
export function isFree({ mode, localCredits, dailyCreditCap }: Limits): boolean {
  return mode === 'embedded' && Object.keys(localCredits).length === 0 && dailyCreditCap === undefined;
}

export function freeJobs(jobs: Jobs): Jobs {
  return {
    ...jobs,
    search: async (...given) => uncharged(await jobs.search(...given)),
    rerun: async (...given) => uncharged(await jobs.rerun(...given)),
    getJob: async (...given) => uncharged(await jobs.getJob(...given)),
    dryRun: async (...given) => ({ ...(await jobs.dryRun(...given)), wouldCost: 0 }),
    estimate: async (...given) => withoutPrice(await jobs.estimate(...given)),
    listJobs(request) {
      const list = jobs.listJobs(request);
      return { ...list, jobs: list.jobs.map((job) => ({ ...job, cost: 0, charged: 'no' })) };
    },
  };
}

/** The answer, at no price. */
export function uncharged<T extends { credits?: EstimateView['credits'] }>(answer: T): T {
  return answer.credits ? { ...answer, credits: { ...answer.credits, cost: 0, charged: 'no' } } : answer;
}

/** Only the question remains whether enrichment would help. */
function withoutPrice(estimate: EstimateView): EstimateView {
  const others = estimate.notes.filter(({ kind }) => kind === 'nothing-to-enrich');
  return { ...uncharged(estimate), notes: [{ kind: 'searches-are-free' }, ...others] };
}
