import { defineSearchTool } from './search-tool.ts';

export const querySearch = defineSearchTool({
  name: 'query_search',
  title: 'Search papers by a description',
  summary: 'papers by a description',
  operation: 'querySearch',
  description:
    'Search academic papers by a text of 50 to 5000 characters alone (a question, an abstract); with keywords too, combined_search finds more. ' +
    'Filters, cost, waiting and follow-up as in combined_search.',
});
