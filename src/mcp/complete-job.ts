import type { Features } from '../jobs/features.ts';

export type ResourceDeps = { features: Features };

/** The protocol's maximum number of values. */
const MAX_COMPLETED_JOBS = 100;

/** Completes a reference from the recorded jobs that have papers, newest first. */
export function completeJob({ features }: ResourceDeps) {
  return async (start: string | undefined): Promise<string[]> => {
    const { jobs } = (await features.jobs()).listJobs({ count: MAX_COMPLETED_JOBS, status: 'success' });
    const prefix = (start ?? '').toUpperCase();
    return jobs.map(({ ref }) => ref).filter((ref) => ref.startsWith(prefix));
  };
}
