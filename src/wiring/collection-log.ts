import type { CollectionAnswer } from '../jobs/ports/collection.ts';
import type { Log } from '../log.ts';

const REPEAT_MS = 60_000;

/** Warns of searches that the collection failed, each reason once a minute: every search would say the same. */
export function collectionLog(
  log: Pick<Log, 'warn'>,
  now = () => performance.now(),
): (answer: CollectionAnswer) => void {
  const toldAt = new Map<string, number>();
  return ({ outcome }) => {
    if (outcome === 'whole' || outcome === 'incomplete') return;
    const at = toldAt.get(outcome);
    if (at !== undefined && now() - at < REPEAT_MS) return;
    toldAt.set(outcome, now());
    log.warn('the collection was not searched', { reason: outcome });
  };
}
