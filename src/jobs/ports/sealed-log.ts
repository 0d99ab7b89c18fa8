import { createHash } from 'node:crypto';
import type { ReviewAct, ReviewEvent } from '../../review/events.ts';
import type { Criterion, Reader } from '../../review/protocol.ts';

/** An event as the log keeps it. `hash` is of the text and the hash before it, so that a change shows. */
export type SealedEvent = { n: number; text: string; hash: string };

/** Where a log ends. */
export type LogEnd = Pick<SealedEvent, 'n' | 'hash'>;

/** What the first event follows. */
export const LOG_START: LogEnd = { n: 0, hash: '' };

/** Acts of one reader at one moment, as the events that follow `last`. */
export function sealEvents(last: LogEnd, acts: readonly ReviewAct[], who: Reader, at: string): SealedEvent[] {
  let { hash } = last;
  return acts.map((act, index) => {
    const n = last.n + index + 1;
    const text = JSON.stringify({ n, at, who, ...act });
    hash = hashOf(hash, text);
    return { n, text, hash };
  });
}

/**
 * Reads events that follow `last`, up to the first whose number, text or hash does not fit: `damagedAt` is its number,
 * and what stands before it is intact.
 */
export function openEvents(
  last: LogEnd,
  sealed: readonly SealedEvent[],
): { events: ReviewEvent[]; last: LogEnd; damagedAt?: number } {
  const events: ReviewEvent[] = [];
  let { n, hash } = last;
  for (const next of sealed) {
    const event = next.n === n + 1 && next.hash === hashOf(hash, next.text) ? parseEvent(next.text) : undefined;
    if (event?.n !== n + 1) return { events, last: { n, hash }, damagedAt: n + 1 };
    events.push(event);
    ({ n, hash } = next);
  }
  return { events, last: { n, hash } };
}

function hashOf(previous: string, text: string): string {
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex');
}

function parseEvent(text: string): ReviewEvent | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The hash of criteria, which says what an assistant was shown. */
export function hashCriteria(criteria: readonly Criterion[]): string {
  return createHash('sha256').update(JSON.stringify(criteria)).digest('hex').slice(0, 12);
}
