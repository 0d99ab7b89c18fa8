import { counted } from '../../lib/counted.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { DraftAdvice, DraftNote, DraftProblemKind } from './notes.ts';

export const DRAFT_SENTENCES: SentencesOf<{ notes: DraftNote; advice: DraftAdvice; problems: DraftProblemKind }> = {
  notes: {
    'draft-without-references': ({ citations }) =>
      `${counted(citations, 'citation')} not checked: the draft has no list of references, and no file of references was given.`,
    'draft-time-over': ({ rest }) =>
      `Time ran out before ${counted(rest, 'more part')} of the draft could be checked. Check it again.`,
    'passages-are-no-verdict': () =>
      'Each passage is the best match for its sentence. Whether it supports the sentence is for a reader to judge.',
  },
  advice: {
    'more-of-draft': ({ offset }) => `More rows follow these first ${offset}.`,
  },
  problems: {
    'draft-not-read': ({ why }) => `the draft could not be read: ${why}`,
  },
};
