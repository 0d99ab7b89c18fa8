import { BELOW_LIMIT } from '../../contract/answers.ts';
import type { Note } from '../../contract/notes.ts';
import { jobRef, mustFindJob } from '../job-refs.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';

/**
 * Of how many papers those of a job are the best; `of` is absent where it is not known. Undefined where nothing was cut
 * off at the limit.
 */
export type Extent = { papers: number; of?: number; isAtLeast?: boolean; counted?: 'words' | 'strategy' | 'works' };

export function extentOf(job: JobRecord): Extent | undefined {
  const { papers, request, flow, sources } = job;
  if (papers === null || papers === 0 || !request) return undefined;
  const own = sources.filter(({ source }) => source === 'library' || source === 'collection');
  const isRecorded = flow !== undefined && own.every(({ total }) => total !== undefined);
  if (!isRecorded) return papers < request.filters.limit ? undefined : { papers };
  const below = flow.leftOut[BELOW_LIMIT] ?? 0;
  const isAtLeast = own.some(({ isTotalAtLeast }) => isTotalAtLeast);
  if (below === 0) return undefined;
  const isOwn = sources.every(({ source, gave }) => gave === 0 || own.some((each) => each.source === source));
  const counted = isOwn ? (request.body.strategy === undefined ? 'words' : 'strategy') : 'works';
  return { papers, of: papers + below, counted, ...(isAtLeast && { isAtLeast }) };
}

/** That the papers of a job are the best of more. */
export function extentNote(job: JobRecord): Note[] {
  const extent = extentOf(job);
  return extent ? [{ kind: 'best-of', ...extent }] : [];
}

/** What a comparison with earlier jobs leaves open: only the best papers of each were compared. */
export function comparedNote(store: StoredJobs, job: JobRecord, earlier: readonly string[]): Note[] {
  const extent = extentOf(job);
  const cut = earlier.map((text) => mustFindJob(store, text)).filter((former) => extentOf(former) !== undefined);
  if (!extent && cut.length === 0) return [];
  return [{ kind: 'compared-to-limit', ...(extent && { extent }), former: cut.map(({ number }) => jobRef(number)) }];
}
