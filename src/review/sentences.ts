import { counted } from '../lib/counted.ts';
import { shown } from '../lib/shown.ts';
import { visibleLine } from '../lib/visible-text.ts';
import type { LeftOutBecause, RefusedBecause } from './refusals.ts';

/** Refused decisions as faces show them: with a code for programs, and the reason in words. */
export function showRefusals(refused: readonly ({ ref: string } & RefusedBecause)[]) {
  return refused.map(({ ref, ...because }) => ({ ref, code: because.kind, why: describeRefusal(because) }));
}

/** What happened to the reasons of imported decisions that the review cannot accept as reasons. */
export function describeReasonsAsNotes(decisions: number): string {
  return `${counted(decisions, 'decision')} ${decisions === 1 ? 'has a reason that is' : 'have reasons that are'} no criterion of the stage now: kept in the note.`;
}

const TOO_LONG: Record<(RefusedBecause & { kind: 'too-long' })['part'], (most: string) => string> = {
  note: (most) => `A note has at most ${most} characters.`,
  quote: (most) => `A quote has at most ${most} characters.`,
  tag: (most) => `A tag has at most ${most} characters.`,
  tags: (most) => `A decision has at most ${most} tags.`,
  decision: (most) => `Reasons, note, quote and tags have at most ${most} characters together, as JSON.`,
};

/** Why a decision is not recorded, and what would be, in one sentence. */
export function describeRefusal(refusal: RefusedBecause): string {
  switch (refusal.kind) {
    case 'not-in-review':
      return 'The review has no such record.';
    case 'not-at-stage':
      return `The record is not at the stage ${refusal.stage}: it was excluded before, or is not decided there.`;
    case 'no-criterion':
      return `${shown(refusal.reason)} is no criterion of this stage; ${refusal.known.length > 0 ? `reasons: ${refusal.known.join(', ')}.` : 'it has none.'}`;
    case 'decided-otherwise':
      return `You decided ${refusal.decision}: withdraw that first.`;
    case 'decided-by-another':
      return `${visibleLine(refusal.name)} decided ${refusal.decision}, and one reader decides in this review.`;
    case 'settled':
      return `Its conflict was settled: ${refusal.decision}.`;
    case 'of-another-reader':
      return `${visibleLine(refusal.name)} decided it: in a review of the lab each member records their own decisions.`;
    case 'no-conflict':
      return `Its readers do not disagree at the stage ${refusal.stage}: there is nothing to settle.`;
    case 'nothing-to-withdraw':
      return 'You have decided nothing on it at this stage.';
    case 'quote-not-found':
      return 'Its title and abstract do not have the words of the quote.';
    case 'too-long':
      return TOO_LONG[refusal.part](refusal.most.toLocaleString('en'));
  }
}

const LEFT_OUT: Record<Exclude<LeftOutBecause, RefusedBecause>['kind'], string> = {
  'wrong-protocol': 'A protocol cannot be so, or not any more.',
  'wrong-criteria': 'It drops a criterion, or gives one id to two.',
  'wrong-import': 'It names records that the review had already, or duplicates of none; the others count.',
  'opened-before': 'The review was open already.',
  nameless: 'Its reader has no name.',
};

/** Why an event of a log does not count. */
export function describeLeftOut(because: LeftOutBecause): string {
  return because.kind in LEFT_OUT
    ? LEFT_OUT[because.kind as keyof typeof LEFT_OUT]
    : describeRefusal(because as RefusedBecause);
}
