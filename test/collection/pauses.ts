import type { VirtualTime } from '../helpers/virtual-time.ts';

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
  return work;
}
