import { usedFilters } from '../../papers/filters/filter-check.ts';
import type { JobRecord } from '../ports/store.ts';

/**
 * Whether a job is known to have asked something else than another, or with other filters. Of jobs that were created
 * elsewhere it is not known.
 */
export function asksOtherwise(job: JobRecord, other: JobRecord): boolean {
  const isSearch = ({ request }: JobRecord) => request !== null;
  const isOther = ({ related, lookUp }: JobRecord) => related !== null || lookUp !== undefined;
  if (!isSearch(job) || !isSearch(other)) return isSearch(job) ? isOther(other) : isSearch(other) && isOther(job);
  return searchedWords(job) !== searchedWords(other) || !asksForMore(job, other) || !asksForMore(other, job);
}

/** Whether each filter of a job is also one of the other job, with the same value. */
export function asksForMore({ request }: JobRecord, other: JobRecord): boolean {
  if (!request) return false;
  const values = other.request?.filters;
  return usedFilters(request.filters).every((name) => String(values?.[name]) === String(request.filters[name]));
}

export function searchedWords({ request }: JobRecord): string {
  const plain = (text: string) => text.trim().toLowerCase();
  const { keywords = [], query = '', strategy } = request?.body ?? {};
  return JSON.stringify([keywords.map(plain).sort(), plain(query), strategy]);
}
