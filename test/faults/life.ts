import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { CLOSE_KEY_PATH, CREDITS_PATH, KEY_HEADER } from '../../src/contract/operations.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { reconcileJob } from '../../src/jobs/spending/reconcile.ts';
import { type SubmitDeps, submitJob } from '../../src/jobs/spending/submit.ts';
import { waitForJob } from '../../src/jobs/spending/wait.ts';
import { creationKey } from '../../src/service/queue/idempotency.ts';
import { refundJob } from '../../src/service/store/sqlite/ledger.ts';
import { openServiceFile } from '../../src/service/store/sqlite/open.ts';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';
import { openDriver } from '../../src/sqlite/driver.ts';
import { type OpenedJobStore, openJobStore } from '../../src/store/job-store.ts';
import { createClient } from '../../src/upstream/client.ts';
import { UNPACED } from '../../src/upstream/pacer.ts';
import { answerToCreation, answerToCredits, type BodyKind, type CreditsAnswer } from './answers.ts';

/**
 * The life of a creation from its intent to its refund, as a sequence of events: the real client, use-cases and store
 * of two processes, against the real books of our service or the habits of others. Answers of every kind, credits that
 * can be read or not, and three times: the real one, the client's clock and the service's, both of which jump.
 * (`interleavings.ts` has the orders within one creation.)
 */

type Answer =
  | { arrives: 'now' | 'late' | 'never'; status: number; body: BodyKind }
  | 'lost'
  | 'lost before'
  | 'lost, late';

/** What comes back for a creation, and whether it arrived. */
export const ANSWERS = {
  created: { arrives: 'now', status: 200, body: 'of the contract' },
  page: { arrives: 'now', status: 200, body: 'page' },
  'not found': { arrives: 'now', status: 404, body: 'other JSON' },
  'not allowed': { arrives: 'now', status: 405, body: 'empty' },
  forbidden: { arrives: 'now', status: 403, body: 'page' },
  'not found, not arrived': { arrives: 'never', status: 404, body: 'page' },
  'server error': { arrives: 'now', status: 500, body: 'of the contract' },
  cut: { arrives: 'now', status: 200, body: 'cut' },
  refused: { arrives: 'never', status: 403, body: 'of the contract' },
  lost: 'lost',
  'lost before': 'lost before',
  /** The connection of the client breaks, and a proxy hands the creation on a moment later. */
  'lost, late': 'lost, late',
} as const satisfies Record<string, Answer>;
export type AnswerName = keyof typeof ANSWERS;

/** What the service tells: keys and sums as our own, sums, a balance as the hosted one, or nothing. */
export const SERVICES = ['keys', 'sums', 'balance', 'nothing'] as const;
export type ServiceKind = (typeof SERVICES)[number];

export type LifeEvent =
  | { do: 'search'; by: 0 | 1; topic: 'A' | 'B'; answer: AnswerName; consent?: 'fresh' | 'acceptPossibleDoubleCharge' }
  | { do: 'credits'; answer: CreditsAnswer }
  | { do: 'end'; how: 'success' | 'success, a source failed' | 'error' | 'error, refunded' }
  | { do: 'look'; by: 0 | 1 }
  | { do: 'arrive' }
  | { do: 'refill' }
  /** The service starts while its clock is so many hours wrong, and does what it does from time to time. */
  | { do: 'start'; hours: number }
  | { do: 'wait'; seconds: number }
  | { do: 'jump'; clock: 'client' | 'service'; hours: number };

type Charge = { key: string; id: string; topic: string };
type Sent = { key: string; request: JobRequest };
type Row = { number: number; key: string | null; charged: string; status: string };

const HOUR_MS = 3_600_000;
const GRANTED = 100;
const NEVER = new AbortController().signal;
const BROKEN = () => new TypeError('the connection broke');

