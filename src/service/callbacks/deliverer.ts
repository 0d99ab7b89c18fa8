import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { isStoreBusy, isStoreUnavailable } from '../../contract/errors.ts';
import { startDeadline } from '../../lib/deadline.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { createPoller } from '../poller.ts';
import { DELIVERY_LEASE_MS, type LeasedDelivery } from '../store/outbox-port.ts';
import type { ServiceStore } from '../store/port.ts';
import { SendFailure, type SendResult } from './send-result.ts';
import { signatureHeaders } from './webhook-signature.ts';

/**
 * Sends what is due in the outbox. An attempt goes: lease -> send -> delivered (2xx), again later, or dead (410, or no
 * attempt left). Several processes may work on one file: the lease keeps an attempt with one of them.
 */

/** A finished attempt, without the receiver's address, which may contain a key. */
export type AttemptEvent = {
  /** `lost`: another process has taken over the attempt, and that process's outcome counts. */
  kind: 'delivered' | 'postponed' | 'dead' | 'lost';
  id: string;
  job: string;
  account: number;
  /** Including this one. */
  attempts: number;
  /** The status code, or our own message saying why there was none. */
  outcome: string;
  /** When the next attempt of a postponed delivery is due. */
  nextAt?: number;
};

/** Sends one POST. Rejects with a SendFailure if no status was received. */
export type SendCallback = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
  signal: AbortSignal,
) => Promise<SendResult>;

export type Deliverer = {
  /** Looks soon for deliveries that are due. */
  wake(): void;
  /**
   * Starts no further attempt. Running attempts get `graceMs` (default 0) to finish; the next process repeats those
   * that did not.
   */
  stop(graceMs?: number): Promise<void>;
};

export type DelivererOptions = {
  store: Pick<ServiceStore, 'outbox' | 'secrets'>;
  send: SendCallback;
  /** Maximum simultaneous attempts. One account gets at most half, because its receiver may be slow. Default: 8. */
  concurrency?: number;
  /** Called after each attempt. */
  onEvent?: ((event: AttemptEvent) => void) | undefined;
  /** Called with an error of the service itself. The deliverer continues. */
  onError: (event: string, error: unknown) => void;
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?: () => number;
};

/** Well within the lease, whatever the sender's time-out. */
const ATTEMPT_MS = DELIVERY_LEASE_MS / 2;
const MIN_POLL_MS = 50;
/** How long to wait while another process holds the store. */
const RETRY_BUSY_MS = 250;
/** Other processes add to the same outbox without waking this one. */
const MAX_POLL_MS = 30_000;

const GONE = 410;

