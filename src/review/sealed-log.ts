import { createHash } from 'node:crypto';
import type { SealedEvent } from '../jobs/ports/reviews.ts';
import { type LogEnd, openEvents as open, sealEvents as seal } from '../platform/sealed-log.ts';
import { readEvent } from './event-schema.ts';
import type { ReviewAct, ReviewEvent } from './events.ts';
import type { Criterion, Reader } from './protocol.ts';

/** Seals acts of one reader at one time as the events that follow `last`. */
export function sealEvents(last: LogEnd, acts: readonly ReviewAct[], who: Reader, at: string): SealedEvent[] {
  return seal(last, acts, who, at);
}

/** The intact events that follow `last`; see `jobs/sealed-log.ts`. */
export function openEvents(last: LogEnd, sealed: readonly SealedEvent[]) {
  return open<ReviewEvent>(last, sealed, readEvent);
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

/** The hash of criteria, which records what an assistant was shown. */
export function hashCriteria(criteria: readonly Criterion[]): string {
  return createHash('sha256').update(JSON.stringify(criteria)).digest('hex').slice(0, 12);
}
