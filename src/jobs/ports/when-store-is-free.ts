import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreBusy } from '../../contract/errors.ts';

/** Another process holds the store for milliseconds as a rule; after this long a call says that it cannot be used. */
const MAX_WAIT_MS = 10_000;

const PAUSE_MS = 100;

/**
 * Runs `work`, again and again while another process holds the store, with pauses that hold up nobody else. Rejects
 * with the last failure once `maxMs` milliseconds are over, and with an AbortError when the signal ends a pause.
 */
export async function whenStoreIsFree<T>(
  work: () => T | Promise<T>,
  { maxMs = MAX_WAIT_MS, signal }: { maxMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreBusy(error) || performance.now() >= deadline) throw error;
    }
    await sleep(PAUSE_MS, undefined, signal ? { signal } : {});
  }
}
