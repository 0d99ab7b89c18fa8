import type { DryRunView } from './dry-run.ts';
import type { Jobs } from './jobs.ts';
import type { EstimateView } from './spending/estimate.ts';

/** The same jobs without prices: the ledger counts credits that cost nothing. */
export function freeJobs(jobs: Jobs): Jobs {
  return {
    ...jobs,
    search: async (...args) => uncharged(await jobs.search(...args)),
    rerun: async (...args) => uncharged(await jobs.rerun(...args)),
    getJob: async (...args) => uncharged(await jobs.getJob(...args)),
    dryRun: async (...args) => trialWithoutPrice(await jobs.dryRun(...args)),
    estimate: async (...args) => withoutPrice(await jobs.estimate(...args)),
    listJobs(request) {
      const list = jobs.listJobs(request);
      return { ...list, jobs: list.jobs.map((job) => ({ ...job, cost: 0, charged: 'no' })) };
    },
  };
}

function uncharged<T extends { credits?: EstimateView['credits'] }>(answer: T): T {
  return answer.credits ? { ...answer, credits: { ...answer.credits, cost: 0, charged: 'no' } } : answer;
}

/** Keeps only the note that says whether enrichment would help. */
function withoutPrice(estimate: EstimateView): EstimateView {
  const others = estimate.notes.filter(({ kind }) => kind === 'nothing-to-enrich');
  return { ...uncharged(estimate), notes: [{ kind: 'searches-are-free' }, ...others] };
}

function trialWithoutPrice({ balance: _, capLeft: __, parts, ...trial }: DryRunView): DryRunView {
  return { ...trial, wouldCost: 0, ...(parts && { parts: parts.map((part) => ({ ...part, wouldCost: 0 })) }) };
}
