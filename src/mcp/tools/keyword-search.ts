import { defineSearchTool } from './search-tool.ts';

export const keywordSearch = defineSearchTool({
  name: 'keyword_search',
  title: 'Search by keywords',
  summary: 'papers by keywords',
  operation: 'keywordSearch',
  description:
    'Search academic papers by keywords alone. ' + 'Returns papers with refs (J12-3), or a job that still runs.',
  price: '100 papers cost 1 credit; the same search within a day is free.',
  seeAlso: {
    get_job: 'get_job waits for it{free}.',
    combined_search: 'combined_search with a description finds more.',
  },
});
