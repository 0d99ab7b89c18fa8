import { omitUndefined } from '../lib/omit-undefined.ts';
import { findTooLong } from './decision-limits.ts';
import { faultOfDecision, faultOfResolution } from './event-rules.ts';
import type { DecideAct, ReviewAct } from './events.ts';
import type { Decision, DecisionFile, Reader, ReaderAct, Stage } from './protocol.ts';
import type { RefusedBecause } from './refusals.ts';
import { findRecord, type ReviewState, readerKey } from './review-state.ts';

/** A requested decision. */
export type DecisionRequest = {
  ref: string;
  /** `note` replaces only the note and tags; without an existing decision it records none. */
  decision: ReaderAct;
  /** Ids of criteria, in any case. */
  reasons?: readonly string[] | undefined;
  note?: string | undefined;
  quote?: string | undefined;
  tags?: readonly string[] | undefined;
  from?: DecisionFile | undefined;
  /** The assistant whose suggestion this confirms. */
  confirms?: string | undefined;
};

export type Refusal = { ref: string } & RefusedBecause;

export type Judged = {
  /** The events to record. */
  acts: ReviewAct[];
  refused: Refusal[];
  /** Number of decisions that now stand as given, whether recorded now or before. */
  accepted: number;
  /** Number of these that had been recorded before. */
  repeated: number;
};

/**
 * Determines which of a reader's decisions can be recorded; an invalid one does not affect the others. A decision that
 * already stands is accepted and adds nothing. `include` and `exclude` must be withdrawn before they are changed;
 * `maybe` is replaced. A withdrawal and the next decision on the same record are a single change: if that decision is
 * refused, the former one stands. `isQuoted` says whether a text of the record contains a quotation.
 */
export function judgeDecisions(
  state: ReviewState,
  who: Reader,
  stage: Stage,
  requests: readonly DecisionRequest[],
  isQuoted: (ref: string, quote: string) => boolean,
): Judged {
  const key = readerKey(who);
  const acts: ReviewAct[] = [];
  const refused: Refusal[] = [];
  let accepted = 0;
  // Changes made by earlier decisions of the same batch.
  const changed = new Map<string, DecideAct | undefined>();
  // Withdrawals in the batch without a following decision, and the decisions that they withdrew.
  const withdrawn = new Map<string, { act: ReviewAct; standing: DecideAct }>();
  for (const request of requests) {
    const record = findRecord(state, request.ref);
    const ref = record?.ref ?? request.ref;
    const standing = changed.has(ref) ? changed.get(ref) : record?.readings[stage].get(key);
    const each = withStanding(request, standing);
    const isWithdrawn = !standing && (changed.has(ref) || record?.firstRead[stage].has(key) === true);
    const refusal = record
      ? refuse(state, { who, stage, ref, standing, isWithdrawn }, each, isQuoted)
      : ({ kind: 'not-in-review' } as const);
    const before = withdrawn.get(ref);
    if (each.decision !== 'withdraw') withdrawn.delete(ref);
    if (refusal) {
      refused.push({ ref: each.ref, ...refusal });
      if (!before || each.decision === 'withdraw') continue;
      acts.splice(acts.indexOf(before.act), 1);
      changed.set(ref, before.standing);
      accepted -= 1;
      continue;
    }
    accepted += 1;
    if (each.decision === 'withdraw') {
      const act = { what: 'withdraw', stage, ref } as const;
      if (standing) {
        acts.push(act);
        withdrawn.set(ref, { act, standing });
      }
      changed.set(ref, undefined);
      continue;
    }
    if (each.decision === 'note') {
      const act = noteAct(ref, standing, each);
      if (isNoted(standing ?? record?.notes.get(key), act)) continue;
      acts.push(act);
      if (act.what === 'decide') changed.set(ref, act);
      continue;
    }
    const act = toAct(state, stage, ref, each.decision, each);
    if (standing && isSame(standing, act)) continue;
    acts.push(act);
    changed.set(ref, act);
  }
  return { acts, refused, accepted, repeated: accepted - acts.length };
}

/** Repeating a decision keeps the fields that it does not name; a reason or text given as empty is removed. */
function withStanding(request: DecisionRequest, standing: DecideAct | undefined): DecisionRequest {
  if (standing?.decision !== request.decision) return request;
  const { reasons, note, quote, tags, from } = standing;
  return { ...omitUndefined({ reasons, note, quote, tags }), ...omitUndefined(request), from };
}

