import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreBusy } from '../../contract/errors.ts';

/** Another process usually holds the store for milliseconds. After this long, a call reports that it is unusable. */
const MAX_WAIT_MS = 10_000;

const PAUSE_MS = 100;

/**
 * Runs `work`, retrying while another process holds the store, with pauses that do not block the process. Rejects with
 * the last failure after `maxMs` milliseconds, and with an AbortError if the signal ends a pause.
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
