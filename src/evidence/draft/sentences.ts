import { counted } from '../../lib/counted.ts';
import type { ByKind } from '../../wording/notes.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';

/** Statements about the check of a draft. */
type DraftNote =
  /** Keys, numbers or names are cited, but there are no references to resolve them with. */
  | { kind: 'draft-without-references'; works: number }
  /** The call ran out of time; `rest` items are unchecked. */
  | { kind: 'draft-time-over'; rest: number }
  | { kind: 'passages-are-no-verdict' }
  /** On a work that was not looked up, or only in the library, which has so many works. */
  | { kind: 'draft-work-not-listed' }
  | { kind: 'draft-ref-unknown' }
  | { kind: 'draft-work-not-held'; works: number };

type DraftAdvice =
  /** More rows follow from this offset. */
  { kind: 'more-of-draft'; offset: number };

type DraftProblemKind = { kind: 'draft-not-read'; why: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<DraftNote> {}
  interface AdviceKinds extends ByKind<DraftAdvice> {}
  interface ProblemKinds extends ByKind<DraftProblemKind> {}
}

export const DRAFT_SENTENCES: SentencesOf<{ notes: DraftNote; advice: DraftAdvice; problems: DraftProblemKind }> = {
  notes: {
    'draft-without-references': ({ works }) =>
      `${counted(works, 'cited work')} not checked: the draft has no list of references, and no file of references was given.`,
    'draft-time-over': ({ rest }) =>
      `Time ran out before ${counted(rest, 'more part')} of the draft could be checked. Check it again.`,
    'passages-are-no-verdict': () =>
      'Each passage is the best match for its sentence. Whether it supports the sentence is for a reader to judge.',
    'draft-work-not-listed': () => "Cited, and not among the draft's references, so it was not looked up.",
    'draft-ref-unknown': () => 'No paper on this machine has this reference. It was not looked up elsewhere.',
    'draft-work-not-held': ({ works }) =>
      `Not among the ${counted(works, 'work')} of the library. No other source was asked whether it exists.`,
  },
  advice: {
    'more-of-draft': ({ offset }) => `More rows follow these first ${offset}.`,
  },
  problems: {
    'draft-not-read': ({ why }) => `the draft could not be read: ${why}`,
  },
};
