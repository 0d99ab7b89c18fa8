import { setImmediate } from 'node:timers/promises';

/** How long this thread may work before others have a turn, in milliseconds. */
const SLICE_MS = 10;

/**
 * To be called between steps of work: undefined while the slice lasts, then a promise of the next turn of the event
 * loop, which rejects if the signal aborts.
 */
export function pauseEvery(sliceMs: number, signal?: AbortSignal): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < sliceMs) return undefined;
    return setImmediate(undefined, signal ? { signal } : {}).then(() => {
      started = performance.now();
    });
  };
}

/** As `items.map`, in slices of a few milliseconds between which other work of the process runs. */
export async function mapInTurns<Item, Mapped>(items: readonly Item[], map: (item: Item) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  const pause = pauseEvery(SLICE_MS);
  for (const item of items) {
    mapped.push(map(item));
    await pause();
  }
  return mapped;
}