function refuse(
  state: ReviewState,
  {
    who,
    stage,
    ref,
    standing,
    isWithdrawn,
  }: { who: Reader; stage: Stage; ref: string; standing: DecideAct | undefined; isWithdrawn: boolean },
  { decision, reasons = [], quote, ...noted }: DecisionRequest,
  isQuoted: (ref: string, quote: string) => boolean,
): RefusedBecause | undefined {
  const tooLong = findTooLong({ reasons, quote, ...noted });
  if (tooLong) return { kind: 'too-long', ...tooLong };
  if (decision === 'note') return undefined;
  if (decision === 'withdraw') return standing || isWithdrawn ? undefined : { kind: 'nothing-to-withdraw' };
  const fault = faultOfDecision(state, who, { stage, ref, decision, reasons }, standing);
  if (fault) return fault;
  // The quotation of the existing decision may come from a file and need not be checked.
  const had = standing?.decision === decision ? standing : undefined;
  return !quote || quote === had?.quote || isQuoted(ref, quote) ? undefined : { kind: 'quote-not-found' };
}

/** A requested resolution of a conflict. */
export type ResolutionRequest = Pick<DecisionRequest, 'ref' | 'reasons' | 'note'> & { decision: Decision };

/**
 * Determines which resolutions can be recorded: those of conflicts. One that already stands is accepted and adds
 * nothing.
 */
export function judgeResolutions(state: ReviewState, stage: Stage, requests: readonly ResolutionRequest[]): Judged {
  const acts: ReviewAct[] = [];
  const refused: Refusal[] = [];
  // Settled by earlier resolutions of the same batch.
  const settled = new Map<string, Decision>();
  for (const { ref, decision, reasons = [], note } of requests) {
    const record = findRecord(state, ref);
    const tooLong = findTooLong({ reasons, note });
    const standing = record && (settled.get(record.ref) ?? record.resolved[stage]?.decision);
    if (standing === decision) continue;
    const fault: RefusedBecause | undefined = standing
      ? { kind: 'settled', decision: standing }
      : (faultOfResolution(state, { stage, ref, decision, reasons }) ?? (tooLong && { kind: 'too-long', ...tooLong }));
    if (fault) refused.push({ ref, ...fault });
    else if (record) {
      acts.push(toResolution(stage, record.ref, { decision, reasons, note }));
      settled.set(record.ref, decision);
    }
  }
  const accepted = requests.length - refused.length;
  return { acts, refused, accepted, repeated: accepted - acts.length };
}

/** The event that resolves a conflict. */
export function toResolution(
  stage: Stage,
  ref: string,
  { decision, reasons = [], note }: Omit<ResolutionRequest, 'ref'>,
): ReviewAct {
  return {
    what: 'resolve',
    stage,
    ref,
    decision,
    ...(reasons.length > 0 && { reasons: reasons.map((reason) => reason.trim().toUpperCase()) }),
    ...(note && { note }),
  };
}

function toAct(
  state: ReviewState,
  stage: Stage,
  ref: string,
  decision: Decision,
  { reasons = [], note, quote, tags, from, confirms }: DecisionRequest,
): DecideAct {
  const order = state.criteria.map(({ id }) => id);
  const ids = [...new Set(reasons.map((reason) => reason.trim().toUpperCase()))];
  return {
    what: 'decide',
    stage,
    ref,
    decision,
    ...(ids.length > 0 && { reasons: ids.sort((a, b) => order.indexOf(a) - order.indexOf(b)) }),
    ...notedIn({ note, tags }),
    ...(quote && { quote }),
    ...(from && { from }),
    ...(confirms && { confirms }),
  };
}

/** The note and the distinct tags. */
function notedIn({ note, tags = [] }: Pick<DecisionRequest, 'note' | 'tags'>) {
  const distinctTags = [...new Set(tags)].filter(Boolean);
  return { ...(note && { note }), ...(distinctTags.length > 0 && { tags: distinctTags }) };
}

/** A note on a decided record is attached to the existing decision. */
function noteAct(
  ref: string,
  standing: DecideAct | undefined,
  { note, tags }: DecisionRequest,
): DecideAct | Extract<ReviewAct, { what: 'note' }> {
  const noted = notedIn({ note, tags });
  if (!standing) return { what: 'note', ref, ...noted };
  const { stage, decision, reasons, quote, from } = standing;
  return {
    what: 'decide',
    stage,
    ref,
    decision,
    ...omitUndefined({ reasons, quote, from }),
    ...noted,
  };
}

function isNoted(standing: { note?: string; tags?: string[] } | undefined, act: { note?: string; tags?: string[] }) {
  const noted = ({ note, tags }: typeof act) => JSON.stringify([note, tags]);
  return noted(standing ?? {}) === noted(act);
}

function isSame(standing: DecideAct, act: DecideAct): boolean {
  const contentOf = ({ decision, reasons, note, quote, tags }: DecideAct) =>
    JSON.stringify([decision, reasons, note, quote, tags]);
  return contentOf(standing) === contentOf(act);
}
