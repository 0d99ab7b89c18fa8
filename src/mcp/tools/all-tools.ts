import type { Tool } from '../define-tool.ts';
import { combinedSearch } from './combined-search.ts';
import { estimateCredits } from './estimate-credits.ts';
import { exportPapers } from './export-papers.ts';
import { getJob } from './get-job.ts';
import { keywordSearch } from './keyword-search.ts';
import { listJobs } from './list-jobs.ts';
import { lookupPapers } from './lookup-papers.ts';
import { querySearch } from './query-search.ts';
import { readPaper } from './read-paper.ts';
import { relatedPapers } from './related-papers.ts';
import { screenPapers } from './screen-papers.ts';

/** The tools, in the order in which hosts list them. */
export const TOOLS: readonly Tool[] = [
  combinedSearch,
  keywordSearch,
  querySearch,
  getJob,
  lookupPapers,
  relatedPapers,
  readPaper,
  estimateCredits,
  listJobs,
  exportPapers,
  screenPapers,
];
