import * as z from 'zod';
import { CITING, type Prompt, quoted } from './define-prompt.ts';

export const literatureReview: Prompt = {
  name: 'literature_review',
  title: 'Review the literature on a topic',
  description:
    'From a topic to a cited overview with checked quotations, bibliography and search record, for the credits of one or two searches.',
  args: {
    topic: z.string().describe('The topic or research question'),
    years: z.string().optional().describe('YYYY or YYYY:YYYY'),
  },
  write: ({ topic = '', years }) =>
    [
      `Write a literature review on ${quoted(topic)}${years ? `, years ${quoted(years)}` : ''}.`,
      '',
      '1. estimate_credits: tell me what one search costs and what is left.',
      '2. Turn the topic into 3 to 10 keywords (with synonyms) and a description of a few sentences, and call combined_search once with both' +
        `${years ? `, year ${quoted(years)}` : ''}. Use no other filter unless I asked for it: filters are free afterwards. If the job still runs, call get_job; do not search again.`,
      '3. get_job with facets: true for the shape of the results; then, still free, sort by citationCount:desc for the classics, where.yearFrom for recent work, where.text for sub-topics.',
      '4. Look at the abstracts of the 10 to 25 papers that matter: get_job with refs and view: "abstract".',
      '5. Read those that carry the answer, free: read_paper with ref, find (the words of the question) and count: 2000 gives passages with their places. Then read_paper with job and find: the best passages of all that were read. ' +
        'Where no open text is found, say so and keep to the abstract.',
      '6. If an important part is missing, search once more with other words, and read only what is new: where.notIn with the first job.',
      '7. Check every sentence that you quote: read_paper with ref and quote. Quote only what is exact or near, in the words of the paper, and cite it with its place, like [J12-3, S2.p4].',
      '8. Write: the question, main lines of work, where they agree and differ, gaps, what the search may have missed, and which papers were read in full and which by their abstract.',
      '9. export_papers with the cited refs in bibtex, then export_papers with format receipt; give me both with the credits spent.',
      '',
      CITING,
    ].join('\n'),
};
