import { randomUUID } from 'node:crypto';
import { freeFailure, PaperqueueError } from '../../contract/errors.ts';
import type { FormSearch } from './search-form.ts';

/** What a person consented to, besides the cost, for one search. */
export type Consent = {
  /** Create a new job despite an equal one. */
  fresh?: boolean;
  overCap?: boolean;
  acceptPossibleDoubleCharge?: boolean;
};

/** The job that a search created or re-attached to, or the jobs of its parts. */
export type Submitted = { ref: string; reused: boolean };

type PreparedSearch = FormSearch & { consent: Consent; attempt?: Promise<Submitted> };

export type PreparedSearches = {
  /** Keeps a search until the person has seen its cost; returns the key for sending it. */
  add(search: FormSearch, consent?: Consent): string;
  /** The search, and the consent given beforehand. Throws INVALID_INPUT for an unknown or expired key. */
  find(key: string): FormSearch & { consent: Consent };
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
  send: (search: FormSearch, consent: Consent) => Promise<Submitted>,
): PreparedSearches {
  const searches = new Map<string, PreparedSearch>();
  const find = (key: string) => {
    const search = searches.get(key);
    if (!search) throw tooOld();
    return search;
  };
  return {
    add(search, consent = {}) {
      const key = randomUUID();
      searches.set(key, { ...search, consent });
      for (const oldest of searches.keys()) if (searches.size > MAX_SEARCHES) searches.delete(oldest);
      return key;
    },
    find,
    submit(key, consent) {
      const search = find(key);
      search.attempt ??= send(search, consent).catch((error) => {
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
