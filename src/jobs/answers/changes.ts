import { groupBy } from '../../lib/groups.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { retractionStatus } from '../../papers/retraction/status.ts';
import { isPreprint } from '../../papers/works/identity.ts';
import type { Note } from '../../wording/notes.ts';
import { jobRef, mustFindJob, paperRef } from '../job-refs.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { groupStoredPapers } from './same-works.ts';

/** A paper that another job also found, and how it has changed since. */
export type Change = { ref: string; formerRef: string; what: 'retracted' | 'published' };

const MAX_NAMED = 10;

/** Papers that earlier jobs also found, and that were since retracted or published (as a preprint's article). */
export function changesSince(store: StoredJobs, job: JobRecord, earlier: readonly string[]): Change[] {
  const papers = readPapers(store, job);
  const formerPapers = earlier.flatMap((text) => readPapers(store, mustFindJob(store, text)));
  const works = groupStoredPapers([...papers, ...formerPapers].map(({ paper }) => paper));
  const formerOf = groupBy(formerPapers.entries(), ([index]) => works[papers.length + index]);
  return papers.flatMap(({ ref, paper }, index) => {
    const before = formerOf.get(works[index]) ?? [];
    const [first] = before;
    if (!first) return [];
    const was = (holds: (paper: FoundPaper) => boolean) => before.some(([, stored]) => holds(stored.paper));
    const change = (what: Change['what']) => [{ ref, formerRef: first[1].ref, what }];
    if (isNewlyRetracted(paper, first[1], was(isRetracted))) return change('retracted');
    return isArticle(paper) && !was(isArticle) ? change('published') : [];
  });
}

/** The changes as one note; empty if there are none. */
export function changesNote(store: StoredJobs, job: JobRecord, earlier: readonly string[]): Note[] {
  const changes = changesSince(store, job, earlier);
  if (changes.length === 0) return [];
  const named = changes.slice(0, MAX_NAMED);
  const jobs = earlier.map((text) => jobRef(mustFindJob(store, text).number));
  return [{ kind: 'changed-since', jobs, changes: named, more: changes.length - named.length }];
}

type Stored = { ref: string; paper: FoundPaper; createdAt: string };

function readPapers(store: StoredJobs, { number, createdAt }: JobRecord): Stored[] {
  return store.papers(number).map((paper, index) => ({ ref: paperRef(number, index + 1), paper, createdAt }));
}

function isRetracted(paper: FoundPaper): boolean {
  return retractionStatus(paper)?.kind === 'retracted';
}

/** Today's status also applies to earlier jobs' records, so the day of the notice decides. */
function isNewlyRetracted(paper: FoundPaper, former: Stored, wasRetracted: boolean): boolean {
  const status = retractionStatus(paper);
  if (status?.kind !== 'retracted') return false;
  return status.date === undefined ? !wasRetracted : status.date > former.createdAt.slice(0, status.date.length);
}

function isArticle(paper: FoundPaper): boolean {
  return !isPreprint(paper);
}
