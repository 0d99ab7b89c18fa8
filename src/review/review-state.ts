import type { EventOf } from './events.ts';
import type { Criterion, Protocol, Reader, Stage } from './protocol.ts';
import type { LeftOutBecause } from './refusals.ts';

/** What one reader decided on a record at a stage, as it stands, with the time of the decision, not of its words. */
export type Reading = EventOf<'decide'>;

/** Everything that was done to a record. Readers by `readerKey`. */
export type RecordState = {
  ref: string;
  /** The import that brought it. */
  source: EventOf<'import'>;
  /** The hash of what it says, as its import has it; absent in imports of earlier versions. */
  content?: string;
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
  /** How the order of chance began at a stage: a review of an earlier version has no seed. */
  chance: Partial<Record<Stage, { seed?: string }>>;
  /** Events that do not count, because no program of ours records them. */
  leftOut: ({ n: number } & LeftOutBecause)[];
};

/** Identifies a reader: kind and name, in any case of letters, and however a program writes letters with accents. */
export function readerKey({ kind, name }: Pick<Reader, 'kind' | 'name'>): string {
  return `${kind}:${name.normalize('NFC').trim().toLowerCase()}`;
}

/** The record of a reference, which may be a duplicate's. References in any case of letters. */
export function findRecord(state: ReviewState, ref: string): RecordState | undefined {
  const own = ref.trim().toUpperCase();
  return state.records.get(state.duplicates.get(own) ?? own);
}
