import { ADVICE_WORDING, describeNothingNew } from '../contract/wording/advice.ts';
import { NOTE_WORDING } from '../contract/wording/notes.ts';
import { type Remarks, renderAnswer } from '../contract/wording/render.ts';
import { describeOperators } from '../contract/wording/search-notes.ts';
import { type AdviceWording, createWording, type NoteWording } from '../contract/wording/vocabulary.ts';
import { inCommandWords } from './command-words.ts';
import { flagOf } from './search-options.ts';

/** What a person at a terminal reads. The only place that names commands and flags in a sentence. */

const NOTES: Partial<NoteWording> = {
  // Only until the last sentence of the use-cases is a value.
  text: ({ text }) => inCommandWords(text),
  'library-empty': () => 'The local library is empty; `paperqueue import FILE` adds your own papers.',
  'starter-only': ({ papers }) =>
    `Only the starter catalogue that comes with paperqueue was searched (${papers} papers); \`paperqueue import FILE\` adds your own.`,
  operators: (note) => {
    const strategy = note.isSent ? '' : '; `paperqueue search --boolean` searches with a whole strategy';
    return `${describeOperators(note)} The text condition of --where takes "phrases", OR and -not, free${strategy}.`;
  },
  'same-creation': ({ job }) =>
    `The service answered this creation with the id of ${job}: they are one job. Its credits count as taken again; whether they were only the balance tells (paperqueue estimate, free).`,
  reused: ({ job, createdAt }) =>
    `Same search as ${job} (${createdAt}): stored results shown, no cost. Use --fresh to search again.`,
  'still-submitting': ({ job }) =>
    `${job} is still being submitted. paperqueue job ${job} says what became of it (free); the same search again attaches to it.`,
  'no-papers-in': ({ job, status }) =>
    `${job} has no papers (status ${status}): paperqueue job ${job} says what became of it.`,
  'fields-left-out': () =>
    'A paper is too long for any answer: leftOut names the fields left out; paperqueue export has them.',
  shortened: () => 'Papers are shortened, to stay within the size that hosts allow: paperqueue job shows them in full.',
};

const ADVICE: Partial<AdviceWording> = {
  text: ({ text }) => inCommandWords(text),
  'use-papers': ({ job }) =>
    `paperqueue job ${job} --where KEY=VALUE filters, --sort sorts, --view abstract shows abstracts: all free.`,
  'next-page': () => 'More: --all.',
  'relax-where': (advice, say) =>
    ADVICE_WORDING['relax-where'](advice, say).replace(
      /\.$/,
      `: paperqueue job ${advice.job} with another --where (free).`,
    ),
  'ask-again-for-new': (advice) =>
    `${describeNothingNew(advice)} Ask again later by paperqueue rerun ${advice.job}, which is a new search.`,
  'wait-for': ({ job }) =>
    `The job still runs. Run paperqueue job ${job} to wait for its papers; that is free. Do not search again.`,
  'search-by-abstract': ({ relation }) =>
    `The sources know no ${relation} of this paper; paperqueue search with its abstract finds papers like it.`,
  'pay-again': ({ job }) =>
    `${job} was charged, but its id never arrived. To search again, and pay again, add --accept-possible-double-charge.`,
  'ask-again-later': ({ job }) =>
    `${job} may or may not have been created and charged. Run paperqueue job ${job} again later: it compares balances, free. The same search again could be charged twice.`,
  'use-found': ({ job }) =>
    `paperqueue show ${job} prints abstracts and paperqueue export ${job} writes BibTeX and others, both free.`,
  'use-author': () => 'paperqueue related ID --relation author gives the papers of an author.',
  'read-listed': () => 'paperqueue job REF reads its papers, free; a running job is waited for.',
  'search-for-real': () => 'No job was made and nothing was spent. The same command without --dry-run searches.',
};

export const CLI_WORDING = createWording(
  { ...NOTE_WORDING, ...NOTES },
  { ...ADVICE_WORDING, ...ADVICE },
  {
    name: flagOf,
    where: '--where',
  },
);

/** An answer as JSON for other programs: its sentences, and its notes as values too. */
export function toJson<T extends Remarks>(answer: T): object {
  const { notes } = answer;
  return { ...renderAnswer(answer, CLI_WORDING), ...(notes && { noteData: notes }) };
}
