import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { reconcileJob } from '../../src/jobs/spending/reconcile.ts';
import { type SubmitDeps, submitJob } from '../../src/jobs/spending/submit.ts';
import { type OpenedJobStore, openJobStore } from '../../src/jobs/store/job-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { expectBooksToHold, openBooks } from './books.ts';
import { ChargingMemory, callbackUrlOf, FATES, type Fate } from './charging-memory.ts';

/** Any interleaving of searches, failures, crashes, repetitions and reconciling, over the real store. */

const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      /** Few, so that equal requests are common. */
      topic: fc.nat({ max: 2 }),
      consent: fc.constantFrom('no', 'no', 'no', 'no', 'fresh', 'acceptPossibleDoubleCharge'),
      fate: fc.constantFrom(...FATES),
      stays: fc.constantFrom('no', 'no', 'no', 'charged', 'uncharged'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('finish' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reconcile' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('balances' as const), told: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(61, 250) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const search = (topic: number, fate: Fate, consent: 'no' | 'acceptPossibleDoubleCharge' = 'no'): Step => ({
  do: 'search',
  topic,
  consent,
  fate,
  stays: 'no',
});

/** One run that meets everything the rules are about, so that whether it is met does not hang on the seed. */
const EVERYTHING: Step[] = [
  search(0, 'ok'),
  search(0, 'ok'),
  { do: 'wait', seconds: 250 },
  { do: 'wait', seconds: 250 },
  search(1, 'lost before'),
  search(1, 'ok'),
  { do: 'wait', seconds: 61 },
  { do: 'reconcile', nth: 0 },
  search(2, 'lost after'),
  { do: 'wait', seconds: 250 },
  { do: 'reconcile', nth: 0 },
  search(2, 'ok', 'acceptPossibleDoubleCharge'),
  { do: 'crash' },
];

/** How often what the rules are about has happened, over all runs: a property that never meets it proves nothing. */
const met = { reused: 0, refusedAsUnknown: 0, crashes: 0, judgedCharged: 0, judgedNotCharged: 0, consented: 0 };

/** Fates after which the client itself says that nothing was charged. */
const REFUSED = ['429', 'not sent'];

/** The client's time-outs end every creation within this time. */
const MAX_CREATION_MS = 100_000;

const settled = () => new Promise((resolve) => setImmediate(resolve));

class World {
  readonly memory = new ChargingMemory(() => vi.advanceTimersByTime(1));
  readonly #books;
  /** Calls by topic that were allowed to be charged again. */
  readonly #consents = new Map<number, number>();
  readonly #topics = new Map<number, number>();
  readonly #fates = new Map<number, string>();
  readonly #folder: string;
  #store: OpenedJobStore;
  /** Above what any system gives out, so that the process before is always a dead one. */
  #process = 1_000_000_000;
  #calls = 0;

  constructor(folder: string, tellsBalance: boolean) {
    this.#folder = folder;
    this.memory.tellsBalance = tellsBalance;
    this.#store = openJobStore(folder, this.#process, () => Date.now());
    this.#books = openBooks(folder);
  }

  async take(action: Step): Promise<void> {
    vi.advanceTimersByTime(1);
    if (action.do === 'search') this.#search(action);
    if (action.do === 'finish') this.memory.finishOne();
    if (action.do === 'crash') this.#crash();
    if (action.do === 'reconcile') await this.#reconcile(action.nth);
    if (action.do === 'balances') this.memory.tellsBalance = action.told;
    if (action.do === 'wait') await this.#wait(action.seconds * 1000);
    // What does not stay on the wire comes to its end now.
    await settled();
  }

  async #wait(milliseconds: number): Promise<void> {
    this.memory.finishBegunBefore(Date.now() + milliseconds - MAX_CREATION_MS);
    await settled();
    vi.advanceTimersByTime(milliseconds);
  }

  #deps(): SubmitDeps {
    return {
      service: this.memory.service,
      store: this.#store,
      mode: 'hosted',
      account: 'account',
      dailyCreditCap: undefined,
      serviceIdentity: 'service',
      scraperKey: undefined,
      edition: () => '',
      reuseMinutes: 1440,
      inFlight: new Set(),
    };
  }

  #search({ topic, consent, fate, stays }: Extract<Step, { do: 'search' }>): void {
    this.#calls += 1;
    this.#topics.set(this.#calls, topic);
    if (consent !== 'no') this.#consents.set(topic, (this.#consents.get(topic) ?? 0) + 1);
    if (consent !== 'no') met.consented += 1;
    const request: JobRequest = {
      operation: 'keywordSearch',
      body: { keywords: ['tide', 'mussel', `shore ${topic}`], callbackUrl: callbackUrlOf(this.#calls) },
      filters: { limit: topic === 0 ? 100 : 200 },
    };
    this.memory.next = { fate, stays };
    this.#fates.set(this.#calls, fate);
    const options = { creationMs: 5_000, ...(consent === 'no' ? {} : { [consent]: true }) };
    submitJob(this.#deps(), request, options).then(
      ({ reused }) => {
        if (reused) met.reused += 1;
      },
      (error) => {
        if (String(error?.message).includes('This call sent nothing')) met.refusedAsUnknown += 1;
      },
    );
  }

  /** The process is gone with whatever it had on the wire, and another one opens the store. */
  #crash(): void {
    met.crashes += 1;
    this.#store.close();
    this.memory.forgetPending();
    this.#process += 1;
    this.#store = openJobStore(this.#folder, this.#process, () => Date.now());
    const states = this.#books.read().map(({ status }) => status);
    expect(states, 'nothing of a dead process is still under way').not.toContain('submitting');
  }

  async #reconcile(nth: number): Promise<void> {
    const { jobs } = this.#store.list({ offset: 0, count: 50, status: 'unknown' });
    const job = jobs[nth % Math.max(jobs.length, 1)];
    if (!job) return;
    await reconcileJob(this.#deps(), job);
  }

  check(): void {
    const { charges } = this.memory;
    expectBooksToHold(this.#books.read(), charges);
    for (const topic of [0, 1, 2]) {
      const times = charges.filter(({ call }) => this.#topics.get(call) === topic).length;
      const allowed = 1 + (this.#consents.get(topic) ?? 0);
      expect(times, `charges of the equal requests on topic ${topic}`).toBeLessThanOrEqual(allowed);
    }
  }

  close(): void {
    for (const { call, status, charged } of this.#books.read()) {
      if (status === 'unknown' && charged === 'yes') met.judgedCharged += 1;
      if (charged === 'no' && !REFUSED.includes(this.#fates.get(call) ?? '')) met.judgedNotCharged += 1;
    }
    this.#books.close();
    this.#store.close();
  }
}

const root = temporaryFolder();

describe('spending', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('never charges an equal request twice unasked and never loses a charge, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), fc.boolean(), async (steps, tellsBalance) => {
        const world = new World(mkdtempSync(join(root, 'run-')), tellsBalance);
        try {
          for (const action of steps) {
            await world.take(action);
            world.check();
          }
        } finally {
          world.close();
        }
      }),
      { numRuns: 250, examples: [[EVERYTHING, true]] },
    );
    for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(0);
  });
});
