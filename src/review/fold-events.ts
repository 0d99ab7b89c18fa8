import {
  faultOfCriteria,
  faultOfDecision,
  faultOfProtocol,
  faultOfResolution,
  faultOfRetrieval,
  isSound,
} from './event-rules.ts';
import type { EventOf, ReviewEvent } from './events.ts';
import { isChosenStop, isCounted, type Protocol, STAGES, type Stage } from './protocol.ts';
import type { LeftOutBecause } from './refusals.ts';
import { findRecord, type Reading, type RecordState, type ReviewState, readerKey } from './review-state.ts';

/**
 * Applies events to a state, which it modifies; without a state, the first event creates it. An event that no program
 * of ours could have recorded at that point does not count, and is listed: a log may come from other programs.
 */
export function foldEvents(events: readonly ReviewEvent[], state?: ReviewState): ReviewState {
  let review = state;
  for (const event of events) {
    if (!review) review = openReview(event);
    else fold(review, event);
  }
  if (!review) throw new Error('a review begins with an event');
  return review;
}

function openReview(event: ReviewEvent): ReviewState {
  if (event.what !== 'open') throw new Error('a review begins with its opening');
  const { question, criteria, at, who } = event;
  const protocol = withValidRule(event.protocol);
  return {
    question,
    criteria,
    protocol,
    openedAt: at,
    ...(protocol.stop && { stopFixed: { at, isBeforehand: true } }),
    records: new Map(),
    duplicates: new Map(),
    imports: [],
    stopChecks: [],
    readers: new Map([[readerKey(who), who]]),
    decisions: 0,
    changes: [],
    lastSeen: new Map(),
    chance: {},
    leftOut: protocol === event.protocol ? [] : [{ n: event.n, kind: 'wrong-protocol' }],
  };
}

/** The protocol without an invalid stopping rule, so that the review can still be read. */
function withValidRule(protocol: Protocol): Protocol {
  if (isSound(protocol)) return protocol;
  const { stop, ...others } = protocol;
  const stages = STAGES.filter((stage) => protocol.stages.includes(stage));
  return { ...others, stages, ...(isChosenStop(stop) && { stop }) };
}

/** Why no version of this program could have recorded an event on the review at that point. */
function faultOf(state: ReviewState, event: ReviewEvent): LeftOutBecause | undefined {
  const { who } = event;
  if (who.name.trim() === '') return { kind: 'nameless' };
  switch (event.what) {
    case 'open':
      return { kind: 'opened-before' };
    case 'criteria':
      return faultOfCriteria(state.criteria, event.criteria);
    case 'protocol':
      return faultOfProtocol(state, event.protocol);
    case 'decide': {
      const standing = findRecord(state, event.ref)?.readings[event.stage].get(readerKey(who));
      return isSameDecision(standing, event) ? undefined : faultOfDecision(state, who, event, standing);
    }
    case 'withdraw': {
      const record = findRecord(state, event.ref);
      if (!record) return { kind: 'not-in-review' };
      return record.readings[event.stage].has(readerKey(who)) ? undefined : { kind: 'nothing-to-withdraw' };
    }
    case 'resolve':
      return faultOfResolution(state, event);
    case 'retrieve':
      return faultOfRetrieval(state, event.ref);
    case 'note':
      return findRecord(state, event.ref) ? undefined : { kind: 'not-in-review' };
    default:
      return undefined;
  }
}

/** Changing a decision's note is not a new decision, so later changes of the record or the criteria do not matter. */
function isSameDecision(standing: Reading | undefined, { decision, reasons = [] }: Reading): boolean {
  return standing?.decision === decision && reasons.every((reason) => standing.reasons?.includes(reason));
}

