import { randomUUID } from 'node:crypto';
import { freeFailure, PaperqueueError } from '../../contract/errors.ts';
import type { JobRequest } from '../../contract/requests.ts';

/** What a person consented to, besides the cost, for one search. */
export type Consent = {
  /** Create a new job despite an equal one. */
  fresh?: boolean;
  overCap?: boolean;
  acceptPossibleDoubleCharge?: boolean;
};

/** The job that a search created or re-attached to. */
export type Submitted = { ref: string; reused: boolean };

type PreparedSearch = { request: JobRequest; consent: Consent; attempt?: Promise<Submitted> };

export type PreparedSearches = {
  /** Keeps a request until the person has seen its cost; returns the key for sending it. */
  add(request: JobRequest, consent?: Consent): string;
  /** The request, and the consent given beforehand. Throws INVALID_INPUT for an unknown or expired key. */
  find(key: string): { request: JobRequest; consent: Consent };
  /**
   * Sends the request of a key at most once: sending again (a double click, a reload, the back button, a second tab)
   * returns the first job. It is repeated only after a failure that certainly cost nothing.
   */
  submit(key: string, consent: Consent): Promise<Submitted>;
};

/** Far more than a person has open. Beyond it the oldest are dropped, which spends nothing. */
const MAX_SEARCHES = 1_000;

/** Searches of this process whose cost was shown, or that were sent. */
export function createPreparedSearches(
  send: (request: JobRequest, consent: Consent) => Promise<Submitted>,
): PreparedSearches {
  const searches = new Map<string, PreparedSearch>();
  const find = (key: string) => {
    const search = searches.get(key);
    if (!search) throw tooOld();
    return search;
  };
  return {
    add(request, consent = {}) {
      const key = randomUUID();
      searches.set(key, { request, consent });
      for (const oldest of searches.keys()) if (searches.size > MAX_SEARCHES) searches.delete(oldest);
      return key;
    },
    find,
    submit(key, consent) {
      const search = find(key);
      search.attempt ??= send(search.request, consent).catch((error) => {
        if (error instanceof PaperqueueError && error.details.charged === 'no') delete search.attempt;
        throw error;
      });
      return search.attempt;
    },
  };
}

function tooOld(): PaperqueueError {
  return freeFailure({
    code: 'INVALID_INPUT',
    message: 'This form is no longer known. Nothing was sent.',
    next: 'Fill in the search again. The list of jobs has what was searched.',
  });
}
