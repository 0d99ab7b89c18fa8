import type { RunningDeadline } from '../../../lib/deadline.ts';
import { claimSlot, type RateSlot, releaseSlot, reserveSlot } from '../../../platform/net/rate-slot.ts';
import type { SourceFailure } from '../../../wording/notes/source-outcomes.ts';
import type { SourcePage } from '../source.ts';
import type { Connectivity } from './connectivity.ts';
import type { SourceStore } from './source-store.ts';

export type GoodPage = Exclude<SourcePage, { failure: SourceFailure }>;
export type Reply = GoodPage | { failure: SourceFailure; retryAt?: number };

/** The reply of a session that ended before its request was sent. */
export function endedReply(deadline: RunningDeadline): Reply {
  return { failure: deadline.isExpired() ? 'too slow' : 'skipped' };
}

/** `slot`: send the request now. `reply`: the result, without sending it. */
export type RateSlotResult = { slot: RateSlot } | { reply: Reply };

/**
 * Waits for the request's slot in the host's rate limit. `checkWhileWaiting` runs after each wait, and before sending
 * if the request has already paused; its reply replaces the request. A late process delays those behind it, so that two
 * requests are never closer than `paceMs`.
 */
export async function awaitRateSlot(
  { store, deadline, network }: { store: SourceStore; deadline: RunningDeadline; network: Connectivity },
  host: string,
  paceMs: number,
  {
    hasPaused,
    checkWhileWaiting,
  }: { hasPaused: boolean; checkWhileWaiting: () => Reply | undefined | Promise<Reply | undefined> },
): Promise<RateSlotResult> {
  if (deadline.signal.aborted) return { reply: endedReply(deadline) };
  const slot = await store.updateHost(host, (state, now) => reserveSlot(state, paceMs, deadline.remainingMs(), now));
  const { waitMs } = slot;
  if (waitMs === undefined) return { reply: { failure: 'queue full', retryAt: slot.at } };
  const release = async (result: RateSlotResult): Promise<RateSlotResult> => {
    await store.updateHost(host, (state) => [releaseSlot(state, slot, paceMs), 0]);
    return result;
  };
  for (let pauseMs = waitMs, mustCheck = hasPaused; ; mustCheck = true) {
    if (pauseMs > 0) {
      await Promise.race([deadline.sleep(pauseMs), network.offline]);
      if (network.isOffline) return release({ reply: { failure: 'unreachable' } });
      if (deadline.signal.aborted) return release({ reply: endedReply(deadline) });
    }
    const reply = pauseMs > 0 || mustCheck ? await checkWhileWaiting() : undefined;
    if (reply) return release({ reply });
    const claim = await store.updateHost(host, (state, now) => claimSlot(state, paceMs, now));
    if (claim.waitMs === 0) return { slot: claim };
    if (claim.waitMs > deadline.remainingMs()) return release({ reply: { failure: 'queue full', retryAt: claim.at } });
    pauseMs = claim.waitMs;
  }
}
