import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { creationKey } from '../../src/service/routes/create-job.ts';
import type { LeasedDelivery } from '../../src/service/store/outbox-port.ts';
import { LEASE_MS, type LeasedJob, type ServiceStore } from '../../src/service/store/port.ts';
import { textNotes } from '../helpers/said.ts';

export type OpenedStore = {
  store: ServiceStore;
  /** As if so much time had passed for everything that waits in the store. */
  age(milliseconds: number): void | Promise<void>;
  /** As if somebody had set the store's clock, forward or (below 0) back. */
  setClock(milliseconds: number): void;
  /** The same store as the next process opens it. */
  restart(): Promise<ServiceStore>;
};

const MANY = Number.POSITIVE_INFINITY;
const PAPERS = [{ title: 'Mussels 🦪' }];

function request(query = 'q', body: object = {}): JobRequest {
  return { operation: 'querySearch', body: { query, ...body }, filters: { limit: 200 } };
}

/** The promises of every store of the service. Jobs cost two credits. */
export function describeStore(open: () => Promise<OpenedStore>): void {
  const stores: ServiceStore[] = [];
  afterEach(async () => {
    // Whatever a test does, the balances stay the sums of the ledger.
    for (const store of stores.splice(0)) expect(await store.accounts.wrongBalances()).toBe(0);
  });

  async function opened(credits = 100) {
    const { store, age, setClock, restart } = await open();
    stores.push(store);
    const accountOf = async (name: string) =>
      (await store.accounts.create(name, { basic: credits, pro: 0, privateKey: 20 })) as number;
    const add = async (account: number, query?: string, body?: object): Promise<string> => {
      const created = await store.jobs.create(account, request(query, body), MANY);
      if ('refused' in created) throw new Error(created.refused);
      return created.id;
    };
    const lease = async () => (await store.jobs.lease()) as LeasedJob;
    const flow = async (account: number) => (await store.accounts.flows(account)).basic;
    return { store, age, setClock, restart, accountOf, add, lease, flow, ada: await accountOf('ada') };
  }

  describe('a creation', () => {
    it('is charged once, and the job is found by its account only', async () => {
      const { store, add, flow, accountOf, ada } = await opened();
      const job = await add(ada);
      expect(job).toMatch(/^[0-9a-f]{24}$/);
      expect(await flow(ada)).toEqual({ granted: 100, spent: 2, refunded: 0, monthly: null, renewsAt: null });
      expect(await store.jobs.find(ada, job)).toMatchObject({ state: 'queued', expired: false });
      expect(await store.jobs.find(await accountOf('ben'), job)).toBeUndefined();
      expect(await store.jobs.find(ada, 'unknown')).toBeUndefined();
    });

    it('of which many come at once, is refused exactly where the credits end', async () => {
      const { store, flow, ada } = await opened(10);
      const created = await Promise.all(Array.from({ length: 20 }, () => store.jobs.create(ada, request(), MANY)));
      expect(created.filter((one) => 'id' in one)).toHaveLength(5);
      expect(created.filter((one) => 'refused' in one && one.refused === 'credits')).toHaveLength(15);
      expect(await flow(ada)).toEqual({ granted: 10, spent: 10, refunded: 0, monthly: null, renewsAt: null });
    });

    it('is refused where too many jobs are open', async () => {
      const { store, add, ada } = await opened();
      await add(ada);
      expect(await store.jobs.create(ada, request(), 1)).toEqual({ refused: 'queue' });
    });

    it('under a key is the same job however often and how simultaneously it comes, and costs once', async () => {
      const { store, flow, ada } = await opened();
      const key = creationKey('k1', request());
      const same = () => store.jobs.create(ada, request(), MANY, key);
      const created = (await Promise.all([same(), same(), same(), same()])) as { id: string; isRepeated?: true }[];
      expect(new Set(created.map(({ id }) => id)).size).toBe(1);
      expect(created.filter(({ isRepeated }) => isRepeated)).toHaveLength(3);
      expect((await flow(ada)).spent).toBe(2);
      expect(await store.jobs.repeated(ada, key)).toEqual({ id: created[0]?.id, isRepeated: true });
      expect(await store.jobs.repeated(ada, creationKey('k1', request('other')))).toEqual({ refused: 'key' });
      expect(await store.jobs.closeKey(ada, 'k1')).toBe(created[0]?.id);
      expect(await store.jobs.keyed(ada, undefined, 10)).toMatchObject([{ idempotencyKey: 'k1', status: 'queued' }]);
    });

    it('under a closed key is refused, and one that was refused for itself leaves its key free', async () => {
      const { store, ada } = await opened(2);
      expect(await store.jobs.closeKey(ada, 'closed')).toBeUndefined();
      const closed = creationKey('closed', request());
      expect(await store.jobs.create(ada, request(), MANY, closed)).toEqual({ refused: 'key' });
      const free = creationKey('free', request());
      await store.jobs.create(ada, request(), MANY);
      expect(await store.jobs.create(ada, request(), MANY, free)).toEqual({ refused: 'credits' });
      await store.accounts.topUp(ada, { basic: 2 });
      expect(await store.jobs.create(ada, request(), MANY, free)).toHaveProperty('id');
    });

    it('and the closing of its key at the same moment agree on what it is, and so do two closings', async () => {
      const { store, flow, ada } = await opened();
      let jobs = 0;
      for (let round = 0; round < 30; round += 1) {
        const key = creationKey(`k${round}`, request());
        const close = () => store.jobs.closeKey(ada, key.key);
        const create = () => store.jobs.create(ada, request(), MANY, key);
        const [first, created, second] = await Promise.all(
          round % 2 === 0 ? [close(), create(), close()] : [close(), create(), create().then(close)],
        );
        const id = 'id' in created ? created.id : undefined;
        // The answer that there is none stays true for ever.
        if (first === undefined || second === undefined) expect(created).toEqual({ refused: 'key' });
        expect([first ?? id, second ?? id]).toEqual([id, id]);
        expect(await close()).toBe(id);
        jobs += Number(id !== undefined);
      }
      expect((await flow(ada)).spent).toBe(2 * jobs);
    });

    it('keeps no scraper key, and is known to be charged to one', async () => {
      const { add, lease, ada } = await opened();
      await add(ada, 'with a key', { scraperKey: 'secret-key' });
      const job = await lease();
      expect(job.request.body).toEqual({ query: 'with a key', enrich: true });
      expect(job.hasKey).toBe(true);
    });
  });

  describe('a lease', () => {
    it('takes accounts in turn and the jobs of each in their order, and gives each job to one worker', async () => {
      const { store, add, accountOf, ada } = await opened();
      const ben = await accountOf('ben');
      for (const query of ['a1', 'a2', 'a3']) await add(ada, query);
      await add(ben, 'b1');
      const first = [await store.jobs.lease(), await store.jobs.lease()].map((job) => job?.request.body.query);
      expect(first.sort()).toEqual(['a1', 'b1']);
      const rest = await Promise.all([store.jobs.lease(), store.jobs.lease(), store.jobs.lease(), store.jobs.lease()]);
      const taken = rest.flatMap((job) => (job ? [job.request.body.query] : []));
      expect(new Set(taken).size).toBe(taken.length);
      const left = taken.length < 2 ? [(await store.jobs.lease())?.request.body.query] : [];
      expect([...taken, ...left].sort()).toEqual(['a2', 'a3']);
      expect(await store.jobs.lease()).toBeUndefined();
    });

    it('that has run out lets another worker take the job, and its own end nothing', async () => {
      const { store, age, add, lease, ada } = await opened();
      const id = await add(ada);
      const late = await lease();
      expect(await store.jobs.renew(late)).toBe(true);
      expect(await store.jobs.lease()).toBeUndefined();
      await age(LEASE_MS + 1_000);
      const next = await lease();
      expect(next).toMatchObject({ id, attempts: 2 });
      expect(await store.jobs.renew(late)).toBe(false);
      expect(await store.jobs.finish(late, { papers: [], notes: [] })).toBe(false);
      expect(await store.jobs.fail(late)).toBe(false);
      expect(await store.jobs.finish(next, { papers: PAPERS, notes: [] })).toBe(true);
      expect((await store.jobs.find(ada, id))?.state).toBe('success');
    });

    it('is given three times at most; then the job ends and is refunded once', async () => {
      const { store, age, add, lease, flow, ada } = await opened();
      const id = await add(ada);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect((await lease()).attempts).toBe(attempt);
        await age(LEASE_MS + 1_000);
      }
      const last = await Promise.all([store.jobs.lease(), store.jobs.lease()]);
      expect(last).toEqual([undefined, undefined]);
      expect((await store.jobs.find(ada, id))?.state).toBe('error');
      expect(await flow(ada)).toEqual({ granted: 100, spent: 2, refunded: 2, monthly: null, renewsAt: null });
      expect((await store.accounts.find('ada'))?.balances.basic).toBe(100);
    });

    it('that is given back does not count; one that is postponed waits', async () => {
      const { store, age, add, lease, ada } = await opened();
      await add(ada);
      await store.jobs.release(await lease());
      const again = await lease();
      expect(again.attempts).toBe(1);
      await store.jobs.postpone(again, 20_000);
      expect(await store.jobs.lease()).toBeUndefined();
      expect(await store.jobs.dueInMs()).toBeGreaterThan(15_000);
      await age(61_000);
      expect(await store.jobs.dueInMs()).toBeLessThan(0);
      expect((await lease()).attempts).toBe(2);
    });
  });

  describe('the end of a job', () => {
    it('keeps what a poll is answered with, until it expires; the job stays', async () => {
      const { store, age, add, lease, ada } = await opened();
      const id = await add(ada);
      await store.jobs.finish(await lease(), { papers: PAPERS, notes: textNotes('a note') });
      const { answer } = (await store.jobs.find(ada, id)) ?? {};
      const json = JSON.parse(gunzipSync(answer as Uint8Array).toString('utf8'));
      expect(json).toEqual({ status: 'success', results: PAPERS, notes: ['a note'], noteData: textNotes('a note') });
      expect(await store.jobs.dueInMs()).toBeUndefined();
      await age(10_000);
      await store.jobs.expire(60_000);
      expect((await store.jobs.find(ada, id))?.expired).toBe(false);
      await store.jobs.expire(5_000);
      expect(await store.jobs.find(ada, id)).toMatchObject({ state: 'success', expired: true, answer: undefined });
    });

    it('as a failure shows its report and refunds', async () => {
      const { store, add, lease, flow, ada } = await opened();
      const id = await add(ada);
      const job = await lease();
      expect(await store.jobs.fail(job, { notes: textNotes('why') })).toBe(true);
      expect(await store.jobs.fail(job)).toBe(false);
      expect(await store.jobs.find(ada, id)).toMatchObject({ state: 'error', notes: textNotes('why'), sources: [] });
      expect(await flow(ada)).toEqual({ granted: 100, spent: 2, refunded: 2, monthly: null, renewsAt: null });
    });
  });

  it('shows the notes of earlier versions, which stored sentences', async () => {
    const { store, add, lease, ada } = await opened();
    const id = await add(ada);
    await store.jobs.fail(await lease(), { notes: ['A sentence.', { kind: 'library-empty' }] as never });
    const notes = [...textNotes('A sentence.'), { kind: 'library-empty' }];
    expect(await store.jobs.find(ada, id)).toMatchObject({ state: 'error', notes });
  });

  describe('the outbox', () => {
    const URL_OF = 'https://receiver.example/hook?key=1';
    async function withCallback() {
      const parts = await opened();
      await parts.add(parts.ada, 'q', { callbackUrl: URL_OF });
      await parts.store.jobs.finish(await parts.lease(), { papers: PAPERS, notes: [] });
      const take = async () => (await parts.store.outbox.lease([])) as LeasedDelivery;
      return { ...parts, take };
    }

    it('gives a callback to one process, with the body that every attempt sends', async () => {
      const { store, take, ada } = await withCallback();
      expect(await store.outbox.lease([ada])).toBeUndefined();
      expect(await store.outbox.dueInMs([])).toBeLessThanOrEqual(0);
      const lease = await take();
      expect(lease).toMatchObject({ url: URL_OF, attempts: 0, account: ada });
      const body = JSON.parse(gunzipSync(lease.zippedBody as Uint8Array).toString('utf8'));
      expect(body).toMatchObject({ data: PAPERS, event: { id: lease.id }, job: { id: lease.job } });
      expect(await store.outbox.lease([])).toBeUndefined();
      expect(await store.outbox.delivered(lease, 'status 204')).toBe(true);
      expect(await store.outbox.delivered(lease, 'status 204')).toBe(false);
      expect(await store.outbox.resend(lease.id)).toBe('it was delivered');
      const [delivery] = await store.outbox.list({ offset: 0, count: 10 });
      expect(delivery).toMatchObject({
        url: 'https://receiver.example',
        state: 'delivered',
        attempts: 1,
        nextAt: null,
      });
    });

    it('makes an attempt again later, and that of a dead process under the same id', async () => {
      const { store, age, take } = await withCallback();
      const first = await take();
      expect(await store.outbox.retry(first, 'timed out', 60_000)).toBe(true);
      expect(await store.outbox.lease([])).toBeUndefined();
      await age(61_000);
      const second = await take();
      expect(second).toMatchObject({ id: first.id, attempts: 1 });
      await age(31_000);
      const third = await take();
      expect(third).toMatchObject({ id: first.id, attempts: 1 });
      expect(await store.outbox.dead(second, 'late')).toBe(false);
      expect(await store.outbox.release(third)).toBe(true);
      expect(await store.outbox.dead(await take(), 'status 410')).toBe(true);
      expect(await store.outbox.resend(first.id)).toBeUndefined();
      expect(await store.outbox.resend(first.id)).toBe('it is still pending');
      expect((await take()).attempts).toBe(0);
    });

    it('ends the callbacks of a revoked account, and gives up old bodies', async () => {
      const { store, age, take, ada } = await withCallback();
      const { id } = await take();
      await store.accounts.revoke(ada);
      await store.outbox.endRevoked();
      const stateOf = async () => (await store.outbox.list({ account: ada, offset: 0, count: 1 }))[0]?.state;
      expect(await stateOf()).toBe('pending');
      await age(31_000);
      expect(await store.outbox.lease([])).toBeUndefined();
      await store.outbox.endRevoked();
      expect(await stateOf()).toBe('dead');
      expect(await store.outbox.resend(id)).toBe('its account is revoked');
      await age(10_000);
      await store.jobs.expire(5_000);
      expect(await store.outbox.list({ state: 'dead', offset: 0, count: 1 })).toMatchObject([{ canBeResent: false }]);
      expect(await store.outbox.resend('msg_unknown')).toBe('no such callback');
    });
  });

  describe('accounts', () => {
    it('have names of their own, credits that are added to, and tokens that end', async () => {
      const { store, ada } = await opened();
      expect(await store.accounts.create('ada', { basic: 1, pro: 1, privateKey: 1 })).toBeUndefined();
      await store.accounts.topUp(ada, { pro: 7 });
      expect((await store.accounts.find('ada'))?.balances).toEqual({ basic: 100, pro: 7, privateKey: 20 });
      const first = (await store.tokens.create(ada)).reveal();
      expect(await store.tokens.accountOf(first)).toBe(ada);
      const second = (await store.tokens.replace(ada)).reveal();
      expect([await store.tokens.accountOf(first), await store.tokens.accountOf(second)]).toEqual([undefined, ada]);
      await store.accounts.revoke(ada);
      expect(await store.tokens.accountOf(second)).toBeUndefined();
      expect((await store.accounts.list()).map(({ name, revokedAt }) => [name, revokedAt === null])).toEqual([
        ['ada', false],
      ]);
    });

    const MONTH_MS = 31 * 24 * 60 * 60 * 1000;
    const create = (store: ServiceStore, account: number, body: object = {}) =>
      store.jobs.create(account, request('q', body), MANY);
    const accepted = (created: object[]) => created.filter((one) => 'id' in one).length;
    const kinds = async (store: ServiceStore, account: number, pool: string) =>
      (await store.accounts.ledger(account, 50))
        .filter((row) => row.pool === pool)
        .map(({ kind, credits }) => `${kind} ${credits}`)
        .reverse();

    it('with an allowance spend it once a month, however many creations begin the month, and nothing piles up', async () => {
      const { store, setClock } = await opened();
      const may = (await store.accounts.create('may', { basic: { monthly: 7 }, pro: 0, privateKey: 0 })) as number;
      const account = async () => await store.accounts.find('may');
      expect(await account()).toMatchObject({ balances: { basic: 7 }, monthly: { basic: 7, pro: null }, usedAt: null });
      const many = () => Promise.all(Array.from({ length: 20 }, () => create(store, may)));
      expect(accepted(await many())).toBe(3);
      expect((await account())?.balances.basic).toBe(1);
      setClock(MONTH_MS);
      // The answer about credits is true before anything was created in the month.
      expect((await account())?.balances.basic).toBe(7);
      expect((await store.accounts.flows(may)).basic).toMatchObject({ granted: 13, spent: 6, refunded: 0, monthly: 7 });
      expect(await create(store, may)).toHaveProperty('id');
      expect((await account())?.balances.basic).toBe(5);
      setClock(3 * MONTH_MS);
      expect(accepted(await many())).toBe(3);
      expect((await store.accounts.flows(may)).basic).toMatchObject({
        granted: 15,
        spent: 14,
        refunded: 0,
        monthly: 7,
      });
      const charges = (count: number) => Array.from({ length: count }, () => 'charge 2');
      expect(await kinds(store, may, 'basic')).toEqual([
        ...['grant 7', ...charges(3), 'lapse 1', 'grant 7', ...charges(1)],
        ...['lapse 5', 'grant 7', ...charges(3)],
      ]);
    });

    it('with an allowance lose what was added with the month, and get a refund into the month it comes in', async () => {
      const { store, setClock } = await opened();
      const may = (await store.accounts.create('may', { basic: { monthly: 4 }, pro: 0, privateKey: 0 })) as number;
      const balance = async () => (await store.accounts.find('may'))?.balances.basic;
      await store.accounts.topUp(may, { basic: 10 });
      expect(await balance()).toBe(14);
      await create(store, may);
      setClock(MONTH_MS);
      await store.accounts.topUp(may, { basic: 1 });
      expect(await balance()).toBe(5);
      await store.jobs.fail((await store.jobs.lease()) as LeasedJob);
      expect(await balance()).toBe(7);
      setClock(MONTH_MS);
      expect(await balance()).toBe(4);
    });

    it('whose clock ran a year ahead get the month that it is, and no more than that', async () => {
      const { store, setClock } = await opened();
      const may = (await store.accounts.create('may', { basic: { monthly: 4 }, pro: 0, privateKey: 0 })) as number;
      setClock(12 * MONTH_MS);
      await create(store, may);
      setClock(-12 * MONTH_MS);
      await create(store, may);
      expect((await store.accounts.find('may'))?.balances.basic).toBe(2);
      setClock(MONTH_MS);
      expect((await store.accounts.find('may'))?.balances.basic).toBe(4);
    });

    it('without a limit spend what they like, and it counts when they get a limit', async () => {
      const { store } = await opened();
      const una = (await store.accounts.create('una', { basic: 3, pro: 'unlimited', privateKey: 0 })) as number;
      for (let nth = 0; nth < 5; nth += 1) expect(await create(store, una, { enrich: true })).toHaveProperty('id');
      expect((await store.accounts.find('una'))?.balances).toEqual({ basic: 3, pro: null, privateKey: 0 });
      expect((await store.accounts.flows(una)).pro).toEqual({
        granted: null,
        spent: 10,
        refunded: 0,
        monthly: null,
        renewsAt: null,
      });
      await store.accounts.allow(una, { basic: 'unlimited', pro: { monthly: 5 } });
      expect((await store.accounts.find('una'))?.balances).toEqual({ basic: null, pro: 5, privateKey: 0 });
      expect(accepted(await Promise.all([1, 2, 3].map(() => create(store, una, { enrich: true }))))).toBe(2);
      await store.accounts.allow(una, { basic: 2, pro: 'unlimited' });
      expect((await store.accounts.find('una'))?.balances).toEqual({ basic: 2, pro: null, privateKey: 0 });
      expect(await kinds(store, una, 'basic')).toEqual(['grant 3', 'lapse 3', 'grant 2']);
      expect(await kinds(store, una, 'pro')).toEqual([
        ...[...'12345'].map(() => 'charge 2'),
        ...['grant 10', 'grant 5', 'charge 2', 'charge 2'],
      ]);
      expect(await store.accounts.find('una')).toMatchObject({
        monthly: { basic: null, pro: null },
        renewsAt: null,
        usedAt: expect.stringMatching(/^\d{4}-/),
      });
    });

    it('sign with a secret that stays, and after a rotation with the one before as well', async () => {
      const { store, ada } = await opened();
      const texts = async () => (await store.secrets.active(ada)).map((secret) => secret.reveal());
      const [first] = await texts();
      expect((await store.secrets.ensure(ada)).reveal()).toBe(first);
      const second = (await store.secrets.rotate(ada)).reveal();
      expect(await texts()).toEqual([second, first]);
    });

    it('may make so many requests in a minute, of 200 at once exactly ten', async () => {
      const { store, ada, accountOf } = await opened();
      const answers = await Promise.all(Array.from({ length: 200 }, () => store.takeRequest(ada, 10)));
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
      const refused = answers.find(({ allowed }) => !allowed);
      expect(refused).toMatchObject({ limit: 10, remaining: 0 });
      expect(refused?.resetSeconds).toBeGreaterThan(50);
      expect(await store.takeRequest(await accountOf('ben'), 10)).toMatchObject({ allowed: true, remaining: 9 });
    });
  });

  describe('the overview', () => {
    it('counts jobs by account and state, and tells of open and failed ones what is no search', async () => {
      const { store, setClock, add, lease, accountOf, ada } = await opened();
      const ben = await accountOf('ben');
      const [first] = [await add(ada), await add(ada), await add(ben)];
      const failed = [
        {
          source: 'arxiv',
          title: 'arXiv',
          gave: 0,
          failed: { failure: 'too slow' },
          request: 'https://arxiv.example/?q',
        },
        { source: 'hal', title: 'HAL', gave: 7 },
      ] as const;
      await store.jobs.finish(await lease(), { papers: PAPERS, notes: [], sources: [...failed] });
      setClock(1_000);
      const late = await lease();
      await store.jobs.fail(late, { notes: textNotes('about q'), sources: [...failed] });
      const counts = await store.overview.counts();
      expect(new Set(counts.map(({ account, state, jobs }) => `${account} ${state} ${jobs}`)).size).toBe(3);
      expect(counts.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(3);
      const open = await store.overview.open(10);
      expect(open).toMatchObject([
        { state: 'queued', pool: 'basic', credits: 2, isRefunded: false, attempts: 0, failures: [] },
      ]);
      const ended = await store.overview.failed(10);
      expect(ended).toEqual([
        {
          id: late.id,
          account: late.account === ada ? 'ada' : 'ben',
          state: 'error',
          pool: 'basic',
          credits: 2,
          isRefunded: true,
          attempts: 1,
          createdAt: expect.stringMatching(/Z$/),
          failures: [{ title: 'arXiv', why: { failure: 'too slow' } }],
        },
      ]);
      expect(await store.overview.failed(10, late.account === ada ? ben : ada)).toEqual([]);
      expect((await store.overview.open(10, ada)).length + (await store.overview.open(10, ben)).length).toBe(1);
      expect(await store.overview.sources(10)).toEqual({
        failing: [{ title: 'arXiv', jobs: 2, why: { failure: 'too slow' }, lastAt: expect.stringMatching(/Z$/) }],
        of: 2,
      });
      expect((await store.overview.sources(1)).of).toBe(1);
      expect(await store.jobs.find(ada, first ?? '')).toBeDefined();
    });
  });

  describe('processes', () => {
    it('that run jobs are known while they say so, and settings are the same for all', async () => {
      const { store, setClock, restart } = await opened();
      for (const id of ['a', 'b', 'a']) await store.workers.beat({ id, name: `machine-${id}`, jobs: 2 });
      expect(await store.workers.list()).toMatchObject([
        { id: 'a', name: 'machine-a', jobs: 2, isRunning: true },
        { id: 'b', isRunning: true },
      ]);
      setClock(90_000);
      await store.workers.beat({ id: 'b', name: 'machine-b', jobs: 2 });
      expect((await store.workers.list()).map(({ isRunning }) => isRunning)).toEqual([false, true]);
      setClock(25 * 60 * 60_000);
      await store.workers.beat({ id: 'c', name: 'machine-c', jobs: 1 });
      expect((await store.workers.list()).map(({ id }) => id)).toEqual(['c']);
      await store.workers.leave('c');
      expect(await store.workers.list()).toEqual([]);

      expect(await store.settings.read('callbacks')).toBeUndefined();
      for (const ports of [[8443], [8444]]) await store.settings.write('callbacks', { ports });
      expect(await (await restart()).settings.read('callbacks')).toEqual({ ports: [8444] });
      await store.settings.write('callbacks', undefined);
      expect(await store.settings.read('callbacks')).toBeUndefined();
    });
  });

  describe('a clock that somebody sets', () => {
    const DAY_MS = 24 * 60 * 60 * 1000;

    it.each([31, -31, 4_000])('by %i days makes nobody forget a key', async (days) => {
      const { store, setClock, flow, ada } = await opened();
      const key = creationKey('of a job', request());
      const { id } = (await store.jobs.create(ada, request(), MANY, key)) as { id: string };
      expect(await store.jobs.closeKey(ada, 'closed')).toBeUndefined();
      setClock(days * DAY_MS);
      await store.jobs.expire(30 * DAY_MS);
      await store.jobs.create(ada, request('under the wrong clock'), MANY, creationKey('other', request()));
      await store.jobs.expire(30 * DAY_MS);
      setClock(-days * DAY_MS);
      await store.jobs.expire(30 * DAY_MS);
      expect(await store.jobs.closeKey(ada, 'of a job')).toBe(id);
      expect(await store.jobs.create(ada, request(), MANY, key)).toEqual({ id, isRepeated: true });
      const late = creationKey('closed', request());
      expect(await store.jobs.create(ada, request(), MANY, late)).toEqual({ refused: 'key' });
      expect((await flow(ada)).spent).toBe(4);
    });

    /** Jobs whose results nobody has fetched, and whose callback is dead. */
    async function withResults() {
      const parts = await opened();
      const { store, add, ada } = parts;
      const finish = async (): Promise<string> => {
        const id = await add(ada, 'q', { callbackUrl: 'https://receiver.example/' });
        await store.jobs.finish(await parts.lease(), { papers: PAPERS, notes: [] });
        await store.outbox.dead((await store.outbox.lease([])) as LeasedDelivery, 'status 410');
        return id;
      };
      /** What a service does when it starts, and from time to time. */
      const start = async () => (await parts.restart()).jobs.expire(30 * DAY_MS);
      const kept = async (id: string) => (await store.jobs.find(ada, id))?.answer !== undefined;
      const resendable = async () =>
        (await store.outbox.list({ offset: 0, count: 10 })).filter(({ canBeResent }) => canBeResent).length;
      return { ...parts, finish, start, kept, resendable };
    }

    it.each([31, -31, 4_000])('by %i days for one start deletes no results, nor callbacks', async (days) => {
      const { setClock, finish, start, kept, resendable } = await withResults();
      await start();
      const ids = [await finish()];
      setClock(days * DAY_MS);
      await start();
      ids.push(await finish());
      await start();
      setClock(-days * DAY_MS);
      for (let day = 0; day < 2; day += 1) {
        await start();
        ids.push(await finish());
        setClock(DAY_MS);
      }
      expect(await Promise.all(ids.map(kept))).toEqual(ids.map(() => true));
      expect(await resendable()).toBe(ids.length);
    });

    it('by 31 days at the first start of a version that counts them deletes nothing of before', async () => {
      const { setClock, finish, start, kept } = await withResults();
      const id = await finish();
      setClock(31 * DAY_MS);
      await start();
      expect(await kept(id)).toBe(true);
    });

    it('deletes results when thirty days have passed, be it in starts of every day or in a service that stays up', async () => {
      const daily = await withResults();
      const first = await daily.finish();
      for (let day = 0; day <= 30; day += 1) {
        expect(await daily.kept(first)).toBe(true);
        await daily.start();
        daily.setClock(DAY_MS);
      }
      await daily.start();
      expect([await daily.kept(first), await daily.resendable()]).toEqual([false, 0]);

      const { store, setClock, finish, kept } = await withResults();
      await store.jobs.expire(30 * DAY_MS);
      const second = await finish();
      setClock(31 * DAY_MS);
      await store.jobs.expire(30 * DAY_MS);
      expect(await kept(second)).toBe(true);
      setClock(31 * DAY_MS);
      const uptime = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31 * DAY_MS);
      await store.jobs.expire(30 * DAY_MS);
      uptime.mockRestore();
      expect(await kept(second)).toBe(false);
    });

    it('back leaves the list of jobs by key in its order, newest first', async () => {
      const { store, setClock, ada } = await opened();
      const create = (key: string) => store.jobs.create(ada, request(key), MANY, creationKey(key, request(key)));
      for (const key of ['a', 'b']) await create(key);
      setClock(-DAY_MS);
      for (const key of ['c', 'd']) await create(key);
      const listed = async (count: number) =>
        (await store.jobs.keyed(ada, undefined, count)).map(({ idempotencyKey }) => idempotencyKey);
      expect(await listed(10)).toEqual(['d', 'c', 'b', 'a']);
      expect(await listed(1)).toEqual(['d']);
    });

    it('back keeps no account waiting, and still counts its requests', async () => {
      const { store, setClock, ada } = await opened();
      for (let nth = 0; nth < 5; nth += 1) await store.takeRequest(ada, 5);
      expect(await store.takeRequest(ada, 5)).toMatchObject({ allowed: false });
      setClock(-DAY_MS);
      for (const remaining of [4, 3, 2, 1, 0])
        expect(await store.takeRequest(ada, 5)).toMatchObject({ allowed: true, remaining, resetSeconds: 60 });
      const { allowed, resetSeconds } = await store.takeRequest(ada, 5);
      expect(allowed).toBe(false);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    });

    it('back keeps no job of a dead worker at work, and none that was put off waiting', async () => {
      const { store, age, setClock, add, lease, ada } = await opened();
      const [dead, put] = [await add(ada, 'dead'), await add(ada, 'put off')];
      await lease();
      await store.jobs.postpone(await lease(), 5_000);
      setClock(-DAY_MS);
      expect(await store.jobs.lease()).toBeUndefined();
      expect(await store.jobs.dueInMs()).toBeLessThanOrEqual(LEASE_MS + 1);
      await age(LEASE_MS + 1_000);
      const taken = [await lease(), await lease()].map(({ id }) => id);
      expect(taken.sort()).toEqual([dead, put].sort());
    });

    it('back ends a job whose last permitted worker died, with a refund', async () => {
      const { store, age, setClock, add, lease, flow, ada } = await opened();
      const id = await add(ada);
      for (let attempt = 1; attempt < 3; attempt += 1) {
        await lease();
        await age(LEASE_MS + 1_000);
      }
      await lease();
      setClock(-DAY_MS);
      await store.jobs.lease();
      await age(LEASE_MS + 1_000);
      expect(await store.jobs.lease()).toBeUndefined();
      expect((await store.jobs.find(ada, id))?.state).toBe('error');
      expect(await flow(ada)).toEqual({ granted: 100, spent: 2, refunded: 2, monthly: null, renewsAt: null });
    });

    it('back keeps accounts in turn, and the jobs of each in their order', async () => {
      const { store, setClock, add, accountOf, ada } = await opened();
      const ben = await accountOf('ben');
      await add(ada, 'a1');
      await add(ben, 'b1');
      const turn = async () => {
        const job = (await store.jobs.lease()) as LeasedJob;
        await store.jobs.finish(job, { papers: [], notes: [] });
        return job.request.body.query;
      };
      expect([await turn(), await turn()]).toEqual(['a1', 'b1']);
      await add(ben, 'b2');
      await add(ada, 'a2');
      setClock(-DAY_MS);
      for (const query of ['3', '4']) {
        await add(ben, `b${query}`);
        await add(ada, `a${query}`);
      }
      const turns = [];
      for (let nth = 0; nth < 6; nth += 1) turns.push(await turn());
      expect(turns).toEqual(['a2', 'b2', 'a3', 'b3', 'a4', 'b4']);
    });

    it('back keeps no callback from its receiver', async () => {
      const { store, age, setClock, add, lease, ada } = await opened();
      await add(ada, 'q', { callbackUrl: 'https://receiver.example/' });
      await store.jobs.finish(await lease(), { papers: [], notes: [] });
      setClock(-DAY_MS);
      const first = await store.outbox.lease([]);
      expect(first?.attempts).toBe(0);
      setClock(-2 * DAY_MS);
      expect(await store.outbox.lease([])).toBeUndefined();
      await age(31_000);
      expect((await store.outbox.lease([]))?.id).toBe(first?.id);
    });
  });

  it('counts over all accounts', async () => {
    const { store, add, lease, ada } = await opened();
    await store.ping();
    for (let job = 0; job < 3; job += 1) await add(ada, 'q', { callbackUrl: 'https://receiver.example/' });
    await store.jobs.fail(await lease());
    await store.jobs.finish(await lease(), { papers: [], notes: [] });
    const { jobs, open: waiting, deliveries, credits } = await store.counts();
    expect(Object.fromEntries(jobs.map(({ state, jobs }) => [state, jobs]))).toEqual({
      error: 1,
      success: 1,
      queued: 1,
    });
    expect(waiting).toBe(1);
    expect(deliveries).toEqual([
      { state: 'pending', deliveries: 1 },
      { state: 'delivered', deliveries: 0 },
      { state: 'dead', deliveries: 0 },
    ]);
    const sums = credits.map(({ pool, kind, credits }) => [pool, kind, credits].join(' '));
    expect(sums.sort()).toEqual(['basic charge 6', 'basic refund 2']);
  });
}
