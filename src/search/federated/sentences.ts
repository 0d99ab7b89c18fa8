import { counted } from '../../lib/counted.ts';
import { describeChange, describeFailure } from '../../wording/sentences/sources.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { DryRunNote } from './notes.ts';

export const DRY_RUN_SENTENCES: SentencesOf<{ notes: DryRunNote }> = {
  notes: {
    'hits-have-a-word': () =>
      'hits counts papers with any word of the search; the count of a keyword is of papers that contain it.',
    'counted-in-part': ({ read, of }) => `At least this many: only ${read} of ${of} papers could be read in time.`,
    'lines-not-asked': ({ lines }) =>
      `${counted(lines, 'line')} of the strategy not counted here: each would be a request.`,
    trial: ({ why, changes }) => [...(why ? [describeFailure(why)] : []), ...changes.map(describeChange)].join('; '),
  },
};
