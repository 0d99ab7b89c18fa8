import type { Features } from '../jobs/features.ts';
import { lazyPart, load } from '../platform/lifetime.ts';
import type { decisionsIn } from '../review/screening/paper-decisions.ts';
import type { connectReviews } from './connect-reviews.ts';

type Connected = Parameters<typeof connectReviews>;

/** Reviews, and what other features need of them. */
export function openReviewFeatures(store: () => Promise<Connected[0]>, connected: () => Promise<Connected[1]>) {
  const open = lazyPart(async () => {
    const { connectReviews } = await import('./connect-reviews.ts');
    return connectReviews(await store(), await connected());
  });
  const reviews: Features['reviews'] = async (call) => (await open())(call);
  return {
    reviews,
    /** The papers of a review from which a citation search starts. */
    reviewSeeds: async (review: string, call: Parameters<Features['reviews']>[0]) =>
      (await import('./connect-reviews.ts')).readSeeds(await reviews(call), review),
    asreviewFiles: async () => (await import('../review/exchange/asreview-files.ts')).createAsreviewFiles(),
    decisionsOf: async (...stored: Parameters<typeof decisionsIn>) =>
      (await load(import('../review/screening/paper-decisions.ts'))).decisionsIn(...stored),
  };
}
