import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { shown } from '../../lib/shown.ts';
import { type DecisionRequest, judgeDecisions, type Refusal, toResolution } from '../accept.ts';
import { findTooLong } from '../decision-limits.ts';
import { findUnknownReason } from '../event-rules.ts';
import type { Decision, Reader, Stage } from '../protocol.ts';
import { outcomeAt, suggestionOn } from '../review-outcomes.ts';
import { findRecord, type Reading, type ReviewState } from '../review-state.ts';
import { mustName, type NamesIn } from './find-in-review.ts';
import { chooseStage, criteriaSeen, declared, lastReading, lastShownAt, type ScreenRequest } from './reader-turn.ts';
import type { OpenReview, ReviewLog } from './review-log.ts';

/** Records what readers decide. */

export type Deciding = {
  /** Withdraws the reader's last valid decision. Undefined if there is none. */
  undo(ref: string, who: Reader): Promise<{ ref: string; title: string; decision: Decision; stage: Stage } | undefined>;
  /**
   * Makes the suggestions of assistants decisions of a person, with their reasons: all of them, or those on some
   * records. Throws INVALID_INPUT for an assistant, which cannot confirm suggestions, and JOB_NOT_FOUND.
   */
  confirm(ref: string, who: Reader, refs?: readonly string[]): Promise<{ confirmed: number; refused: Refusal[] }>;
};

/** `isQuoted`: whether a text contains a quotation. */
export function createDeciding(
  log: Pick<ReviewLog, 'read' | 'write'>,
  names: NamesIn,
  isQuoted: (text: string, quote: string) => boolean,
) {
  const quotedIn = ({ records }: OpenReview) => {
    return (ref: string, quote: string) => {
      const paper = records.get(ref)?.paper;
      const text = [paper?.title, paper?.abstract].filter(Boolean).join('\n\n');
      return isQuoted(text, quote);
    };
  };
  /** Replaces references by those of the review, which may name its records differently. */
  const inReview = <Named extends { ref: string }>(review: OpenReview, requests: readonly Named[]): Named[] => {
    const find = names(review);
    return requests.map((each) => ({ ...each, ref: find(each.ref) ?? each.ref }));
  };

  const deciding: Deciding = {
    async undo(ref, who) {
      let taken: { ref: string; decision: Decision; stage: Stage } | undefined;
      const { review } = await log.write(ref, who, ({ state }) => {
        taken = lastReading(state, who);
        return { acts: taken ? [{ what: 'withdraw', stage: taken.stage, ref: taken.ref } as const] : [] };
      });
      return taken && { ...taken, title: review.records.get(taken.ref)?.paper.title ?? '' };
    },
    async confirm(ref, who, refs) {
      if (who.kind !== 'human') throw invalidInput([invalidField('as', { kind: 'people-confirm' })]);
      let confirmed = 0;
      const refused: Refusal[] = [];
      const { stages } = (await log.read(ref)).state.protocol;
      // A record that is included at one stage reaches the next, at which it may have a suggestion, too.
      for (const stage of stages) {
        const judged = await log.write(ref, who, (review) => {
          const find = names(review);
          const named = refs?.map((name) => mustName(find, name));
          const requests = confirmationsOf(review.state, stage, named);
          return judgeDecisions(review.state, declared(who, review.state), stage, requests, quotedIn(review));
        });
        confirmed += judged.accepted;
        refused.push(...judged.refused);
      }
      return { confirmed, refused };
    },
  };
  return {
    ...deciding,
    /** Records the decisions of a turn, at the requested stage or the one that the reader was shown. */
    async record(
      { review: ref, stage: requested, decisions = [] }: Pick<ScreenRequest, 'review' | 'stage' | 'decisions'>,
      who: Reader,
    ) {
      return log.write(ref, who, (review) => {
        const reader = declared(who, review.state);
        const stage =
          (requested ? undefined : lastShownAt(review.state, who, inReview(review, decisions))) ??
          chooseStage(review.state, requested, who);
        const hasNewCriteria = criteriaSeen(review.state, who) !== undefined;
        const judged = judgeDecisions(review.state, reader, stage, inReview(review, decisions), quotedIn(review));
        return { ...judged, who: reader, stage, hasNewCriteria };
      });
    },
    /** Resolves a conflict, and returns its stage. */
    async resolve(ref: string, request: DecisionRequest, who: Reader, requestedStage?: Stage): Promise<Stage> {
      const { stage } = await log.write(ref, who, (review) => {
        const { state } = review;
        const [named = request] = inReview(review, [request]);
        const record = state.records.get(named.ref);
        const stages = requestedStage ? [requestedStage] : state.protocol.stages;
        const stage = stages.find((each) => record && outcomeAt(state, record.ref, each).is === 'conflict');
        if (!record || !stage || request.decision === 'withdraw' || request.decision === 'note') {
          throw invalidInput([invalidField('ref', { kind: 'no-conflict', given: shown(request.ref) })]);
        }
        const { decision, reasons = [], note } = request;
        const unknownReason = findUnknownReason(state, stage, reasons);
        if (unknownReason) {
          const { reason, known } = unknownReason;
          throw invalidInput([invalidField('reason', { kind: 'no-such-criterion', given: shown(reason), known })]);
        }
        const tooLong = findTooLong({ reasons, note });
        if (tooLong) throw invalidInput([invalidField('note', { kind: 'longer-than', most: tooLong.most })]);
        return { acts: [toResolution(stage, record.ref, { decision, reasons, note })], stage };
      });
      return stage;
    },
  };
}

/** The suggestions of assistants on which no person has decided, in the order of the records. */
export function listSuggestions(state: ReviewState): Reading[] {
  return [...state.records.values()].flatMap((record) => suggestionOn(state, record) ?? []);
}

/** Those at a stage, all or those on some records, as decisions that confirm them. */
function confirmationsOf(state: ReviewState, stage: Stage, refs: readonly string[] | undefined): DecisionRequest[] {
  const selected = refs && new Set(refs.flatMap((ref) => findRecord(state, ref)?.ref ?? []));
  return listSuggestions(state)
    .filter((each) => each.stage === stage && (!selected || selected.has(each.ref)))
    .map(({ ref, decision, reasons, who }) => ({ ref, decision, ...(reasons && { reasons }), confirms: who.name }));
}
