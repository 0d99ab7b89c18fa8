import type { SealedEvent } from '../jobs/ports/reviews.ts';
import { type LogEnd, openEvents as open } from '../platform/sealed-log.ts';
import { readEvent } from './event-schema.ts';
import type { ReviewEvent } from './events.ts';

/** The intact events that follow `last`; see `platform/sealed-log.ts`. */
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
