import type { EventOf, ReviewEvent } from './events.ts';
import { type Criterion, isCounted, type Protocol, type Reader, STAGES, type Stage } from './protocol.ts';

/** What one reader decided on a record at a stage, as it stands, with the time of the decision, not of its words. */
export type Reading = EventOf<'decide'>;

/** Everything that was done to a record. Readers by `readerKey`. */
export type RecordState = {
  ref: string;
  /** The import that brought it. */
  source: EventOf<'import'>;
  readings: Record<Stage, Map<string, Reading>>;
  /** What readers noted without a decision, or after they took it back. */
  notes: Map<string, EventOf<'note'>>;
  /** When readers first decided, whatever they took back or changed since: the number of the event. */
  firstRead: Record<Stage, Map<string, number>>;
  /** The resolution of a conflict, by stage. */
  resolved: Partial<Record<Stage, EventOf<'resolve'>>>;
  /** When it was last shown, by reader (ISO 8601). */
  served: Record<Stage, Map<string, string>>;
  /** Whether its full text was found; undefined if nobody looked. */
  retrieved?: boolean;
};

/** A review at the end of its log. Made by `foldEvents` alone. */
export type ReviewState = {
  question: string;
  criteria: Criterion[];
  protocol: Protocol;
  openedAt: string;
  /** When the stopping rule was fixed, and whether no decision had been made by then. Absent without a rule. */
  stopFixed?: { at: string; isBeforehand: boolean };
  /** In the order in which they came. */
  records: Map<string, RecordState>;
  /** The records that stand for others, by the others' references. */
  duplicates: Map<string, string>;
  imports: EventOf<'import'>[];
  stopChecks: EventOf<'stop-check'>[];
  /** Who has acted, by `readerKey`. */
  readers: Map<string, Reader>;
  /** How many decisions were ever made. */
  decisions: number;
  /** When criteria, or the protocol without its stopping rule, changed: after how many decisions, and from what. */
  changes: ({ n: number; decisions: number } & ({ what: 'criteria'; before: Criterion[] } | { what: 'protocol' }))[];
  /** The last event of each reader, by `readerKey`. */
  lastSeen: Map<string, number>;
};

/** Identifies a reader: kind and name, in any case of letters, and however a program writes letters with accents. */
export function readerKey({ kind, name }: Pick<Reader, 'kind' | 'name'>): string {
  return `${kind}:${name.normalize('NFC').trim().toLowerCase()}`;
}

/** Adds events to a state, which it changes; without one, the first event opens it. */
export function foldEvents(events: readonly ReviewEvent[], state?: ReviewState): ReviewState {
  let review = state;
  for (const event of events) {
    if (!review) review = openReview(event);
    else fold(review, event);
  }
  if (!review) throw new Error('a review begins with an event');
  return review;
}

/** The record of a reference, which may be a duplicate's. References in any case of letters. */
export function findRecord(state: ReviewState, ref: string): RecordState | undefined {
  const own = ref.trim().toUpperCase();
  return state.records.get(state.duplicates.get(own) ?? own);
}

function openReview(event: ReviewEvent): ReviewState {
  if (event.what !== 'open') throw new Error('a review begins with its opening');
  const { question, criteria, protocol, at, who } = event;
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
  };
}

function fold(state: ReviewState, event: ReviewEvent): void {
  const { who, at } = event;
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
        // A decision has a note and tags of its own.
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

/** A resolution was of the decisions that counted. */
function withdraw(record: RecordState, stage: Stage, key: string, counted: boolean): void {
  record.readings[stage].delete(key);
  record.served[stage].delete(key);
  if (counted) delete record.resolved[stage];
}

function addRecords(state: ReviewState, event: EventOf<'import'>): void {
  state.imports.push(event);
  for (const ref of event.records) {
    // A record stays what it was decided on, whatever an import of another program names.
    if (state.records.has(ref)) continue;
    const perStage = <T>(make: () => T) =>
      Object.fromEntries(STAGES.map((stage) => [stage, make()])) as Record<Stage, T>;
    const readings = perStage(() => new Map<string, Reading>());
    const served = perStage(() => new Map<string, string>());
    const firstRead = perStage(() => new Map<string, number>());
    state.records.set(ref, { ref, source: event, readings, notes: new Map(), firstRead, resolved: {}, served });
  }
  for (const [ref, of] of event.duplicates) if (!state.records.has(ref)) state.duplicates.set(ref, of);
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