/** Starts sending, including deliveries that an earlier process left behind. */
export function startDeliverer(options: DelivererOptions): Deliverer {
  const { send, concurrency = 8, onEvent, onError, now = Date.now } = options;
  const { outbox, secrets } = options.store;
  const perAccount = Math.max(Math.floor(concurrency / 2), 1);
  const running = new Map<Promise<void>, number>();
  const stopping = new AbortController();

  const deliverDue = async () => {
    try {
      await outbox.endRevoked();
      await startWhatIsDue();
      // If all slots are taken, the first attempt to finish wakes the loop.
      if (running.size < concurrency) pollIn(await outbox.dueInMs(busyAccounts()));
    } catch (error) {
      if (isStoreBusy(error)) return pollIn(RETRY_BUSY_MS);
      onError('the outbox could not be read', error);
      pollIn(undefined);
    }
  };

  const startWhatIsDue = async () => {
    while (running.size < concurrency && !poller.isStopping) {
      const lease = await outbox.lease(busyAccounts());
      if (!lease) return;
      const work = attempt(lease).finally(() => {
        running.delete(work);
        poller.wake();
      });
      running.set(work, lease.account);
    }
  };

  const busyAccounts = (): number[] => {
    const accounts = [...running.values()];
    return [...new Set(accounts)].filter(
      (account) => accounts.filter((other) => other === account).length >= perAccount,
    );
  };

  const pollIn = (ms = MAX_POLL_MS) => poller.pollIn(Math.min(Math.max(ms, MIN_POLL_MS), MAX_POLL_MS));

  const attempt = async (lease: LeasedDelivery): Promise<void> => {
    try {
      const result = await transmit(lease);
      if (result === undefined) await outbox.release(lease);
      else
        onEvent?.(await whenStoreIsFree(() => settle(lease, result), { maxMs: ATTEMPT_MS, signal: stopping.signal }));
    } catch (error) {
      // The lease expires, and the attempt is then repeated.
      onError('a delivery could not be read or recorded', error);
    }
  };

  /** The status, or why there is none; undefined if `stop` aborted the attempt. */
  const transmit = async (lease: LeasedDelivery): Promise<SendResult | string | undefined> => {
    const deadline = startDeadline(ATTEMPT_MS, stopping.signal);
    try {
      const { headers, body } = await signedRequest(lease);
      return await send(lease.url, headers, body, deadline.signal);
    } catch (error) {
      if (stopping.signal.aborted) return undefined;
      if (error instanceof SendFailure) return error.message;
      // An outage of our store must not use up one of the receiver's eight attempts.
      if (isStoreUnavailable(error)) throw error;
      onError('a delivery could not be made', error);
      return 'the service could not make the attempt';
    } finally {
      deadline.dispose();
    }
  };

  const signedRequest = async (
    lease: LeasedDelivery,
  ): Promise<{ headers: Record<string, string>; body: Uint8Array }> => {
    if (lease.zippedBody === null) throw new Error('a pending delivery has no body');
    const body = gunzipSync(lease.zippedBody);
    const active = await secrets.active(lease.account);
    const signature = signatureHeaders({ id: lease.id, at: now(), body, secrets: active });
    return { headers: { 'content-type': 'application/json', 'user-agent': 'paperqueue', ...signature }, body };
  };

  /** Records the outcome of an attempt. */
  const settle = async (lease: LeasedDelivery, result: SendResult | string): Promise<AttemptEvent> => {
    const { id, job, account } = lease;
    const outcome = typeof result === 'string' ? result : `status ${result.status}`;
    const event = { id, job, account, attempts: lease.attempts + 1, outcome };
    const lost: AttemptEvent = { ...event, kind: 'lost' };

    if (isDelivered(result)) {
      return (await outbox.delivered(lease, outcome)) ? { ...event, kind: 'delivered' } : lost;
    }
    const delay = nextDelay(event.attempts, result);
    if (delay === undefined) return (await outbox.dead(lease, outcome)) ? { ...event, kind: 'dead' } : lost;
    const nextAt = now() + delay;
    return (await outbox.retry(lease, outcome, delay)) ? { ...event, kind: 'postponed', nextAt } : lost;
  };

  const poller = createPoller(deliverDue);
  poller.wake();
  return {
    wake: poller.wake,
    async stop(graceMs = 0) {
      await poller.stop();
      const ending = Promise.allSettled(running.keys());
      if (graceMs > 0 && running.size > 0) await Promise.race([ending, sleep(graceMs, undefined, { ref: false })]);
      stopping.abort();
      await ending;
    },
  };
}

function isDelivered(result: SendResult | string): boolean {
  return typeof result !== 'string' && result.status >= 200 && result.status <= 299;
}

/** Milliseconds until the next attempt; undefined if there is none. */
function nextDelay(failedAttempts: number, result: SendResult | string): number | undefined {
  if (typeof result === 'string') return retryDelayMs(failedAttempts, undefined);
  return result.status === GONE ? undefined : retryDelayMs(failedAttempts, result.retryAfterSeconds);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between the attempts: eight attempts over about 27 hours. */
const STEPS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Each pause grows by a random share of up to this, to spread out deliveries that failed together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt after this many failed ones (1 or more); undefined if the delivery is dead. A
 * Retry-After may lengthen the pause up to twice its length. `chance` is 0 to 1.
 */
export function retryDelayMs(
  failedAttempts: number,
  retryAfterSeconds: number | undefined,
  chance: number = Math.random(),
): number | undefined {
  const step = STEPS_MS[failedAttempts - 1];
  if (step === undefined) return undefined;
  const requestedMs = Math.min((retryAfterSeconds ?? 0) * SECOND, 2 * step);
  return Math.round(Math.max(step * (1 + JITTER * chance), requestedMs));
}
