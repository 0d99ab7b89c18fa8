import * as z from 'zod';
import { CITING, type Prompt, quoted } from './define-prompt.ts';

export const findEvidence: Prompt = {
  name: 'find_evidence',
  title: 'Find evidence for and against a claim',
  description: 'Searches once, reads the abstracts and sorts them into supporting, contradicting and beside the point.',
  args: { claim: z.string().describe('One statement that can be true or false') },
  write: ({ claim = '' }) =>
    [
      `Is this claim supported by the literature? ${quoted(claim)}`,
      '',
      '1. combined_search with 3 to 10 keywords that occur on both sides of the question, and a neutral description of it in two or three sentences: ' +
        'a search for the claim alone finds its friends only. If the job still runs, call get_job; do not search again.',
      '2. get_job, free: the first pages by relevance, then sort: "citationCount:desc", then where.yearFrom for the last five years; where.text for words such as no effect, randomized, meta-analysis, replication.',
      '3. get_job with refs and view: "abstract" for every candidate. Judge by the abstract, never by the title.',
      '4. Answer in one sentence with your confidence. Then a table: ref, year, kind of study, what it found, supports / contradicts / unclear. Name the strongest paper on either side, and say how many candidates you read.',
      '5. export_papers with the refs of the table in bibtex, and with format receipt.',
      '',
      CITING,
    ].join('\n'),
};
