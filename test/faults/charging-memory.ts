import type { JobAnswer } from '../../src/contract/answers.ts';
import { type ErrorDetails, PaperqueueError } from '../../src/contract/errors.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import type { SearchService } from '../../src/jobs/ports/service.ts';

/**
 * The search service's side of the books, in memory: the counterpart of the client. It takes credits and decides what
 * the client sees of that. Every call has its own number in callbackUrl, which does not affect the equality of
 * requests, so each charge can be matched with its row in the store.
 */

/** Possible fates of a creation. */
export const FATES = ['ok', 'lost before', 'lost after', '429', '500', '500 charged', 'not sent', 'bug'] as const;
export type Fate = (typeof FATES)[number];

export type Charge = { call: number; cost: number; jobId: string };

type Pending = { since: number; finish: () => void };

const CHARGED: readonly Fate[] = ['ok', 'lost after', '500 charged', 'bug'];
const GRANTED = 10_000;

export class ChargingMemory {
  readonly charges: Charge[] = [];
  /** Calls whose creation arrived, whether it was charged or not. */
  readonly sent: number[] = [];
  /** The next creation's fate, and whether it stays on the wire, charged on arrival or only at the end. */
  next: { fate: Fate; stays: 'no' | 'charged' | 'uncharged' } = { fate: 'ok', stays: 'no' };
  tellsBalance = true;
  readonly #tick: () => void;
  #pending: Pending[] = [];

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** Ends the oldest creation on the wire. */
  finishOne(): void {
    this.#pending.shift()?.finish();
  }

  /** Ends all that began before a moment. */
  finishBegunBefore(time: number): void {
    while (this.#pending[0] && this.#pending[0].since < time) this.finishOne();
  }

  /** The client is gone: creations on the wire are charged or not, but nobody hears of it. */
  forgetPending(): void {
    this.#pending = [];
  }

  /** The service for one process of the client. */
  readonly service: SearchService = {
    create: async (request, { beforeDial }) => {
      this.#tick();
      const { fate, stays } = this.next;
      await beforeDial?.(request);
      const call = callOf(request);
      this.sent.push(call);
      const isCharged = CHARGED.includes(fate);
      if (isCharged && stays !== 'uncharged') this.#charge(call, request);
      return new Promise((resolve, reject) => {
        const finish = () => {
          this.#tick();
          if (isCharged && stays === 'uncharged') this.#charge(call, request);
          if (fate === 'ok') resolve({ jobId: jobIdOf(call) });
          else reject(failureOf(fate));
        };
        if (stays === 'no') finish();
        else this.#pending.push({ since: Date.now(), finish });
      });
    },
    status: async (): Promise<JobAnswer> => ({ status: 'queued', unreadable: 0, notes: [] }),
    closeKey: () => Promise.reject(new Error('it keeps no keys')),
    balances: async () => {
      this.#tick();
      if (!this.tellsBalance) return undefined;
      const spent = this.charges.reduce((sum, { cost }) => sum + cost, 0);
      return { basic: GRANTED - spent, totals: { basic: GRANTED }, spent: { basic: spent } };
    },
  };

  #charge(call: number, request: JobRequest): void {
    this.charges.push({ call, cost: (request.filters.limit ?? 100) / 100, jobId: jobIdOf(call) });
  }
}

export function callbackUrlOf(call: number): string {
  return `https://example.org/call/${call}`;
}

/** The number of the call that made a request. */
export function callOf(request: JobRequest | null): number {
  return Number(request?.body.callbackUrl?.split('/').at(-1));
}

function jobIdOf(call: number): string {
  return `job-of-call-${call}`;
}

function failureOf(fate: Exclude<Fate, 'ok'>): Error {
  if (fate === 'bug') return new TypeError('something that the client did not foresee');
  if (fate === '429') return failure({ code: 'RATE_LIMITED', charged: 'no', retryable: true });
  if (fate === 'not sent') return failure({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true });
  return failure({ code: 'CHARGE_UNKNOWN', charged: 'unknown', retryable: false });
}

function failure(facts: Pick<ErrorDetails, 'code' | 'charged' | 'retryable'>): PaperqueueError {
  return new PaperqueueError({ ...facts, message: 'As the test decided.', next: 'Nothing.' });
}
