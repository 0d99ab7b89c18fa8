import type { SeedSet } from '../jobs/ports/citations.ts';
import type { ReviewStore } from '../jobs/ports/reviews.ts';
import type { StoredJobs } from '../jobs/ports/store.ts';
import { type SharedReviews, shareReviews } from '../jobs/reviewing/lab-sharing.ts';
import { createReviews, type Reviews } from '../jobs/reviewing/reviewing.ts';
import { isInAbstract } from '../reading/quote/in-abstract.ts';
import { standingDecision } from '../review/review-outcomes.ts';
import { VERSION } from '../version.ts';
import type { SearchConnection } from './connected.ts';

/** Reviews over a store of this machine, and those that the service keeps. */
export function connectReviews(
  store: StoredJobs & ReviewStore,
  { account, lab }: Pick<SearchConnection, 'account' | 'lab'>,
): SharedReviews {
  const reviews = createReviews({
    ...{ store, lab, account, software: `paperqueue ${VERSION}` },
    isQuoted: isInAbstract,
  });
  return shareReviews(reviews, lab);
}

/** What a citation search follows of a review, which is what it includes, and what it knows. */
export async function seedsOf(reviews: Reviews, ref: string): Promise<SeedSet> {
  const { state, records } = await reviews.read(ref);
  const known = [...records.values()].map(({ ref: label, paper }) => ({ label, paper }));
  return { known, included: known.filter(({ label }) => standingDecision(state, label) === 'include') };
}
