import { groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { paperRef } from '../../jobs/job-refs.ts';
import type { JobRecord } from '../../jobs/ports/store.ts';
import type { Mark } from '../../papers/retraction/notes.ts';
import { listMarks } from '../../papers/retraction/retraction-marks.ts';
import { retractionMark } from '../../papers/retraction/status.ts';
import type { ReceiptDeps } from './receipt.ts';

/** Marks of the record's works. `refs` restricts it to some of its papers. */
export function marksOf(
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
