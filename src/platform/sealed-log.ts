import { createHash } from 'node:crypto';

/** An event of an append-only log. `hash` covers the text and the hash before it, so that any change shows. */
export type StoredEvent = { n: number; text: string; hash: string };

/** The last event of a log. */
export type LogEnd = Pick<StoredEvent, 'n' | 'hash'>;

/** The end of an empty log. */
export const LOG_START: LogEnd = { n: 0, hash: '' };

/** Seals acts of one person or program at one time (ISO 8601) as the events that follow `last`. */
export function sealEvents(last: LogEnd, acts: readonly object[], who: object, at: string): StoredEvent[] {
  let { hash } = last;
  return acts.map((act, index) => {
    const n = last.n + index + 1;
    const text = JSON.stringify({ n, at, who, ...act });
    hash = hashEntry(hash, text);
    return { n, text, hash };
  });
}

/**
 * Reads events that follow `last`, up to the first one whose number, text or hash is wrong, or that this version does
 * not know: `damagedAt` is its number, and the events before it are intact. `readEvent` returns undefined for a text
 * that it does not know.
 */
export function openEvents<Event extends { n: number }>(
  last: LogEnd,
  sealed: readonly StoredEvent[],
  readEvent: (text: string) => Event | undefined,
): { events: Event[]; last: LogEnd; damagedAt?: number; isUnknown?: true } {
  const events: Event[] = [];
  let { n, hash } = last;
  for (const next of sealed) {
    if (next.n !== n + 1 || next.hash !== hashEntry(hash, next.text))
      return { events, last: { n, hash }, damagedAt: n + 1 };
    const event = readEvent(next.text);
    if (event?.n !== n + 1) return { events, last: { n, hash }, damagedAt: n + 1, isUnknown: true };
    events.push(event);
    ({ n, hash } = next);
  }
  return { events, last: { n, hash } };
}

function hashEntry(previous: string, text: string): string {
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex');
}
