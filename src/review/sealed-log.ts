import { createHash } from 'node:crypto';
import type { LogEnd, SealedEvent } from '../jobs/ports/reviews.ts';
import { readEvent } from './event-schema.ts';
import type { ReviewAct, ReviewEvent } from './events.ts';
import type { Criterion, Reader } from './protocol.ts';

/** The end of an empty log. */
export const LOG_START: LogEnd = { n: 0, hash: '' };

/** Seals acts of one reader at one time as the events that follow `last`. */
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
 * Reads events that follow `last`, up to the first one whose number, text or hash is wrong, or that this version does
 * not know: `damagedAt` is its number, and the events before it are intact.
 */
export function openEvents(
  last: LogEnd,
  sealed: readonly SealedEvent[],
): { events: ReviewEvent[]; last: LogEnd; damagedAt?: number; isUnknown?: true } {
  const events: ReviewEvent[] = [];
  let { n, hash } = last;
  for (const next of sealed) {
    if (next.n !== n + 1 || next.hash !== hashOf(hash, next.text))
      return { events, last: { n, hash }, damagedAt: n + 1 };
    const event = readEvent(next.text);
    if (event?.n !== n + 1) return { events, last: { n, hash }, damagedAt: n + 1, isUnknown: true };
    events.push(event);
    ({ n, hash } = next);
  }
  return { events, last: { n, hash } };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Events with plausible dates. A date more than a day from the service's receipt time is replaced by that; without a
 * receipt time, one more than a day after `now` is replaced by the date of the event before it.
 */
export function withDates(
  events: readonly ReviewEvent[],
  sealed: readonly Pick<SealedEvent, 'n' | 'takenAt'>[],
  now: Date,
  before: string | undefined,
): ReviewEvent[] {
  const taken = new Map(sealed.map(({ n, takenAt }) => [n, takenAt]));
  let known = before;
  return events.map((event) => {
    const takenAt = taken.get(event.n);
    const statedTime = Date.parse(event.at);
    const isFar = takenAt ? Math.abs(statedTime - Date.parse(takenAt)) > DAY_MS : statedTime - now.getTime() > DAY_MS;
    const at = isFar ? (takenAt ?? known ?? now.toISOString()) : event.at;
    known = at;
    return at === event.at ? event : { ...event, at };
  });
}

function hashOf(previous: string, text: string): string {
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex');
}

/** The hash of criteria, which records what an assistant was shown. */
export function hashCriteria(criteria: readonly Criterion[]): string {
  return createHash('sha256').update(JSON.stringify(criteria)).digest('hex').slice(0, 12);
}
