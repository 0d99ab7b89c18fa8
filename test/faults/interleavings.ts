import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { type SubmitDeps, submitJob } from '../../src/jobs/spending/submit.ts';
import { type OpenedJobStore, openJobStore } from '../../src/jobs/store/job-store.ts';
import { createClient } from '../../src/jobs/upstream/upstream-client.ts';
import { seededRandom } from '../crash/scripts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * The life of a creation, model-checked: two processes on one store, through the real client and the real use-case.
 * Either may be asleep at every step while the other goes on, for longer than anything is waited for; every order is
 * tried.
 */

const STEPS = ['start', 'balance', 'pace', 'dial', 'stamped', 'answer'] as const;
type Step = (typeof STEPS)[number];

/** What becomes of the first creation that arrives; all others are answered. */
export const FATES = ['answered', 'rate limited first', 'lost and charged', 'lost'] as const;
type Fate = (typeof FATES)[number];

/** Longer than an intent may stand, and than a failure has to be past before it is judged. */
const SLEEP_MS = 130_000;
const NO_ANSWER = new TypeError('the connection broke');

/** One of so many ways to go on, from 0; or whether to sleep before it (1) or not (0). */
type Choose = (options: number, what?: 'sleep') => number;
type Run = (choose: Choose) => Promise<void>;

/** Makes so many runs of random choices, the same ones for a seed. Sleeps are rare, so that they lie anywhere. */
function sampleOf(count: number, seed: number) {
  return async (run: Run): Promise<void> => {
    const random = seededRandom(seed);
    for (let runs = 0; runs < count; runs += 1) {
      await run((options, what) => (what ? Number(random() < 0.15) : Math.floor(random() * options)));
    }
  };
}

/** Tries every sequence of choices that a run can make; gives how many there are. */
async function everyRun(run: Run): Promise<number> {
  const path: { taken: number; options: number }[] = [];
  for (let runs = 1; ; runs += 1) {
    let depth = 0;
    await run((options) => {
      if (depth === path.length) path.push({ taken: 0, options });
      depth += 1;
      return (path[depth - 1] as { taken: number }).taken;
    });
    while (path.length > 0 && path.at(-1)?.taken === (path.at(-1)?.options ?? 0) - 1) path.pop();
    const last = path.at(-1);
    if (!last) return runs;
    last.taken += 1;
  }
}

type Charge = { account: string; topic: string };

class World {
  readonly charges: Charge[] = [];
  readonly trace: string[] = [];
  readonly #waiting = new Map<string, { step: Step; go: () => void }>();
  readonly #alive = new Set<string>();
  #fate: Fate | undefined;
  #jobs = 0;

  constructor(fate: Fate) {
    this.#fate = fate;
  }

  /** The work of one process, which from now on takes a step only when it is let. */
  start(name: string, work: () => Promise<void>): void {
    this.#alive.add(name);
    work().finally(() => this.#alive.delete(name));
  }

  step(name: string, step: Step): Promise<void> {
    return new Promise((go) => this.#waiting.set(name, { step, go }));
  }

  /** Lets processes take steps in the order that is chosen, asleep before some of them, until all are at their end. */
  async drive(sleeps: number, choose: Choose, areAlike: boolean): Promise<void> {
    for (let left = sleeps, isFirst = true; ; isFirst = false) {
      while (this.#waiting.size < this.#alive.size) await new Promise((resolve) => setImmediate(resolve));
      const ready = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1));
      if (ready.length === 0) return;
      // Of two with the same work either may be called the first; and before anything has begun nobody is asleep.
      const [name, { step, go }] = ready[isFirst && areAlike ? 0 : choose(ready.length)] as (typeof ready)[number];
      const isAsleep = !isFirst && left > 0 && choose(2, 'sleep') === 1;
      if (isAsleep) left -= 1;
      vi.setSystemTime(Date.now() + (isAsleep ? SLEEP_MS : 1));
      this.trace.push(`${isAsleep ? 'sleep, ' : ''}${name}: ${step}`);
      this.#waiting.delete(name);
      go();
    }
  }

  deps(name: string, store: OpenedJobStore, account: string, more: Partial<SubmitDeps>): SubmitDeps {
    const service = createClient({
      baseUrl: 'http://service.invalid',
      token: new Secret('token'),
      userAgent: 'test',
      pacer: {
        acquire: async (kind) => {
          if (kind === 'create') await this.step(name, 'pace');
          return { giveBack: () => {} };
        },
        pauseUntil: () => {},
      },
      transport: {
        fetch: async () => {
          await this.step(name, 'balance');
          const taken = this.charges.filter((charge) => charge.account === account).length;
          return Response.json({ basicCreditsBalance: 100 - taken, basicCreditsTotal: 100, basicCreditsSpent: taken });
        },
        post: async (_url, { body }, beforeSend) => {
          await this.step(name, 'dial');
          await beforeSend();
          await this.step(name, 'stamped');
          const answer = this.#arrive(account, JSON.parse(body).keywords[2]);
          await this.step(name, 'answer');
          return answer();
        },
      },
    });
    const rest = {
      mode: 'hosted' as const,
      account,
      dailyCreditCap: undefined,
      scraperKey: undefined,
      serviceIdentity: 'service',
      reuseMinutes: 1440,
    };
    return { service, store, ...rest, edition: () => '', inFlight: new Set(), ...more };
  }

  #arrive(account: string, topic: string): () => Response {
    const fate = this.#fate ?? 'answered';
    this.#fate = undefined;
    if (fate === 'rate limited first') return () => Response.json({}, { status: 429, headers: { 'Retry-After': '0' } });
    if (fate !== 'lost') this.charges.push({ account, topic });
    this.#jobs += 1;
    const jobId = `job-${this.#jobs}-${account}`;
    return () => {
      if (fate !== 'answered') throw NO_ANSWER;
      return Response.json({ jobId });
    };
  }
}

