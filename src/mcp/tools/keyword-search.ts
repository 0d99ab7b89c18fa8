import { defineSearchTool } from './search-tool.ts';

export const keywordSearch = defineSearchTool({
  name: 'keyword_search',
  title: 'Search papers by keywords',
  summary: 'papers by keywords',
  operation: 'keywordSearch',
  description:
    'Search academic papers by keywords alone; with a description, too, combined_search finds more. ' +
    'A job costs 1 credit per 100 papers (limit); the same search within a day is free. ' +
    'Returns papers with refs (J12-3); if the job still runs, call get_job.',
});
