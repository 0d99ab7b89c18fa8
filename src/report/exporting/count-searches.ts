import { groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { paperRef } from '../../jobs/job-refs.ts';
import type { JobRecord } from '../../jobs/ports/store.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Mark } from '../../papers/retraction/notes.ts';
import { listMarks } from '../../papers/retraction/retraction-marks.ts';
import { retractionMark } from '../../papers/retraction/status.ts';
import type { CountedSearch } from './prisma.ts';
import type { Receipt, ReceiptDeps } from './receipt.ts';

/** The contribution of each search: a repeated search only adds works that no earlier run found. */
export function countSearches(
  { store }: ReceiptDeps,
  jobs: readonly JobRecord[],
  receipts: ReadonlyMap<JobRecord, Receipt>,
): { searches: CountedSearch[]; works: number } {
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
  return { searches, works: new Set(works).size };
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
