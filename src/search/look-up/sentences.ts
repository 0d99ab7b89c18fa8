import { counted } from '../../lib/counted.ts';
import type { ByKind } from '../../wording/notes.ts';
import { describeUnchecked } from '../../wording/sentences/sources.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';

/** Statements about look-ups. */
type LookUpNote =
  | { kind: 'items-not-found'; missing: number; items: number }
  | { kind: 'items-unchecked'; unchecked: number; items: number }
  /** Only the library was searched, and these items are not among its `works`. */
  | { kind: 'items-not-held'; missing: number; items: number; works: number }
  /** Some papers have `notCompared`: details in the reference that the paper's record lacks. */
  | { kind: 'details-not-compared' }
  /** Papers of several items that no source is known to have confirmed. */
  | { kind: 'papers-unconfirmed'; papers: readonly string[] }
  | { kind: 'shortened' }
  | { kind: 'meet-filters'; papers: number; of: number };

type LookUpAdvice =
  | { kind: 'check-reference' }
  | { kind: 'trust-no-absence' }
  /** Try later because a source failed, or configure sources that were not queried. */
  | { kind: 'check-unchecked'; isOnlyLibrary: boolean; isLater: boolean; sources: readonly string[]; setting: string }
  | { kind: 'take-as-suggestions' }
  | { kind: 'compare-differences' }
  | { kind: 'use-found'; job: string }
  | { kind: 'use-author' };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<LookUpNote> {}
  interface AdviceKinds extends ByKind<LookUpAdvice> {}
}

export const LOOK_UP_SENTENCES: SentencesOf<{ notes: LookUpNote; advice: LookUpAdvice }> = {
  notes: {
    'items-not-found': ({ missing, items }) => `${missing} of ${counted(items, 'item')} not found.`,
    'items-unchecked': ({ unchecked, items }) =>
      `${unchecked} of ${counted(items, 'item')} not checked: too few sources that would know it answered.`,
    'items-not-held': ({ missing, items, works }) =>
      `${missing} of ${counted(items, 'item')} not held in the library, of ${counted(works, 'work')}. No other source was asked.`,
    'details-not-compared': () =>
      'notCompared: details of the reference that could not be checked, because its record here lacks them, has them in another form, or leaves out authors.',
    'papers-unconfirmed': ({ papers }) =>
      `From the library or an earlier job, perhaps from an imported file, and no source is known to have confirmed them: ${papers.join(', ')}.`,
    shortened: () => 'Papers are shortened, to stay within the size that hosts allow.',
    'meet-filters': ({ papers, of }) =>
      `${papers} of ${counted(of, 'paper')} meet the filters; those without a value do not.`,
  },
  advice: {
    'check-reference': () =>
      'mayBeInvented: two or more sources (asked) that cover its field and year have no such title. Check the reference.',
    'trust-no-absence': () =>
      'found none: the sources that would know it (asked) do not have it. That does not show that it is invented.',
    'check-unchecked': (advice) => `unchecked ${describeUnchecked(advice)}`,
    'take-as-suggestions': () =>
      'An item without found was read as a topic: its papers are suggestions, not a check of a reference.',
    'compare-differences': () => 'found likely: compare differs.',
    'use-found': ({ job }) => `The papers of ${job} can be shown with abstracts and exported, both free.`,
    'use-author': () => "An author's id gives the papers.",
  },
};
