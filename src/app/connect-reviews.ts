import type { SeedSet } from '../jobs/ports/citations.ts';
import type { Call, ReviewStore } from '../jobs/ports/reviews.ts';
import type { StoredJobs } from '../jobs/ports/store.ts';
import { noAnswerInTime } from '../jobs/spending/call.ts';
import { orAborted } from '../lib/deadline.ts';
import { VERSION } from '../platform/version.ts';
import { isInAbstract } from '../reading/quote/in-abstract.ts';
import { standingDecision } from '../review/review-outcomes.ts';
import { type SharedReviews, shareReviews } from '../review/screening/lab-sharing.ts';
import { emptyMemories } from '../review/screening/review-log.ts';
import { createReviews, type Reviews } from '../review/screening/reviewing.ts';
import type { SearchConnection } from './connected.ts';

/** Reviews in a store on this machine, and those that the service keeps, for one call, which ends all work for them. */
export function connectReviews(
  store: StoredJobs & ReviewStore,
  { account, lab }: Pick<SearchConnection, 'account' | 'lab'>,
): (call: Call) => SharedReviews {
  const memory = emptyMemories();
  const known = {};
  return (call) => {
    const labReviews = lab?.(call);
    const reviews = createReviews({
      store,
      lab: labReviews,
      account,
      software: `paperqueue ${VERSION}`,
      call,
      memory,
      isQuoted: isInAbstract,
    });
    return endingWith(call, shareReviews(reviews, labReviews, known));
  };
}

type Method = (...args: never[]) => Promise<unknown>;

/** The same methods, each rejecting when the call is over, whatever it is still waiting for. */
function endingWith<Methods extends Record<string, Method>>({ signal }: Call, methods: Methods): Methods {
  const ending = (method: Method): Method => {
    return async (...args) => {
      try {
        return await orAborted(method.apply(methods, args), signal);
      } catch (error) {
        const isOver = signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
        throw isOver ? noAnswerInTime() : error;
      }
    };
  };
  const all = Object.entries(methods).map(([name, method]) => [name, ending(method)]);
  return Object.fromEntries(all) as Methods;
}

/** The seeds of a citation search from a review: its included papers, and those it already knows. */
export async function readSeeds(reviews: Reviews, ref: string): Promise<SeedSet> {
  const { state, records } = await reviews.read(ref);
  const known = [...records.values()].map(({ ref: label, paper }) => ({ label, paper }));
  return { known, included: known.filter(({ label }) => standingDecision(state, label) === 'include') };
}
