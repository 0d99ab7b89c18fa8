import { counted } from '../../lib/counted.ts';
import { describeChange, describeFailure } from '../../wording/sentences/sources.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { DryRunNote } from './notes.ts';

export const DRY_RUN_SENTENCES: SentencesOf<{ notes: DryRunNote }> = {
  notes: {
    'hits-have-a-word': () =>
      'hits are papers with any word of the search; the counts of keywords are of papers that name them.',
    'counted-in-part': ({ read, of }) => `At least this many: only ${read} of ${of} papers could be read in time.`,
    'lines-not-asked': ({ lines }) =>
      `${counted(lines, 'line')} of the strategy not counted here: each would be a request.`,
    trial: ({ why, changes }) => [...(why ? [describeFailure(why)] : []), ...changes.map(describeChange)].join('; '),
  },
};
