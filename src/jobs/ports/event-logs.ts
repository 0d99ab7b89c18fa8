import type { StoredEvent } from '../../platform/sealed-log.ts';

/** Append-only logs of one kind, by number. All methods are synchronous and one transaction each. */
export type EventLogs = {
  /** Records a new log and returns its number. */
  open(events: readonly StoredEvent[]): number;
  /** The numbers of the logs that have events, oldest first. */
  numbers(): number[];
  /** The events after the nth, in order. */
  events(log: number, after: number): StoredEvent[];
  /** Appends events, all or nothing. False if the log has grown in the meantime: then nothing was added. */
  append(log: number, events: readonly StoredEvent[]): boolean;
  /** Moves the nth and all later events aside; they stay in the file. */
  putAside(log: number, from: number): void;
};
