/** For `node:timers/promises`: its pauses are those of the global timers, which `vi.useFakeTimers` replaces. */
export function setTimeout<T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = globalThis.setTimeout(() => {
      // A signal that outlives many pauses must not keep them alive; Node's own timers do the same.
      signal?.removeEventListener('abort', abort);
      resolve(value as T);
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
