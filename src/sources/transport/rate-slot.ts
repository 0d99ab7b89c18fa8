import type { SourceFailure, SourcePage } from '../source.ts';
import type { Connectivity } from './connectivity.ts';
import { claimSlot, type RateSlot, releaseSlot, reserveSlot } from './host-state.ts';
import type { SourceStore } from './store.ts';
import type { Span } from './time.ts';

export type GoodPage = Exclude<SourcePage, { failure: SourceFailure }>;
export type Reply = GoodPage | { failure: SourceFailure; retryAt?: number };

/**
 * The turn that a request has: at `place` it is to be sent at once; `reply` is what it comes to instead.
 */
export type RateSlotResult = { place: RateSlot } | { reply: Reply };

/**
 * Waits for the request's turn in the host's pace. `meanwhile` is asked after every waiting, and before it where the
 * request has rested already. Whoever wakes up late, so that the one behind would follow too closely, keeps that one
 * waiting for just as long as the pace asks.
 */
export async function awaitRateSlot(
  { store, span, network }: { store: SourceStore; span: Span; network: Connectivity },
  host: string,
  paceMs: number,
  { hasRested, meanwhile }: { hasRested: boolean; meanwhile: () => Reply | undefined },
): Promise<RateSlotResult> {
  const ended = (): RateSlotResult => ({ reply: { failure: span.isUp() ? 'too slow' : 'skipped' } });
  if (span.signal.aborted) return ended();
  const place = store.updateHost(host, (state, now) => reserveSlot(state, paceMs, span.leftMs(), now));
  const { waitMs } = place;
  if (waitMs === undefined) return { reply: { failure: 'queue full', retryAt: place.at } };
  const without = (turn: RateSlotResult): RateSlotResult => {
    store.updateHost(host, (state) => [releaseSlot(state, place, paceMs), 0]);
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
    const leaving = store.updateHost(host, (state, now) => claimSlot(state, paceMs, now));
    if (leaving.waitMs === 0) return { place: leaving };
    if (leaving.waitMs > span.leftMs()) return without({ reply: { failure: 'queue full', retryAt: leaving.at } });
    pauseMs = leaving.waitMs;
  }
}
