import { defineSearchTool } from './search-tool.ts';

export const combinedSearch = defineSearchTool({
  name: 'combined_search',
  title: 'Search papers by keywords and a description',
  summary: 'papers by 3 to 10 keywords, a description of 50 to 5000 characters, or both',
  operation: 'combinedSearch',
  description:
    'Search academic papers of all fields by keywords, a description of the topic, or best both. ' +
    'A job costs 1 credit per 100 papers (limit); the same search within a day is free. ' +
    'Returns papers with refs (J12-3); if the job still runs, call get_job. ' +
    'For papers that you can name use lookup_papers.',
});
