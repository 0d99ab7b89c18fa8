import type { VirtualTime } from '../../helpers/virtual-time.ts';

/** The pause before a search that the engine had no room for is sent again. */
export const isSearchPause = (ms: number) => ms >= 200 && ms <= 500;

/** After `mend`, pauses end as soon as they begin. */
export async function withoutPauses<T>(
  timers: VirtualTime,
  fits: (ms: number) => boolean,
  work: Promise<T>,
  { count = 1, mend = async () => {} }: { count?: number; mend?: () => Promise<unknown> } = {},
) {
  for (let nth = 0; nth < count; nth += 1) {
    const [ms = 0] = await timers.running(fits);
    await mend();
    timers.pass(ms);
  }
  // The requests of a search run together, and each pauses by itself.
  const isOver = work.then(
    () => undefined,
    () => undefined,
  );
  while (fits === isSearchPause) {
    const running = await Promise.race([isOver, timers.running(fits)]);
    if (running === undefined) break;
    timers.pass(Math.max(...running));
  }
  return work;
}
