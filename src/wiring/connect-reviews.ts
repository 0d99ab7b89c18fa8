import type { ReviewStore } from '../jobs/ports/reviews.ts';
import type { StoredJobs } from '../jobs/ports/store.ts';
import { createReviews, type Reviews } from '../jobs/reviewing/reviewing.ts';
import { quoteInAbstract } from '../reading/text-view.ts';

/** Reviews over a store of this machine. */
export function connectReviews(store: StoredJobs & ReviewStore, account: string): Reviews {
  return createReviews({
    store,
    account,
    isQuoted: (text, quote) => isIn(quoteInAbstract(text, quote).quote?.verdict),
  });
}

/** Letter by letter, or with a harmless slip. */
function isIn(verdict: string | undefined): boolean {
  return verdict === 'exact' || verdict === 'near';
}
