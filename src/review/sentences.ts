import type { LeftOutOfFile } from '../formats/screened/left-out.ts';
import { counted } from '../lib/counted.ts';
import { listNamed } from '../lib/line.ts';
import { shown } from '../lib/shown.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { describeDamage } from '../wording/sentences/damaged-log.ts';
import type { SentencesOf } from '../wording/sentences/vocabulary.ts';
import type { ReviewAdvice, ReviewNote, ReviewProblem } from './notes.ts';
import type { LeftOutBecause, RefusedBecause } from './refusals.ts';

export const REVIEW_SENTENCES: SentencesOf<{ notes: ReviewNote; advice: ReviewAdvice; problems: ReviewProblem }> = {
  notes: {
    'kept-by-lab': ({ review, member }) => `${review} is kept by the lab's service, where you are ${member}.`,
    'assistant-suggests': ({ review }, { command }) =>
      `An assistant's decisions are suggestions in ${review}, unless its protocol says otherwise: only decisions by people count, for stopping too. A person confirms them ${command ? `by \`${command(`review confirm ${review}`)}\` or ` : ''}on the review's page.`,
    'suggestions-confirmed': ({ review, confirmed, refused }) =>
      `${counted(confirmed, 'suggestion')} of an assistant in ${review} ${confirmed === 1 ? 'is now a decision' : 'are now decisions'} of yours${refused > 0 ? `; ${refused} could not be confirmed` : ''}.`,
    'criteria-changed': ({ review }) =>
      `The criteria of ${review} have changed since your last call; they are in this answer. Check whether your last decisions still hold.`,
    'excluded-without-reason': ({ review, named, all }) =>
      `${counted(all, 'full text')} of ${review} ${all === 1 ? 'is' : 'are'} excluded without a reason (${listNamed(named, all)}). PRISMA reports the reason of each: decide the same again with a criterion.`,
    'some-conflicts': ({ review, shown, all }) =>
      `${shown} of ${counted(all, 'conflict')} in ${review} are listed; the others follow as these are settled.`,
    'no-such-review': ({ given, known, isOfLab }) =>
      isOfLab
        ? `You are not a member of a review ${given} of the lab${known.length > 0 ? `; you are of ${known.join(', ')}` : ''}.`
        : `There is no review ${given} on this machine; ${known.length > 0 ? `reviews: ${known.join(', ')}.` : 'none was begun.'}`,
    'changed-records': ({ review, records }) =>
      `${counted(records, 'record')} of ${review} ${records === 1 ? 'differs' : 'differ'} from what the log recorded when it was added.`,
    'damaged-review': ({ review, n, isUnknown }) => describeDamage(review, n, isUnknown),
    'review-busy': ({ review }) => `Others kept writing to ${review}, and nothing was added.`,
    'review-full': ({ review }) =>
      `You have reached the limit of what one member may add to ${review} at the lab's service; nothing more was added, and nothing was lost.`,
    'too-many-reviews': ({ what, name }) =>
      what === 'invited'
        ? `${name} has reached the limit of open invitations at the lab's service, for one account or from one owner; nobody was invited.`
        : `You have ${what} as many reviews as the lab's service allows one account.`,
    'no-such-record': ({ given }) => `The review has no record ${given}, or several records match it.`,
    'owner-only': () => 'Only the owner of the review may add records to it, change it, or share it.',
    'not-in-file': ({ format, ...left }) => `Not in this file (${format}): ${listLeftOut(left).join('; ')}.`,
    'no-lab': () => 'No service is configured that keeps reviews for a lab, or it cannot be asked now.',
  },
  advice: {
    'name-review': () => 'Name an existing review (R1), or begin one with a question, criteria and jobs.',
    'name-record': () =>
      'Name a record as the review does (J1-3, R1-17), or by its DOI, its citation key, or its number in the library (L17).',
    'ask-owner': () => 'Ask its owner, whom the list of members names.',
    'make-room-for-reviews': ({ what }) =>
      ({
        opened: 'Begin it on your own machine, or continue an existing review.',
        joined: 'Leave one that you no longer read.',
        invited: 'Try again when an invitation has been accepted, declined or withdrawn.',
      })[what],
    'join-lab': ({ address, token }) =>
      `Set ${address} and ${token} as the administrator of the lab's service tells you. Reviews of this machine (R1) need neither.`,
    'repair-review': ({ review, isOpening }, { command }) => {
      if (isOpening) return 'Only a copy of the data folder can bring it back.';
      return command
        ? `\`${command(`review audit ${review}`, 'repair')}\` keeps the events before it and sets the rest aside; a copy of the data folder may have them all.`
        : 'At the command line a person can keep the events before it and set the rest aside.';
    },
    'look-at-changed': () => 'Compare them with their sources; a copy of the data folder may have them as they were.',
  },
  problems: {
    'no-question': () => 'the question of the review, in words',
    'people-confirm': () => 'a person: an assistant does not confirm what an assistant suggests',
    'no-conflict': ({ given }) => `a record in conflict, got ${given}`,
    'longer-than': ({ most, of = 'characters' }) => `at most ${most.toLocaleString('en')} ${of}`,
    'no-such-criterion': ({ given, known }) =>
      `a criterion of the review (${known.join(', ') || 'it has none'}), got ${given}`,
    'not-at-full-text': ({ given }) => `a record whose full text is to be read, got ${given}`,
    'stage-in-use': ({ stage }) => `${stage} has decisions and stays`,
    'no-stop-rule': () => 'a rule; a target or a confidence needs one',
    'wrong-stop': () => 'an existing rule, with a target and a confidence between 0 and 1',
    'no-stage': ({ given, stages }) => `a stage of the review (${stages.join(', ')}), got ${given}`,
    'no-account': ({ given }) => `the name of an account of the lab, got ${given}`,
    'name-of-member': ({ given }) => `a name that differs from a member's by more than capitals, got ${given}`,
    'no-reader': ({ given }) => `a reader of the review, or an invited account, got ${given}`,
    'another-member': ({ given, member }) =>
      `only your own name, which is ${member} in reviews of the lab, got ${given}`,
    'no-lab-review': ({ given }) => `a review of the lab (L1), got ${given}`,
  },
};

