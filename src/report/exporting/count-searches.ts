import { relevanceOfJob } from '../../jobs/answers/relevance.ts';
import { groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { paperRef } from '../../jobs/job-refs.ts';
import type { JobRecord, StoredJobs } from '../../jobs/ports/store.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Mark } from '../../papers/retraction/notes.ts';
import { listMarks } from '../../papers/retraction/retraction-marks.ts';
import { retractionMark } from '../../papers/retraction/status.ts';
import type { CountedSearch } from './prisma.ts';
import type { Receipt, ReceiptDeps } from './receipt.ts';

/**
 * Papers of the library that fill up a result without matching it, by reference, and the number of works that are only
 * fillers.
 */
export type Fillers = { refs: ReadonlySet<string>; works: number };

/** The contribution of each search: a repeated search only adds works that no earlier run found. */
export function countSearches(
  { store }: ReceiptDeps,
  jobs: readonly JobRecord[],
  receipts: ReadonlyMap<JobRecord, Receipt>,
): { searches: CountedSearch[]; works: number; fillers: Fillers } {
  const papersOfJobs = jobs.map((job): FoundPaper[] => (job.papers === null ? [] : store.papers(job.number)));
  const works = groupStoredPapers(papersOfJobs.flat());
  const runs = new Map<string, { ref: string; works: Set<number> }>();
  let start = 0;
  const searches = jobs.flatMap((job, index): CountedSearch[] => {
    const receipt = receipts.get(job);
    const end = start + (papersOfJobs[index]?.length ?? 0);
    const worksOfJob = new Set(works.slice(start, end));
    start = end;
    if (!receipt) return [];
    const key = job.request ? JSON.stringify([receipt.service, receipt.request]) : receipt.ref;
    const earlier = runs.get(key);
    if (job.papers === null) return [{ receipt }];
    if (!earlier) {
      runs.set(key, { ref: receipt.ref, works: worksOfJob });
      return [{ receipt }];
    }
    const newWorks = [...worksOfJob].filter((work) => !earlier.works.has(work));
    for (const work of newWorks) earlier.works.add(work);
    return [{ receipt, update: { of: earlier.ref, newWorks: newWorks.length } }];
  });
  const fillers = jobs.map((job, index) => fillersOf(store, job, papersOfJobs[index] ?? []));
  const isFiller = fillers.flat();
  const topical = new Set(works.filter((_, index) => !isFiller[index]));
  const all = new Set(works);
  const refs = jobs.flatMap(({ number }, index) =>
    (fillers[index] ?? []).flatMap((is, at) => (is ? [paperRef(number, at + 1)] : [])),
  );
  return { searches, works: all.size, fillers: { refs: new Set(refs), works: all.size - topical.size } };
}

/**
 * Whether each paper of a job is a filler: no other source returned it, and it matches too little of the query. A
 * search of the library also lists such papers; they need no screening.
 */
function fillersOf(store: StoredJobs, { number, flow, sources }: JobRecord, papers: readonly FoundPaper[]): boolean[] {
  const isOwn = ({ search }: FoundPaper) => search?.explanation?.ranks === undefined;
  const hasLibrary = flow !== undefined && sources.some(({ source, gave }) => source === 'library' && gave > 0);
  const relevance = hasLibrary && papers.some(isOwn) ? relevanceOfJob(store, number, papers) : undefined;
  return papers.map((paper, index) => isOwn(paper) && relevance?.[index]?.match === 'weak');
}

/** Marks of the record's works. `refs` restricts it to some of its papers. */
export function listWorkMarks(
  { store }: ReceiptDeps,
  jobs: readonly JobRecord[],
  refs: ReadonlySet<string> | undefined,
): Mark[] {
  const marked = jobs.flatMap((job) => {
    if (job.papers === null) return [];
    const papers = store.papers(job.number).map((paper, index) => ({ ref: paperRef(job.number, index + 1), paper }));
    return papers.filter(({ ref, paper }) => retractionMark(paper) !== undefined && (!refs || refs.has(ref)));
  });
  const works = groupStoredPapers(marked.map(({ paper }) => paper));
  return listMarks(marked.filter((_, index) => works.indexOf(works[index] ?? index) === index));
}
