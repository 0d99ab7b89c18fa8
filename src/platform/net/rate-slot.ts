/** Pure steps that pace the requests to a host. Times are in milliseconds since the epoch. */

/** When the next slot is free, and when a request may be sent: the last one plus its pace. */
type Slots = Readonly<{ nextAt: number; freeAt: number }>;

/** Slots are never booked further ahead. A later one was written before the clock was set back. */
const MAX_QUEUE_MS = 10 * 60_000;
/** No pace is longer. A request further ahead was sent before the clock was set back. */
const MAX_PACE_MS = 60_000;

/** A slot at the moment `at`; `waitMs` is the time until then, and is undefined if nothing was booked. */
export type RateSlot = { at: number; waitMs?: number };

/** Books the next slot. Books nothing when that is more than `maxWaitMs` away; `at` then says when one is free. */
export function reserveSlot<S extends Slots>(state: S, paceMs: number, maxWaitMs: number, now: number): [S, RateSlot] {
  const at = Math.max(state.nextAt > now + MAX_QUEUE_MS ? now : state.nextAt, now + msUntilFree(state, now));
  if (at - now > maxWaitMs) return [state, { at }];
  return [
    { ...state, nextAt: at + paceMs },
    { at, waitMs: at - now },
  ];
}

/** The step immediately before sending: with `waitMs` 0 the request counts as sent, else try again after that time. */
export function claimSlot<S extends Slots>(state: S, paceMs: number, now: number): [S, { at: number; waitMs: number }] {
  const waitMs = msUntilFree(state, now);
  if (waitMs > 0) return [state, { at: now + waitMs, waitMs }];
  const freeAt = now + paceMs;
  const nextAt = state.nextAt > now + MAX_QUEUE_MS ? freeAt : Math.max(state.nextAt, freeAt);
  return [
    { ...state, freeAt, nextAt },
    { at: now, waitMs },
  ];
}

function msUntilFree({ freeAt }: Slots, now: number): number {
  return freeAt > now + MAX_PACE_MS ? 0 : Math.max(0, freeAt - now);
}

/** Gives back a slot at which nothing was sent, unless another request has booked after it. */
export function releaseSlot<S extends Slots>(state: S, slot: RateSlot, paceMs: number): S {
  return state.nextAt === slot.at + paceMs ? { ...state, nextAt: slot.at } : state;
}

/** Takes back `claimSlot` when nothing could be sent after all. */
export function unclaimSlot<S extends Slots>(state: S, slot: RateSlot, paceMs: number): S {
  const after = releaseSlot(state, slot, paceMs);
  return state.freeAt === slot.at + paceMs ? { ...after, freeAt: 0 } : after;
}
