import { defineSearchTool } from './search-tool.ts';

export const querySearch = defineSearchTool({
  name: 'query_search',
  title: 'Search by description',
  summary: 'papers by a description',
  operation: 'querySearch',
  description:
    'Search academic papers by a description alone. ' + 'Returns papers with refs (J12-3), or a job that still runs.',
  price: '100 papers cost 1 credit; the same search within a day is free.',
  seeAlso: {
    get_job: 'get_job waits for it{free}.',
    combined_search: 'combined_search with keywords finds more.',
  },
});
