import { ADVICE_WORDING, describeNothingNew } from '../contract/wording/advice.ts';
import { NOTE_WORDING } from '../contract/wording/notes.ts';
import { describeOperators } from '../contract/wording/search-notes.ts';
import { type AdviceWording, createWording, type NoteWording } from '../contract/wording/vocabulary.ts';

/** What an assistant reads. The only place that names tools and parameters in a sentence. */

const NOTES: Partial<NoteWording> = {
  'library-empty': () => 'The local library is empty; `paperqueue import FILE` adds your own papers.',
  'starter-only': ({ papers }) =>
    `Only the starter catalogue that comes with paperqueue was searched (${papers} papers); \`paperqueue import FILE\` adds your own.`,
  operators: (note) => {
    const strategy = note.isSent ? '' : '; `paperqueue search --boolean` searches with a whole strategy';
    return `${describeOperators(note)} The text condition of where takes "phrases", OR and -not, free${strategy}.`;
  },
  'same-creation': ({ job }) =>
    `The service answered this creation with the id of ${job}: they are one job. Its credits count as taken again; whether they were only the balance tells (estimate_credits, free).`,
  reused: ({ job, createdAt }) =>
    `Same search as ${job} (${createdAt}): stored results shown, no cost. fresh: true searches again.`,
  'still-submitting': ({ job }) =>
    `${job} is still being submitted. get_job with jobId "${job}" says what became of it (free); the same search again attaches to it.`,
  'no-papers-in': ({ job, status }) =>
    `${job} has no papers (status ${status}): get_job with jobId "${job}" says what became of it.`,
  'fields-left-out': () =>
    'A paper is too long for any answer: leftOut names the fields left out; export_papers has them.',
  folded: ({ records }) => `${records} records repeat works shown here (DOI, arXiv, title); sameAs has their refs.`,
  shortened: () => 'Papers are shortened, to stay within the size that hosts allow: get_job shows them in full.',
};

const ADVICE: Partial<AdviceWording> = {
  'use-papers': ({ job }) =>
    `get_job with jobId "${job}" also pages, filters (where), sorts and shows abstracts (view), and export_papers writes BibTeX and others: all free. Cite papers by ref.`,
  'next-page': ({ offset, sort }) => `More: offset ${offset}${sort ? `, sort ${sort}` : ''}.`,
  'relax-where': (advice, say) =>
    ADVICE_WORDING['relax-where'](advice, say).replace(
      /\.$/,
      `: get_job with jobId "${advice.job}" and another where (free).`,
    ),
  'ask-again-for-new': (advice) =>
    `${describeNothingNew(advice)} Ask again later by the same search with newSince: "${advice.job}", which is a new search.`,
  'wait-for': ({ job }) =>
    `The job still runs. Call get_job with jobId "${job}" to wait for its papers; that is free. Do not search again.`,
  'search-by-abstract': ({ relation }) =>
    `The sources know no ${relation} of this paper; query_search with its abstract finds papers like it.`,
  'pay-again': ({ job }) =>
    `${job} was charged, but its id never arrived. To search again, and pay again, set acceptPossibleDoubleCharge: true.`,
  'ask-again-later': ({ job }) =>
    `${job} may or may not have been created and charged. Call get_job with jobId "${job}" again later: it compares balances, free. The same search again could be charged twice.`,
  'use-found': ({ job }) =>
    `get_job with jobId "${job}" shows abstracts and export_papers writes BibTeX and others, both free.`,
  'use-author': () => "related_papers with relation author and an author's id as ref gives the papers.",
  'read-listed': () => 'get_job with a ref reads its papers, free; a running job is waited for.',
  'search-for-real': () => 'No job was made and nothing was spent. The same call without dryRun searches.',
};

export const MCP_WORDING = createWording(
  { ...NOTE_WORDING, ...NOTES },
  { ...ADVICE_WORDING, ...ADVICE },
  {
    name: (name) => name,
    where: 'where',
  },
);
