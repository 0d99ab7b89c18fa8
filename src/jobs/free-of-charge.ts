import type { Pool } from '../contract/credits.ts';
import type { Mode } from './ports/service.ts';
import type { EstimateView } from './spending/estimate.ts';
import type { UseCases } from './use-cases.ts';

type Limits = { mode: Mode; localCredits: Partial<Record<Pool, number>>; dailyCreditCap: number | undefined };

/** Whether searches count against nothing: embedded mode without a ceiling or a cap. */
export function isFree({ mode, localCredits, dailyCreditCap }: Limits): boolean {
  return mode === 'embedded' && Object.keys(localCredits).length === 0 && dailyCreditCap === undefined;
}

/**
 * The use-cases where nothing costs anything (`isFree`). The ledger still counts, but reporting it would state a price
 * that nobody pays.
 */
export function freeOfCharge(cases: UseCases): UseCases {
  return {
    ...cases,
    search: async (...given) => uncharged(await cases.search(...given)),
    rerun: async (...given) => uncharged(await cases.rerun(...given)),
    getJob: async (...given) => uncharged(await cases.getJob(...given)),
    relatedPapers: async (...given) => uncharged(await cases.relatedPapers(...given)),
    followCitations: async (...given) => uncharged(await cases.followCitations(...given)),
    lookUpPapers: async (...given) => uncharged(await cases.lookUpPapers(...given)),
    dryRun: async (...given) => ({ ...(await cases.dryRun(...given)), wouldCost: 0 }),
    estimate: async (...given) => withoutPrice(await cases.estimate(...given)),
    listJobs(request) {
      const list = cases.listJobs(request);
      return { ...list, jobs: list.jobs.map((job) => ({ ...job, cost: 0, charged: 'no' })) };
    },
  };
}

function uncharged<T extends { credits?: EstimateView['credits'] }>(answer: T): T {
  return answer.credits ? { ...answer, credits: { ...answer.credits, cost: 0, charged: 'no' } } : answer;
}

/** Only the question remains whether enrichment would help. */
function withoutPrice(estimate: EstimateView): EstimateView {
  const others = estimate.notes.filter(({ kind }) => kind === 'nothing-to-enrich');
  return { ...uncharged(estimate), notes: [{ kind: 'searches-are-free' }, ...others] };
}
