import type { UseCases } from '../jobs/use-cases.ts';

export type ResourceDeps = { useCases: () => Promise<UseCases> };

/** Maximum values per answer in the protocol. */
const MAX_COMPLETED_JOBS = 100;

/** Completes a reference from the recorded jobs that have papers, newest first. */
export function completeJob(useCases: ResourceDeps['useCases']) {
  return async (start: string | undefined): Promise<string[]> => {
    const { jobs } = (await useCases()).listJobs({ count: MAX_COMPLETED_JOBS, status: 'success' });
    const prefix = (start ?? '').toUpperCase();
    return jobs.map(({ ref }) => ref).filter((ref) => ref.startsWith(prefix));
  };
}