export class Life {
  readonly #real = { at: Date.parse('2026-01-01T00:00:00Z') };
  readonly #ahead = { client: 0, service: 0 };
  readonly #charges: Charge[] = [];
  readonly #late: Sent[] = [];
  readonly #ended = new Map<string, object>();
  readonly #allowed = new Map<string, number>();
  #windows = 0;
  #refilled = 0;
  #credits: CreditsAnswer = 'good';
  #answer: AnswerName = 'created';
  readonly #met: Set<string>;
  readonly #deps: SubmitDeps[];
  readonly #machine: Machine;
  readonly #kind: ServiceKind;
  readonly #account: string;
  #accountId = 0;

  constructor(machine: Machine, kind: ServiceKind, cap: number | undefined, met: Set<string>) {
    this.#machine = machine;
    this.#kind = kind;
    this.#met = met;
    this.#account = machine.nextAccount();
    this.#real.at = machine.nextDay();
    this.#cap = cap;
    this.#deps = machine.stores.map((store) => ({
      service: this.#client(),
      store,
      mode: 'hosted',
      account: this.#account,
      serviceIdentity: 'service',
      scraperKey: undefined,
      edition: () => '',
      reuseMinutes: 1440,
      dailyCreditCap: cap,
      inFlight: new Set(),
    }));
  }
  readonly #cap: number | undefined;

  async run(events: readonly LifeEvent[]): Promise<void> {
    this.#tell('client');
    const pools = { basic: GRANTED, pro: 0, privateKey: 0 };
    this.#accountId = (await this.#machine.service.accounts.create(this.#account, pools)) as number;
    for (const event of events) {
      this.#pass(1_000);
      await this.#take(event);
      this.#check();
    }
    for (const sent of this.#late.splice(0)) await this.#arrive(sent);
    this.#check();
  }

  async #take(event: LifeEvent): Promise<void> {
    if (event.do === 'search') return this.#search(event);
    if (event.do === 'credits') this.#credits = event.answer;
    if (event.do === 'end') this.#end(event.how);
    if (event.do === 'look') return this.#look(event.by);
    if (event.do === 'refill') this.#refilled = this.#charges.length;
    if (event.do === 'start') {
      this.#ahead.service += event.hours * HOUR_MS;
      await this.#asService(() => this.#machine.service.jobs.expire(30 * 24 * HOUR_MS));
      this.#ahead.service -= event.hours * HOUR_MS;
    }
    if (event.do === 'arrive') for (const sent of this.#late.splice(0, 1)) await this.#arrive(sent);
    if (event.do === 'wait') {
      // What is on its way arrives within a minute, by the real clock.
      if (event.seconds >= 60) for (const sent of this.#late.splice(0)) await this.#arrive(sent);
      this.#pass(event.seconds * 1_000);
    }
    if (event.do === 'jump') {
      this.#ahead[event.clock] += event.hours * HOUR_MS;
      // By its own clock the reuse window is over, and the day of the cap.
      if (event.clock === 'client' && event.hours >= 24) this.#windows += 1;
      this.#tell('client');
    }
  }

  async #search({ by, topic, answer, consent }: Extract<LifeEvent, { do: 'search' }>): Promise<void> {
    this.#answer = answer;
    if (consent) this.#allow(topic);
    const options = { creationMs: 1_000, ...(consent && { [consent]: true }) };
    const outcome = await submitJob(this.#deps[by] as SubmitDeps, requestOn(topic, this.#account), options).then(
      ({ reused }) => (reused ? 'reused' : 'created'),
      (error) => {
        if (!error.details) throw error;
        return /This call sent nothing/.test(error.details.message) ? 'asked' : error.details.code;
      },
    );
    this.#met.add(outcome);
  }

  #end(how: Extract<LifeEvent, { do: 'end' }>['how']): void {
    const open = this.#charges.find(({ id }) => !this.#ended.has(id));
    if (!open) return;
    const status = how.startsWith('success') ? 'success' : 'error';
    const sources = [{ source: 'collection', gave: 0, failed: 'searched only a part of its papers' }];
    this.#ended.set(open.id, { status, results: [], ...(how.endsWith('failed') && { sources }) });
    if (how !== 'error, refunded') return;
    refundJob(this.#machine.database, open.id);
    this.#allow(open.topic);
  }

  /** A client that asks for every job: what is unknown is reconciled, what runs is polled. */
  async #look(by: 0 | 1): Promise<void> {
    const deps = this.#deps[by] as SubmitDeps;
    const jobs = deps.store.list({ offset: 0, count: 50, status: undefined }).jobs;
    for (const job of jobs.filter(({ account }) => account === this.#account)) {
      const { job: now } = await reconcileJob(deps, job);
      if (job.status === 'unknown') this.#met.add(`judged ${now.charged}`);
      if (now.jobId !== null) await waitForJob({ ...deps, polls: POLLS }, now, { seconds: 0, signal: NEVER });
    }
  }

  #client() {
    return createClient({
      baseUrl: 'http://service.invalid',
      token: new Secret('token'),
      userAgent: 'test',
      pacer: UNPACED,
      transport: {
        fetch: (url, { headers }) => this.#read(new URL(url).pathname, new Headers(headers)),
        post: async (_url, { headers, body }, beforeSend) => {
          await beforeSend();
          return this.#answerCreation({ key: headers[KEY_HEADER] ?? '', request: requestOf(body) });
        },
      },
    });
  }

  async #answerCreation(sent: Sent) {
    const answer: Answer = ANSWERS[this.#answer];
    if (answer === 'lost, late') this.#late.push(sent);
    const isThere = answer === 'lost' || (typeof answer === 'object' && answer.arrives === 'now');
    const id = isThere ? await this.#arrive(sent) : undefined;
    if (typeof answer === 'string') throw BROKEN();
    return answerToCreation(answer.status, answer.body, id ?? 'nothing');
  }

  /** The service takes its credits, unless the key says otherwise. */
  async #arrive({ key, request }: Sent): Promise<string | undefined> {
    const named = this.#kind === 'keys' ? creationKey(key, request) : undefined;
    const created = await this.#asService(() =>
      this.#machine.service.jobs.create(this.#accountId, request, Number.POSITIVE_INFINITY, named),
    );
    if ('refused' in created) return undefined;
    if (!created.isRepeated) this.#charges.push({ key, id: created.id, topic: String(request.body.keywords?.[2]) });
    return created.id;
  }

  async #read(path: string, headers: Headers): Promise<Response> {
    if (path === CREDITS_PATH) return answerToCredits(this.#credits, await this.#asService(() => this.#told()));
    if (this.#credits === 'lost') throw BROKEN();
    if (path === CLOSE_KEY_PATH) {
      const key = headers.get(KEY_HEADER) ?? '';
      const jobId = await this.#asService(() => this.#machine.service.jobs.closeKey(this.#accountId, key));
      return Response.json({ jobId: jobId ?? null });
    }
    return Response.json(this.#ended.get(path.split('/').at(-1) ?? '') ?? { status: 'queued' });
  }

  async #told(): Promise<object> {
    const { spent, refunded } = (await this.#machine.service.accounts.flows(this.#accountId)).basic;
    const balance = { basicCreditsBalance: GRANTED - spent + refunded + this.#refilled, basicCreditsTotal: GRANTED };
    const sums = { basicCreditsSpent: spent, basicCreditsRefunded: refunded };
    if (this.#kind === 'nothing') return { plan: 'lab' };
    if (this.#kind === 'balance') return balance;
    return this.#kind === 'sums' ? { ...balance, ...sums } : { ...balance, ...sums, idempotencyKeyDays: 30 };
  }

  #check(): void {
    const rows = this.#machine.rowsOf(this.#account);
    const paid = new Set(this.#charges.map(({ key }) => key));
    for (const { number, key, charged, status } of rows) {
      if (charged === 'no')
        expect(paid.has(key ?? ''), `J${number} is said to have cost nothing, and was charged`).toBe(false);
      if (charged === 'yes') expect(paid.has(key ?? ''), `J${number} is said to be charged, and was not`).toBe(true);
      expect(status).not.toBe('submitting');
    }
    expect(paid.size, 'a creation was charged twice').toBe(this.#charges.length);
    for (const topic of new Set(this.#charges.map((charge) => charge.topic))) {
      const times = this.#charges.filter((charge) => charge.topic === topic).length;
      const allowed = 1 + (this.#allowed.get(topic) ?? 0) + this.#windows;
      expect(times, `charges of the search on ${topic}`).toBeLessThanOrEqual(allowed);
    }
    if (this.#cap !== undefined)
      expect(this.#charges.length, 'the cap').toBeLessThanOrEqual(this.#cap * (1 + this.#windows));
  }

  #allow(topic: string): void {
    const name = topic.length === 1 ? keywordOf(topic, this.#account) : topic;
    this.#allowed.set(name, (this.#allowed.get(name) ?? 0) + 1);
  }

  async #asService<T>(work: () => Promise<T>): Promise<T> {
    this.#tell('service');
    try {
      return await work();
    } finally {
      this.#tell('client');
    }
  }

  #pass(ms: number): void {
    this.#real.at += ms;
    this.#tell('client');
  }

  /** Sets the clock that the code reads. */
  #tell(whose: 'client' | 'service'): void {
    this.#machine.uptime = this.#real.at;
    vi.setSystemTime(this.#real.at + this.#ahead[whose]);
  }
}

const POLLS = { minPauseMs: 0, shareOfAge: 0.5, maxPauseMs: 1 };

function keywordOf(topic: string, account: string): string {
  return `${topic} of ${account}`.toLowerCase();
}

function requestOn(topic: string, account: string): JobRequest {
  const keywords = ['tide', 'mussel', keywordOf(topic, account)];
  return { operation: 'keywordSearch', body: { keywords }, filters: { limit: 100 } };
}

function requestOf(body: string): JobRequest {
  return { operation: 'keywordSearch', body: JSON.parse(body), filters: { limit: 100 } };
}

/** Two living processes on one store, and a service; a new one now and then, because large files are slow. */
export class Machine {
  readonly stores: OpenedJobStore[];
  readonly service;
  readonly database;
  /** What the machine's clock that nobody sets shows, in milliseconds. */
  uptime = 0;
  readonly #books;
  readonly #rows;
  #runs = 0;

  constructor(root: string) {
    const folder = mkdtempSync(join(root, 'machine-'));
    this.stores = [process.pid, process.ppid].map((pid) => openJobStore(folder, pid, () => this.uptime));
    const { database, store } = openServiceFile(folder, SERVE_FILE, () => {});
    this.database = database;
    this.service = store;
    this.#books = openDriver(join(folder, 'jobs.sqlite'));
    const sql = 'SELECT number, idempotency_key AS key, charged, status FROM jobs WHERE account = ?';
    this.#rows = this.#books.prepare(sql);
  }

  nextAccount(): string {
    this.#runs += 1;
    return `account-${this.#runs}`;
  }

  /** Each run begins when what the ones before spent is older than the day of the cap. */
  nextDay(): number {
    return Date.parse('2026-01-01T00:00:00Z') + this.#runs * 400 * 24 * HOUR_MS;
  }

  get isWorn(): boolean {
    return this.#runs >= 50;
  }

  /** What the file says of the account's jobs, without the store's code. */
  rowsOf(account: string): Row[] {
    return this.#rows.all(account) as Row[];
  }

  async close(): Promise<void> {
    for (const store of this.stores) await store.close();
    this.database.close();
    this.#books.close();
  }
}