/** Refused decisions as faces show them: with a code for programs, and the reason in words. */
export function showRefusals(refused: readonly ({ ref: string } & RefusedBecause)[]) {
  return refused.map(({ ref, ...because }) => ({ ref, code: because.kind, why: describeRefusal(because) }));
}

/** A note on records of a file that the review has already and that do not count as found again. */
export function describeHeld(records: number): string {
  return `${counted(records, 'record')} of this file ${records === 1 ? 'was' : 'were'} in the review already: decisions and exports of paperqueue identify nothing, so the flow counts ${records === 1 ? 'it' : 'them'} once.`;
}

/** A note on reasons of imported decisions that are not criteria of the review. */
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

/** Why a decision is not recorded, and what would be accepted, in one sentence. */
export function describeRefusal(refusal: RefusedBecause): string {
  switch (refusal.kind) {
    case 'not-in-review':
      return 'The review has no such record.';
    case 'not-at-stage':
      return `The record is not at the stage ${refusal.stage}: it was excluded before, or is not decided there.`;
    case 'no-criterion':
      return `${shown(refusal.reason)} is not a criterion of this stage; ${refusal.known.length > 0 ? `reasons: ${refusal.known.join(', ')}.` : 'it has none.'}`;
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
      return 'You have not decided on it at this stage.';
    case 'quote-not-found':
      return 'Its title and abstract do not contain the quote.';
    case 'too-long':
      return TOO_LONG[refusal.part](refusal.most.toLocaleString('en'));
  }
}

const LEFT_OUT: Record<Exclude<LeftOutBecause, RefusedBecause>['kind'], string> = {
  'wrong-protocol': 'The protocol is invalid, or cannot be changed like this any more.',
  'wrong-criteria': 'It drops a criterion, or gives one id to two.',
  'wrong-import': 'It names records that the review had already, or duplicates of missing records; the others count.',
  'opened-before': 'The review was open already.',
  nameless: 'Its reader has no name.',
};

/** Why an event of a log does not count. */
export function describeLeftOut(because: LeftOutBecause): string {
  return because.kind in LEFT_OUT
    ? LEFT_OUT[because.kind as keyof typeof LEFT_OUT]
    : describeRefusal(because as RefusedBecause);
}

/** The parts of the decisions that a file omits, one text each. */
export function listLeftOut(left: LeftOutOfFile): string[] {
  return (Object.keys(LEFT_OUT_TEXTS) as (keyof LeftOutOfFile)[]).flatMap((what) => {
    const number = left[what];
    return number ? [LEFT_OUT_TEXTS[what](number)] : [];
  });
}

const LEFT_OUT_TEXTS: { [What in keyof LeftOutOfFile]-?: (number: number) => string } = {
  maybe: (records) => `"maybe" on ${counted(records, 'record')}, undecided there`,
  unsettled: (records) => `${counted(records, 'record')} whose decisions do not count yet, undecided there`,
  readers: (readers) => (readers === 1 ? 'who decided' : `which of ${readers} readers decided what`),
  stages: (stages) => `at which of ${stages} stages it was decided`,
  earlier: (decisions) => `${counted(decisions, 'decision')} of an earlier stage`,
  resolutions: (conflicts) => `how ${counted(conflicts, 'conflict')} ${conflicts === 1 ? 'was' : 'were'} settled`,
  quotes: (quotes) => counted(quotes, 'quotation'),
  reasons: (reasons) => counted(reasons, 'reason'),
  notes: (notes) => counted(notes, 'note'),
  tags: (tags) => counted(tags, 'tag'),
  shared: (records) => `whose the reasons and tags of ${counted(records, 'record')} are`,
  times: (decisions) => `the ${decisions === 1 ? 'time' : 'times'} of ${counted(decisions, 'decision')}`,
  priors: (records) => `that ${counted(records, 'record')} ${records === 1 ? 'was' : 'were'} known to be relevant`,
};
