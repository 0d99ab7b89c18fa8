import type { DecideAct } from './events.ts';
import {
  type Criterion,
  type Decision,
  isChosenStop,
  isCounted,
  type Protocol,
  type Reader,
  STAGES,
  type Stage,
} from './protocol.ts';
import type { LeftOutBecause, RefusedBecause } from './refusals.ts';
import { hasPassedTo, isTriaged, outcomeAt } from './review-outcomes.ts';
import { findRecord, type ReviewState, readerKey } from './review-state.ts';

/**
 * The rules for which events a review accepts in its current state. They apply when recording an event and when reading
 * a log, because a log may come from other programs and other members.
 */

/** Why a reader may not make this decision. `standing` is the reader's existing decision on the record at the stage. */
export function faultOfDecision(
  state: ReviewState,
  who: Reader,
  {
    stage,
    ref,
    decision,
    reasons = [],
  }: Pick<DecideAct, 'stage' | 'ref' | 'decision'> & { reasons?: readonly string[] },
  standing: Pick<DecideAct, 'decision' | 'reasons'> | undefined,
): RefusedBecause | undefined {
  const record = findRecord(state, ref);
  if (!record) return { kind: 'not-in-review' };
  // Includes full texts recorded as missing, because a reader who decides on one has it.
  if (!hasPassedTo(state, ref, stage)) return { kind: 'not-at-stage', stage };
  const resolution = record.resolved[stage];
  if (resolution && resolution.decision !== decision && standing?.decision !== decision)
    return { kind: 'settled', decision: resolution.decision };
  if (standing && standing.decision !== 'maybe' && standing.decision !== decision) {
    return { kind: 'decided-otherwise', decision: standing.decision };
  }
  const other = standing ? undefined : decidedByAnother(state, who, stage, ref);
  if (other && other.decision !== decision) return { kind: 'decided-by-another', ...other };
  // Reasons of the existing decision remain valid, even if their criterion was retired.
  const had = standing?.decision === decision ? (standing.reasons ?? []) : [];
  const unknownReason = findUnknownReason(
    state,
    stage,
    reasons.filter((reason) => !had.includes(reason.trim().toUpperCase())),
  );
  return unknownReason && { kind: 'no-criterion', ...unknownReason };
}

/** With a single reader, the first decision on a record is the only one. */
function decidedByAnother(state: ReviewState, who: Reader, stage: Stage, ref: string) {
  const { protocol } = state;
  if (protocol.readers !== '1' || !isCounted(who, protocol)) return undefined;
  const outcome = outcomeAt(state, ref, stage);
  if (outcome.is !== 'decided' || isTriaged(outcome)) return undefined;
  const key = readerKey(who);
  const readings = [...(findRecord(state, ref)?.readings[stage] ?? [])];
  const others = readings.filter(([other, { who }]) => other !== key && isCounted(who, protocol));
  const [, reading] = others[0] ?? [];
  return reading && { decision: reading.decision, name: reading.who.name };
}

/** Why there is no conflict to resolve, or not for these reasons. */
export function faultOfResolution(
  state: ReviewState,
  { stage, ref, reasons = [] }: { stage: Stage; ref: string; decision: Decision; reasons?: readonly string[] },
): RefusedBecause | undefined {
  if (!findRecord(state, ref)) return { kind: 'not-in-review' };
  if (outcomeAt(state, ref, stage).is !== 'conflict') return { kind: 'no-conflict', stage };
  const unknownReason = findUnknownReason(state, stage, reasons);
  return unknownReason && { kind: 'no-criterion', ...unknownReason };
}

/** The first reason that is not a criterion of the stage, and the existing criteria. */
export function findUnknownReason(state: ReviewState, stage: Stage, reasons: readonly string[]) {
  const known = criteriaOf(state, stage).map(({ id }) => id);
  const reason = reasons.find((each) => !known.includes(each.trim().toUpperCase()));
  return reason === undefined ? undefined : { reason, known };
}

/** The criteria that currently apply at a stage. */
export function criteriaOf({ criteria }: Pick<ReviewState, 'criteria'>, stage: Stage): ReviewState['criteria'] {
  return criteria.filter(({ stage: own, retired }) => !retired && (own === undefined || own === stage));
}

/** Why the retrieval of a text cannot be recorded. */
export function faultOfRetrieval(state: ReviewState, ref: string): RefusedBecause | undefined {
  if (!findRecord(state, ref)) return { kind: 'not-in-review' };
  return hasPassedTo(state, ref, 'full-text') ? undefined : { kind: 'not-at-stage', stage: 'full-text' };
}

/**
 * Why criteria cannot replace the current ones: one is missing, or two have the same id, so that reasons would lose
 * their meaning.
 */
export function faultOfCriteria(
  before: readonly Criterion[],
  criteria: readonly Criterion[],
): LeftOutBecause | undefined {
  const ids = new Set(criteria.map(({ id }) => id));
  const isWhole = ids.size === criteria.length && before.every(({ id }) => ids.has(id));
  return isWhole ? undefined : { kind: 'wrong-criteria' };
}

/** Why a protocol cannot be that of a review in progress. */
export function faultOfProtocol(state: ReviewState, protocol: Protocol): LeftOutBecause | undefined {
  const isUnknownPrior = (prior: string) => !state.protocol.priors.includes(prior) && !findRecord(state, prior);
  const isWrong =
    !isSound(protocol) || goneStage(state, protocol) !== undefined || protocol.priors.some(isUnknownPrior);
  return isWrong ? { kind: 'wrong-protocol' } : undefined;
}

/**
 * Whether a protocol is valid for any review: its stages are in order, without duplicates, and its stopping rule
 * exists.
 */
export function isSound({ stages, stop }: Protocol): boolean {
  return (
    STAGES.filter((stage) => stages.includes(stage)).join() === stages.join() &&
    (stop === undefined || isChosenStop(stop))
  );
}

/** A stage that has decisions and that a protocol omits. */
export function goneStage({ protocol, records }: ReviewState, { stages }: Pick<Protocol, 'stages'>): Stage | undefined {
  const gone = protocol.stages.filter((stage) => !stages.includes(stage));
  return gone.find((stage) => [...records.values()].some(({ readings }) => readings[stage].size > 0));
}
