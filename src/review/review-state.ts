import type { EventOf } from './events.ts';
import type { Criterion, Protocol, Reader, Stage } from './protocol.ts';
import type { LeftOutBecause } from './refusals.ts';

/** A reader's current decision on a record at a stage, with the time of the decision rather than of its note. */
export type Reading = EventOf<'decide'>;

/** Everything recorded about a record. Readers are keyed by `readerKey`. */
export type RecordState = {
  ref: string;
  /** The import that brought it. */
  source: EventOf<'import'>;
  /** The hash of its content, from its import; absent in imports of earlier versions. */
  content?: string;
  readings: Record<Stage, Map<string, Reading>>;
  /** Readers' notes made without a decision, or after withdrawing it. */
  notes: Map<string, EventOf<'note'>>;
  /** The number of the event with which each reader first decided, regardless of later changes. */
  firstRead: Record<Stage, Map<string, number>>;
  /** The resolution of a conflict, by stage. */
  resolved: Partial<Record<Stage, EventOf<'resolve'>>>;
  /** When it was last shown, by reader (ISO 8601). */
  served: Record<Stage, Map<string, string>>;
  /** Whether its full text was found; undefined if that was not recorded. */
  retrieved?: boolean;
};

/** The state of a review at the end of its log. Created only by `foldEvents`. */
export type ReviewState = {
  question: string;
  criteria: Criterion[];
  protocol: Protocol;
  openedAt: string;
  /** When the stopping rule was fixed, and whether that was before the first decision. Absent without a rule. */
  stopFixed?: { at: string; isBeforehand: boolean };
  /** In the order of import. */
  records: Map<string, RecordState>;
  /** The records that represent others, by the others' references. */
  duplicates: Map<string, string>;
  imports: EventOf<'import'>[];
  stopChecks: EventOf<'stop-check'>[];
  /** The readers who have acted, by `readerKey`. */
  readers: Map<string, Reader>;
  /** Total number of decisions made. */
  decisions: number;
  /**
   * Changes of criteria, or of the protocol except its stopping rule: the number of decisions before, and the former
   * value.
   */
  changes: ({ n: number; decisions: number } & ({ what: 'criteria'; before: Criterion[] } | { what: 'protocol' }))[];
  /** The last event of each reader, by `readerKey`. */
  lastSeen: Map<string, number>;
  /** The start of the random order at a stage; without a seed in a log that another program wrote. */
  chance: Partial<Record<Stage, { seed?: string }>>;
  /** Events that do not count, because no program of ours records them. */
  leftOut: ({ n: number } & LeftOutBecause)[];
};

/** Identifies a reader by kind and name, ignoring case and the Unicode form of accents. */
export function readerKey({ kind, name }: Pick<Reader, 'kind' | 'name'>): string {
  return `${kind}:${name.normalize('NFC').trim().toLowerCase()}`;
}

/** Records by reference, and the references that a duplicate's stands for. */
export type NamedRecords<R> = { records: ReadonlyMap<string, R>; duplicates: ReadonlyMap<string, string> };

/** The record with a reference, which may be a duplicate's. Ignores the case of references. */
export function findRecord<R = RecordState>(state: NamedRecords<R>, ref: string): R | undefined {
  const normalised = ref.trim().toUpperCase();
  return state.records.get(state.duplicates.get(normalised) ?? normalised);
}

/** The name of a review in its files. */
export function nameOfReview({ ref, state }: { ref: string; state: Pick<ReviewState, 'question'> }): string {
  return `${ref} ${state.question}`;
}
