import { type Decision, isCounted, type Stage } from './protocol.ts';
import { findRecord, type Reading, type RecordState, type ReviewState } from './review-state.ts';

/**
 * Outcomes derived from the readers' decisions; they are not stored. At a stage before the last, `maybe` passes a
 * record on like `include`; at the last it is not an answer yet.
 */
export type Outcome =
  | { is: 'open' }
  | { is: 'conflict'; readings: Reading[] }
  /** `by`: how the decision was reached. `reasons` are the ids of criteria, from all readers who decided so. */
  | { is: 'decided'; decision: Decision; by: 'reader' | 'readers' | 'resolution' | 'triage'; reasons: string[] };

/** Whether an assistant excluded it and no person read it. */
export function isTriaged(outcome: Outcome): boolean {
  return outcome.is === 'decided' && outcome.by === 'triage';
}

const OPEN: Outcome = Object.freeze({ is: 'open' });

/** The outcome of a record at a stage; `open` for a record that the review lacks. */
export function outcomeAt(state: ReviewState, ref: string, stage: Stage): Outcome {
  const record = findRecord(state, ref);
  return record ? outcomeOf(state, record, stage) : OPEN;
}

/**
 * As `outcomeAt`, given the record. It is fast for records without decisions, because each batch calls it for all
 * records.
 */
export function outcomeOf(state: ReviewState, record: RecordState, stage: Stage): Outcome {
  const resolution = record.resolved[stage];
  if (resolution) {
    return { is: 'decided', decision: resolution.decision, by: 'resolution', reasons: resolution.reasons ?? [] };
  }
  const { readers, assistant } = state.protocol;
  const { size } = record.readings[stage];
  if (size === 0) return OPEN;
  const all = [...record.readings[stage].values()];
  const [only] = all;
  if (size === 1 && only && readers === '1' && isCounted(only.who, state.protocol)) return decidedBy(only);
  const counting = all.filter(({ who }) => isCounted(who, state.protocol));
  const humans = all.filter(({ who }) => who.kind === 'human').length;
  const isByPair = readers === 'human+assistant';
  const isEnough = isByPair ? humans > 0 && humans < all.length : counting.length >= (readers === '2' ? 2 : 1);
  if (isEnough) return decide(counting, stage === state.protocol.stages.at(-1));
  if (assistant === 'triage' && humans === 0 && all.every(({ decision }) => decision === 'exclude')) {
    return { is: 'decided', decision: 'exclude', by: 'triage', reasons: reasonsOf(all) };
  }
  return OPEN;
}

function decide(readings: readonly Reading[], isLast: boolean): Outcome {
  const [first] = readings;
  if (first && readings.length === 1) return decidedBy(first);
  if (new Set(readings.map(({ decision }) => answerOf(decision, isLast))).size > 1)
    return { is: 'conflict', readings: [...readings] };
  const decision = readings.some((reading) => reading.decision === 'include')
    ? 'include'
    : (first?.decision ?? 'maybe');
  return { is: 'decided', decision, by: 'readers', reasons: reasonsOf(readings) };
}

/** What a decision means at a stage: readers with different answers are in conflict. */
export function answerOf(decision: Decision, isLast: boolean): Decision {
  return decision === 'maybe' && !isLast ? 'include' : decision;
}

function decidedBy({ decision, reasons = [] }: Reading): Outcome {
  return { is: 'decided', decision, by: 'reader', reasons };
}

function reasonsOf(readings: readonly Reading[]): string[] {
  return [...new Set(readings.flatMap(({ reasons = [] }) => reasons))];
}

/**
 * Whether a record is to be decided on at a stage: it has passed the earlier stages, and its text is not recorded as
 * missing.
 */
export function isAt(state: ReviewState, ref: string, stage: Stage): boolean {
  const record = findRecord(state, ref);
  return record !== undefined && hasReached(state, record, stage);
}

/** As `isAt`, given the record. */
export function hasReached(state: ReviewState, record: RecordState, stage: Stage): boolean {
  return !(stage === 'full-text' && record.retrieved === false) && hasPassed(state, record, stage);
}

/** Whether a record has passed the stages before this one, which must be a stage of the review. */
export function hasPassedTo(state: ReviewState, ref: string, stage: Stage): boolean {
  const record = findRecord(state, ref);
  return record !== undefined && hasPassed(state, record, stage);
}

function hasPassed(state: ReviewState, record: RecordState, stage: Stage): boolean {
  for (const each of state.protocol.stages) {
    if (each === stage) return true;
    const outcome = outcomeOf(state, record, each);
    if (outcome.is !== 'decided' || outcome.decision === 'exclude') return false;
  }
  return false;
}

/**
 * The current decision on a record in the whole review: that of the last stage that has one. Until its full text is
 * decided, a record has the decision that passed it on. Undefined while nothing is decided, while its only readers
 * disagree, and if its full text was not found.
 */
export function standingDecision(state: ReviewState, ref: string): Decision | undefined {
  let standing: Decision | undefined;
  for (const stage of state.protocol.stages) {
    if (standing === 'exclude') return standing;
    if (stage === 'full-text' && findRecord(state, ref)?.retrieved === false) return undefined;
    const outcome = outcomeAt(state, ref, stage);
    if (outcome.is !== 'decided') return standing;
    standing = outcome.decision;
  }
  return standing;
}

/** The records whose full text is excluded without a criterion as the reason. */
export function excludedWithoutReason(state: ReviewState): string[] {
  return [...state.records.keys()].filter((ref) => {
    const outcome = isAt(state, ref, 'full-text') ? outcomeAt(state, ref, 'full-text') : OPEN;
    return outcome.is === 'decided' && outcome.decision === 'exclude' && outcome.reasons.length === 0;
  });
}

/** How many records have only an assistant's suggestions. */
export function countOnlySuggested(state: ReviewState): number {
  return [...state.records.values()].filter((record) => suggestionOn(state, record) !== undefined).length;
}

/** The last suggestion of an assistant on a record that no person has decided on; undefined if there is none. */
export function suggestionOn(state: ReviewState, { ref, readings }: RecordState): Reading | undefined {
  if (state.protocol.assistant !== 'suggest') return undefined;
  const all = state.protocol.stages.flatMap((stage) => [...readings[stage].values()]);
  const isAlone = all.length > 0 && all.every(({ who }) => !isCounted(who, state.protocol));
  return isAlone && standingDecision(state, ref) === undefined ? all.at(-1) : undefined;
}