function fold(state: ReviewState, event: ReviewEvent): void {
  const { who, at, n } = event;
  const fault = faultOf(state, event);
  if (fault) {
    state.leftOut.push({ n, ...fault });
    return;
  }
  const key = readerKey(who);
  state.readers.set(key, who);
  state.lastSeen.set(key, event.n);
  switch (event.what) {
    case 'import':
      addRecords(state, event);
      return;
    case 'criteria':
      state.changes.push({ what: 'criteria', n: event.n, decisions: state.decisions, before: state.criteria });
      state.criteria = event.criteria;
      return;
    case 'protocol':
      changeProtocol(state, event);
      return;
    case 'stop-check':
      state.stopChecks.push(event);
      return;
    case 'serve':
      if (event.order === 'random') state.chance[event.stage] ??= { seed: event.seed };
      for (const ref of event.refs) findRecord(state, ref)?.served[event.stage].set(key, at);
      return;
    case 'note':
    case 'retrieve':
    case 'decide':
    case 'withdraw':
    case 'resolve': {
      const record = findRecord(state, event.ref);
      if (!record) return;
      if (event.what === 'retrieve') record.retrieved = event.found;
      else if (event.what === 'note') record.notes.set(key, event);
      else if (event.what === 'resolve') record.resolved[event.stage] = event;
      else if (event.what === 'withdraw') withdraw(record, event.stage, key, isCounted(who, state.protocol));
      else {
        decide(state, record, key, event);
        // The decision's own note and tags replace earlier notes.
        record.notes.delete(key);
        if (event.stage === 'full-text' && record.retrieved === false) record.retrieved = true;
      }
      return;
    }
  }
}

/** Changing only the note of a decision keeps its original date. */
function decide(state: ReviewState, { readings, firstRead }: RecordState, key: string, event: Reading): void {
  const { stage, n, decision } = event;
  const standing = readings[stage].get(key);
  const isSame = standing?.decision === decision;
  if (!isSame) state.decisions += 1;
  readings[stage].set(key, isSame ? { ...event, n: standing.n, at: standing.at } : event);
  if (!firstRead[stage].has(key)) firstRead[stage].set(key, n);
}

/** A resolution depends on the decisions that counted. */
function withdraw(record: RecordState, stage: Stage, key: string, counted: boolean): void {
  record.readings[stage].delete(key);
  record.served[stage].delete(key);
  if (counted) delete record.resolved[stage];
}

/** Existing records are unchanged, even if another program's import names them. */
function addRecords(state: ReviewState, original: EventOf<'import'>): void {
  const event = dropExisting(state, original);
  if (event !== original) state.leftOut.push({ n: event.n, kind: 'wrong-import' });
  state.imports.push(event);
  const contentOf = new Map(original.records.map((ref, index) => [ref, original.contents?.[index]]));
  for (const ref of event.records) {
    const perStage = <T>(make: () => T) =>
      Object.fromEntries(STAGES.map((stage) => [stage, make()])) as Record<Stage, T>;
    const readings = perStage(() => new Map<string, Reading>());
    const served = perStage(() => new Map<string, string>());
    const firstRead = perStage(() => new Map<string, number>());
    const content = contentOf.get(ref);
    state.records.set(ref, {
      ref,
      source: event,
      content,
      readings,
      notes: new Map(),
      firstRead,
      resolved: {},
      served,
    });
  }
  for (const [ref, of] of event.duplicates) state.duplicates.set(ref, of);
}

/** The import without records that exist or are listed twice, and without duplicates of missing records. */
function dropExisting(state: ReviewState, event: EventOf<'import'>): EventOf<'import'> {
  const fresh = new Set(event.records.filter((ref) => !state.records.has(ref) && !state.duplicates.has(ref)));
  const isThere = (ref: string) => fresh.has(ref) || state.records.has(ref);
  const named = new Set<string>();
  const duplicates = event.duplicates.filter(([ref, of]) => {
    const isWrong = isThere(ref) || !isThere(of) || state.duplicates.has(ref) || named.has(ref);
    named.add(ref);
    return !isWrong;
  });
  const isWhole = fresh.size === event.records.length && duplicates.length === event.duplicates.length;
  return isWhole ? event : { ...event, records: [...fresh], duplicates };
}

function changeProtocol(state: ReviewState, { protocol, at, n }: EventOf<'protocol'>): void {
  const { stop: _, ...before } = state.protocol;
  const { stop, ...others } = protocol;
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  if (!isSame(before, others)) state.changes.push({ what: 'protocol', n, decisions: state.decisions });
  const isNewRule = !isSame(stop, state.protocol.stop);
  state.protocol = protocol;
  if (!isNewRule) return;
  if (stop) state.stopFixed = { at, isBeforehand: state.decisions === 0 };
  else delete state.stopFixed;
}
