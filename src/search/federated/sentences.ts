import { counted } from '../../lib/counted.ts';
import type { KnownFailure, RequestChange } from '../../wording/notes/source-outcomes.ts';
import type { ByKind } from '../../wording/notes.ts';
import { describeChange, describeFailure } from '../../wording/sentences/sources.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';

/** Statements about the dry run of a search. */
type DryRunNote =
  /** Explains why there are more hits than papers with the keywords. */
  | { kind: 'hits-have-a-word' }
  /** The counts cover only papers that could be read in time. */
  | { kind: 'counted-in-part'; read: number; of: number }
  /** Lines of a strategy not counted at a source, to limit the number of requests. */
  | { kind: 'lines-not-asked'; lines: number }
  /** Why a source was not queried or returned nothing, and changes to its request. */
  | { kind: 'trial'; why?: KnownFailure; changes: readonly RequestChange[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<DryRunNote> {}
}

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