function requestOn(topic: string): JobRequest {
  return { operation: 'keywordSearch', body: { keywords: ['tide', 'mussel', topic] }, filters: { limit: 100 } };
}

const root = temporaryFolder();

/** Stores of two living processes; new ones now and then, because a large file is slow. */
function openPair(): OpenedJobStore[] {
  const folder = mkdtempSync(join(root, 'pair-'));
  return [process.pid, process.ppid].map((pid) => openJobStore(folder, pid, () => Date.now()));
}

/** The clock of both processes; to be called once at the top of a test file. */
export function ownClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export type Plan = {
  fate: Fate;
  sleeps: number;
  searches: [first: string[], second: string[]];
  deps?: Partial<SubmitDeps>;
  /** So many random runs of this seed instead of all. */
  sample?: { runs: number; seed: number };
};

/** Every run of the plan or a sample of them, each with an account of its own; `check` looks at what came of it. */
export async function checkEveryRun(
  { fate, sleeps, searches, deps = {}, sample }: Plan,
  check: (charges: readonly Charge[], store: OpenedJobStore, account: string) => void,
): Promise<Record<string, number>> {
  const met: Record<string, number> = {};
  let stores = openPair();
  let runs = 0;
  const areAlike = searches[0].length === searches[1].length;
  await (sample ? sampleOf(sample.runs, sample.seed) : everyRun)(async (choose) => {
    runs += 1;
    if (runs % 100 === 0) {
      for (const store of stores) store.close();
      stores = openPair();
    }
    // The cap counts a day: what earlier runs spent is older.
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    const account = `account-${runs}`;
    const world = new World(fate);
    searches.forEach((topics, index) => {
      const name = `P${index + 1}`;
      const own = world.deps(name, stores[index] as OpenedJobStore, account, deps);
      world.start(name, async () => {
        for (const topic of topics) {
          await world.step(name, 'start');
          const outcome = await submitJob(own, requestOn(`${topic} of ${account}`), { creationMs: 600_000 }).then(
            ({ reused }) => (reused ? 'reused' : 'created'),
            (error) => error.details?.code ?? String(error),
          );
          world.trace.push(`${name} ended: ${outcome}`);
          met[outcome] = (met[outcome] ?? 0) + 1;
        }
      });
    });
    await world.drive(sleeps, choose, areAlike);
    try {
      check(world.charges, stores[0] as OpenedJobStore, account);
    } catch (error) {
      throw new Error(`${fate}, seed ${sample?.seed}: ${world.trace.join('\n')}`, { cause: error });
    }
  });
  for (const store of stores) store.close();
  return { ...met, runs };
}

/** What the store says of the account's jobs, against what the service took. */
export function expectBooks(charges: readonly Charge[], store: OpenedJobStore, account: string): void {
  const { jobs } = store.list({ offset: 0, count: 1_000, status: undefined });
  const own = jobs.filter((job) => job.account === account);
  const confirmed = own.filter(({ charged }) => charged === 'yes').length;
  const unknown = own.filter(({ charged }) => charged === 'unknown').length;
  expect(charges.length, 'a charge is lost').toBeLessThanOrEqual(confirmed + unknown);
  expect(confirmed, 'a verdict is wrong').toBeLessThanOrEqual(charges.length);
  expect(own.map(({ status }) => status)).not.toContain('submitting');
}
