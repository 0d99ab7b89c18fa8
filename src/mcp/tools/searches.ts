import { defineSearchTool } from './search-tool.ts';

export const combinedSearch = defineSearchTool({
  name: 'combined_search',
  title: 'Search papers',
  summary:
    'papers by 3 to 10 keywords, a description of 50 to 5000 characters, or both; or a question in 2 to 8 parts, each a search',
  operation: 'combinedSearch',
  takesParts: true,
  description:
    'Search academic papers of all fields by keywords, a description, or best both. ' +
    'Give two sides, or two names for one thing, as parts. ' +
    'Returns papers with refs (J12-3), or a job that still runs.',
  price: '100 papers cost 1 credit; the same search within a day is free.',
  seeAlso: {
    get_job: 'get_job waits for it{free}.',
    lookup_papers: 'For papers that you can name use lookup_papers.',
  },
});

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
