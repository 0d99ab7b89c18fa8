import * as z from 'zod';
import { CITING, type Prompt, quoted } from './define-prompt.ts';

export const refineSearch: Prompt = {
  name: 'refine_search',
  title: 'Refine a search that was made',
  description: 'Works on the stored papers of a job first, which is free, and searches again only for what they lack.',
  args: {
    job: z.string().describe('Reference of the job, such as J12'),
    wish: z.string().optional().describe('What is missing or too much'),
  },
  write: ({ job = '', wish }) =>
    [
      `Refine search ${quoted(job)}.${wish ? ` What I want: ${quoted(wish)}` : ''}`,
      '',
      '1. get_job with facets: true, free: what was asked and what came back, by year, field, type, venue and citations.',
      '2. If there is too much: narrow it with where (years, minCitations, types, fields, openAccess, text) and sort. That is free and answers most wishes; show me the best ten.',
      '3. If something is missing: take words from the titles and abstracts of the papers that fit (view: "abstract"), and propose other keywords and a better description, with the reason for each.',
      '4. estimate_credits, then ask me before you search again.',
      '5. After the new search: list_jobs with overlapWith for how much both found, get_job on the new job with where.notIn for what only it found.',
      '6. Say which papers are worth keeping; export_papers with both jobs (J12,J14) folds the duplicates.',
      '',
      CITING,
    ].join('\n'),
};
