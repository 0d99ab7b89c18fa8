import { verdictOnRetraction } from '../../papers/retraction/status.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { selectPapers } from './job-selection.ts';

/** What a list says about the papers of a finished search. */
export type SearchFacts = {
  /** Number of works. */
  papers: number;
  /** Number of works that match the query well or strongly; undefined if the query is unknown. */
  fitting?: number;
  /** Number of works known to be retracted. */
  retracted: number;
  /** Works by year, oldest first, of those that fit, or of all if none fits; years without a work are absent. */
  years: [year: number, works: number][];
};

/** Facts about the works of a job, counted as its report counts them. Undefined if the job has no papers yet. */
export function searchFacts(store: StoredJobs, job: JobRecord): SearchFacts | undefined {
  if (job.papers === null || job.status !== 'success') return undefined;
  const { papers } = selectPapers(store, [job], {});
  const isKnown = papers.some(({ relevance }) => relevance() !== undefined);
  const fitting = papers.filter(({ relevance }) => !['partial', 'weak'].includes(relevance()?.match ?? ''));
  const counts = new Map<number, number>();
  for (const { paper } of fitting.length > 0 ? fitting : papers) {
    if (paper.year !== undefined) counts.set(paper.year, (counts.get(paper.year) ?? 0) + 1);
  }
  return {
    papers: papers.length,
    ...(isKnown && { fitting: fitting.length }),
    retracted: papers.filter(({ paper }) => verdictOnRetraction(paper) === 'yes').length,
    years: [...counts].sort(([a], [b]) => a - b),
  };
}
