import type { Reply, Visit } from './ask.ts';
import { bookPlace, giveBackPlace, leaveNow, type Place } from './lane.ts';

/**
 * The turn that a request has: at `place` it is to be sent at once; `reply` is what it comes to instead.
 */
export type Turn = { place: Place } | { reply: Reply };

/**
 * Waits for the request's turn in the host's pace. `meanwhile` is asked after every waiting, and before it where the
 * request has rested already. Whoever wakes up late, so that the one behind would follow too closely, keeps that one
 * waiting for just as long as the pace asks.
 */
export async function takeTurn(
  visit: Visit,
  host: string,
  paceMs: number,
  { hasRested, meanwhile }: { hasRested: boolean; meanwhile: () => Reply | undefined },
): Promise<Turn> {
  const { store, span, network } = visit;
  const ended = (): Turn => ({ reply: { failure: span.isUp() ? 'too slow' : 'skipped' } });
  if (span.signal.aborted) return ended();
  const place = store.change(host, (state, now) => bookPlace(state, paceMs, span.leftMs(), now));
  const { waitMs } = place;
  if (waitMs === undefined) return { reply: { failure: 'queue full', retryAt: place.at } };
  const without = (turn: Turn): Turn => {
    store.change(host, (state) => [giveBackPlace(state, place, paceMs), 0]);
    return turn;
  };
  for (let pauseMs = waitMs, mustLook = hasRested; ; mustLook = true) {
    if (pauseMs > 0) {
      await Promise.race([span.sleep(pauseMs), network.offline]);
      if (network.isOffline) return without({ reply: { failure: 'unreachable' } });
      if (span.signal.aborted) return without(ended());
    }
    const reply = pauseMs > 0 || mustLook ? meanwhile() : undefined;
    if (reply) return without({ reply });
    const leaving = store.change(host, (state, now) => leaveNow(state, paceMs, now));
    if (leaving.waitMs === 0) return { place: leaving };
    if (leaving.waitMs > span.leftMs()) return without({ reply: { failure: 'queue full', retryAt: leaving.at } });
    pauseMs = leaving.waitMs;
  }
}
