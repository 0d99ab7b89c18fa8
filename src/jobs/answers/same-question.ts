import { usedFilters } from '../../papers/filters/filter-meaning.ts';
import type { JobRecord } from '../ports/store.ts';

/** Whether a job is known to have had another query or other filters. Unknown for jobs that were created elsewhere. */
export function asksOtherwise(job: JobRecord, other: JobRecord): boolean {
  const isSearch = ({ request }: JobRecord) => request !== null;
  const isOther = ({ related, lookUp }: JobRecord) => related !== null || lookUp !== undefined;
  if (!isSearch(job) || !isSearch(other)) return isSearch(job) ? isOther(other) : isSearch(other) && isOther(job);
  return searchedWords(job) !== searchedWords(other) || !asksForMore(job, other) || !asksForMore(other, job);
}

/** Whether the other job has every filter of this job, with the same value. */
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
