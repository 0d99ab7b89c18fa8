import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';

/** Longer than the interval between two announcements of a running worker. */
const FORGOTTEN_MS = 2.5 * 60 * 60_000;
const AGAIN_MS = 60 * 60_000;

/** By machine and data folder. Times are the database's. */
type Announced = Record<string, { imported: number; at: number }>;

/**
 * Announces to the service's other workers, at the start and each hour, how many imported papers this one searches, and
 * warns in the log if theirs differ: then the results of a job depend on the worker. Does nothing if the library is not
 * searched, or if all share a collection. Returns a function that ends it.
 */
export async function announceLibrary(
  { databaseUrl, collectionUrl, dataDir, sources }: Config,
  library: Pick<Library, 'count'>,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<() => Promise<void>> {
  if (!databaseUrl || collectionUrl || !sources.includes('library')) return async () => {};
  const { LIBRARY_LANE, openLanes } = await import('../service/store/postgres/lanes.ts');
  const lanes = openLanes(databaseUrl, 1);
  const machine = createHash('sha256').update(`${hostname()}\n${dataDir}`).digest('hex').slice(0, 12);
  const announce = async () => {
    try {
      const imported = library.count({ origin: 'import' });
      const others = await lanes.change<Announced, number[]>(LIBRARY_LANE, (before = {}, now) => {
        const alive = Object.entries(before).filter(([id, { at }]) => id !== machine && at > now - FORGOTTEN_MS);
        const others = alive.map(([, other]) => other.imported).filter((count) => count !== imported);
        return [{ ...Object.fromEntries(alive), [machine]: { imported, at: now } }, others];
      });
      if (others.length > 0)
        log.warn('workers have different libraries: see docs/lab/operations.md', { imported, others });
    } catch (error) {
      log.error('the library could not be announced to the other workers', { error });
    }
  };
  await announce();
  const timer = setInterval(() => void announce(), AGAIN_MS).unref();
  return async () => {
    clearInterval(timer);
    await lanes.close();
  };
}
