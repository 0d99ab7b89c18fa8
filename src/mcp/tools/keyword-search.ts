import { defineSearchTool } from './search-tool.ts';

export const keywordSearch = defineSearchTool({
  name: 'keyword_search',
  title: 'Search papers by keywords',
  summary: 'papers by keywords',
  operation: 'keywordSearch',
  description:
    'Search academic papers by 3 to 10 keywords or phrases alone; with a description, combined_search finds more. ' +
    'Filters, cost, waiting and follow-up as in combined_search.',
});
