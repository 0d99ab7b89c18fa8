import { defineSearchTool } from './search-tool.ts';

export const querySearch = defineSearchTool({
  name: 'query_search',
  title: 'Search papers by a description',
  summary: 'papers by a description',
  operation: 'querySearch',
  description:
    'Search academic papers by a question or abstract alone; with keywords, too, combined_search finds more. ' +
    'A job costs 1 credit per 100 papers (limit); the same search within a day is free. ' +
    'Returns papers with refs (J12-3); if the job still runs, call get_job.',
});
