import type { ByKind } from '../../wording/notes.ts';

/** Statements about look-ups. */
export type LookUpNote =
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

export type LookUpAdvice =
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
