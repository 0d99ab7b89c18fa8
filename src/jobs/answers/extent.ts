import { BELOW_LIMIT } from '../../contract/answers.ts';
import { usedFilters } from '../../papers/filters/filter-meaning.ts';
import { searchNoteSchema } from '../../wording/notes/search-notes.ts';
import { isNote, type Note, type NoteOf } from '../../wording/notes.ts';
import { jobRef, mustFindJob } from '../job-refs.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';

/** How many papers the job's papers were selected from. `of` is absent if unknown. */
export type Extent = Omit<NoteOf<'best-of'>, 'kind' | 'sort' | 'by'>;

/** Undefined if the limit cut nothing off. */
export function extentOf(job: JobRecord): Extent | undefined {
  const { papers, request, flow, sources } = job;
  if (papers === null || papers === 0 || !request) return undefined;
  const ownSources = sources.filter(({ source }) => source === 'library' || source === 'collection');
  const isRecorded = flow !== undefined && ownSources.every(({ total }) => total !== undefined);
  if (!isRecorded) return papers < request.filters.limit ? undefined : { papers };
  const below = (flow.leftOut[BELOW_LIMIT] ?? 0) + (flow.notRetrieved ?? 0);
  const isAtLeast = ownSources.some(({ isTotalAtLeast }) => isTotalAtLeast);
  if (below === 0) return undefined;
  const isOwn = sources.every(({ source, gave }) => gave === 0 || ownSources.some((each) => each.source === source));
  const counted = isOwn ? (request.body.strategy === undefined ? 'words' : 'strategy') : 'works';
  // Papers without a word of the query are not hits: a receipt counts them separately.
  const alike = counted === 'words' ? ownSources.reduce((sum, each) => sum + (each.alike ?? 0), 0) : 0;
  const compared = papers + below - alike;
  return { papers, of: compared, counted, ...(isAtLeast && { isAtLeast }), ...(alike > 0 && { alike }) };
}

/** Says that a job's papers are the most relevant of more, even if they were then sorted by a field. */
export function extentNote(job: JobRecord, sort = job.request?.filters.sort): Note[] {
  const chosen = job.notes.find(isNote('chosen-by-sort'));
  // The note of the search says it.
  if (chosen && (sort === undefined || sort === chosen.sort)) return [];
  const extent = extentOf(job);
  const field = sort?.split(':')[0];
  if (extent && chosen)
    return [{ kind: 'best-of', ...extent, by: chosen.sort, ...(field !== undefined && { sort: field }) }];
  return extent
    ? [{ kind: 'best-of', ...extent, ...(field !== undefined && field !== 'score' && { sort: field }) }]
    : alikeNote(job);
}

/** Papers without a word of the query, which a dry run does not count as hits; only if no record was left out. */
function alikeNote({ papers, flow, sources }: JobRecord): Note[] {
  const alike = sources.reduce((sum, each) => sum + (each.alike ?? 0), 0);
  const isWhole = flow !== undefined && Object.values(flow.leftOut).every((records) => records === 0);
  return papers !== null && alike > 0 && isWhole ? [{ kind: 'without-a-word', papers: alike, of: papers }] : [];
}

/** What a comparison with earlier jobs cannot show: some had another query, and only the best papers were compared. */
export function comparedNotes(store: StoredJobs, job: JobRecord, earlier: readonly string[]): Note[] {
  const formers = earlier.map((text) => mustFindJob(store, text));
  const extent = extentOf(job);
  const refs = (jobs: readonly JobRecord[]) => jobs.map(({ number }) => jobRef(number));
  const cut = formers.filter((former) => extentOf(former) !== undefined);
  const others = formers.filter((former) => asksOtherwise(job, former));
  return [
    ...(others.length > 0 ? [{ kind: 'asked-otherwise' as const, jobs: refs(others) }] : []),
    ...(extent || cut.length > 0
      ? [{ kind: 'compared-to-limit' as const, ...(extent && { extent }), former: refs(cut) }]
      : []),
  ];
}

/** Whether a note belongs to the search itself and is stored with its job, rather than to the page shown. */
export function isOfSearch(note: Note): boolean {
  return searchNoteSchema.safeParse(note).success || (note.kind === 'best-of' && note.sort === undefined);
}

/** Whether a job is known to have had another query or other filters. Unknown for jobs that were created elsewhere. */
function asksOtherwise(job: JobRecord, other: JobRecord): boolean {
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
