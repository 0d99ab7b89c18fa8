import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';

/** Longer than between two announcements of a worker that runs. */
const FORGOTTEN_MS = 2.5 * 60 * 60_000;
const AGAIN_MS = 60 * 60_000;

/** By machine and data folder. Times are the database's. */
type Announced = Record<string, { imported: number; at: number }>;

/**
 * Tells the other workers of a service, at the start and each hour, how many imported papers this one searches, and
 * warns in the log where others have another number: then it depends on the worker what a job finds. Does nothing
 * where the library is not searched, or a collection is, which all share. Gives what ends it.
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
        const there = Object.entries(before).filter(([id, { at }]) => id !== machine && at > now - FORGOTTEN_MS);
        const others = there.map(([, other]) => other.imported).filter((count) => count !== imported);
        return [{ ...Object.fromEntries(there), [machine]: { imported, at: now } }, others];
      });
      if (others.length > 0) log.warn('workers have different libraries: see docs/operations.md', { imported, others });
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
