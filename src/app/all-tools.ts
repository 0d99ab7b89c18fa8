import { evidenceTable } from '../evidence/table/tool.ts';
import type { Tool } from '../mcp/define-tool.ts';
import { estimateCredits } from '../mcp/tools/estimate-credits.ts';
import { getJob } from '../mcp/tools/get-job.ts';
import { listJobs } from '../mcp/tools/list-jobs.ts';
import { combinedSearch, keywordSearch, querySearch } from '../mcp/tools/searches.ts';
import { readPaper } from '../reading/tool.ts';
import { exportPapers } from '../report/exporting/tool.ts';
import { screenPapers } from '../review/tool.ts';
import { relatedPapers } from '../search/citations/tool.ts';
import { lookupPapers } from '../search/look-up/tool.ts';

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
  evidenceTable,
];
