import { defineSearchTool } from './search-tool.ts';

export const combinedSearch = defineSearchTool({
  name: 'combined_search',
  title: 'Search papers by keywords and a description',
  summary: 'papers by 3 to 10 keywords, a description of 50 to 5000 characters, or both',
  operation: 'combinedSearch',
  description:
    'Search academic papers (all fields) by keywords, by a description of the topic, or both: the best choice when you have both. ' +
    'Runs a job and waits for it. Cost at creation: 1 credit per 100 results (limit). ' +
    'enrich fills in missing facts (Pro credits). Leave out filters that do not matter: false selects too. ' +
    'An equal search of the last day is re-attached for 0 credits; fresh makes a new job. If the job still runs, call get_job; do not search again. ' +
    'count: papers in the first page.',
});
