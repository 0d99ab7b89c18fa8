import type { Secret } from '../contract/secret.ts';
import { onceAsync } from '../lib/once.ts';
import type { Log } from '../platform/log.ts';
import { type HostState, INITIAL_HOST_STATE } from '../search/sources/transport/circuit-breaker.ts';
import type { SourceStore, UpdateHost } from '../search/sources/transport/source-store.ts';

export type SharedPace = {
  /** This machine's store, with the states of hosts in the service's database. */
  share(local: SourceStore): SourceStore;
  /** Whether the database is in use; false from a failure until the next attempt. */
  isShared(): boolean;
  close(): Promise<void>;
};

/** A step takes milliseconds: two are enough for a thread's requests. */
const CONNECTIONS = 2;

/** Pause after a failure of the database: each attempt may take seconds, and a search makes five for each request. */
const RETRY_MS = 30_000;

/**
 * Shares pace, pauses and quotas of live sources among all machines of a service. While the database is unavailable
 * each machine continues with its own states, starting from the last shared ones.
 */
export function sharePace(url: Secret, log: Pick<Log, 'error'>, now = () => performance.now()): SharedPace {
  const lanes = onceAsync(async () => {
    const { openLanes } = await import('../service/store/postgres/lanes.ts');
    return openLanes(url, CONNECTIONS);
  });
  const seen = new Map<string, HostState>();
  let isOpened = false;
  let retryAt = Number.NEGATIVE_INFINITY;
  const isShared = () => now() >= retryAt;

  const inDatabase: UpdateHost = async (key, step) => {
    isOpened = true;
    let after: HostState = INITIAL_HOST_STATE;
    const result = await (await lanes()).change<HostState, Awaited<ReturnType<typeof step>>[1]>(
      key,
      (state, moment) => {
        const stepped = step(state ?? INITIAL_HOST_STATE, moment);
        after = stepped[0];
        return stepped;
      },
    );
    seen.set(key, after);
    return result;
  };

  return {
    isShared,
    share: (local) => ({
      ...local,
      async updateHost(key, step) {
        if (isShared())
          try {
            return await inDatabase(key, step);
          } catch (error) {
            retryAt = now() + RETRY_MS;
            log.error('the pace towards live sources is this machine only, because the database failed', { error });
          }
        const last = seen.get(key);
        if (last) await local.updateHost(key, () => [last, 0]);
        seen.delete(key);
        return local.updateHost(key, step);
      },
    }),
    async close() {
      if (isOpened) await (await lanes()).close();
    },
  };
}
