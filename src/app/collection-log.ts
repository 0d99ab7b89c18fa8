import type { Log } from '../platform/log.ts';
import type { CollectionAnswer } from '../search/collection/admin-port.ts';

const REPEAT_MS = 60_000;

/** Warns of searches that failed at the collection, each reason at most once a minute: every search would repeat it. */
export function collectionLog(
  log: Pick<Log, 'warn'>,
  now = () => performance.now(),
): (answer: CollectionAnswer) => void {
  const loggedAt = new Map<string, number>();
  return ({ outcome }) => {
    if (outcome === 'whole' || outcome === 'incomplete') return;
    const at = loggedAt.get(outcome);
    if (at !== undefined && now() - at < REPEAT_MS) return;
    loggedAt.set(outcome, now());
    log.warn('the collection was not searched', { reason: outcome });
  };
}
