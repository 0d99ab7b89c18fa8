import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import type { LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { makeAccount, ServedProcess } from '../crash/serve-process.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

/** What happens to money and jobs while the connections to a real PostgreSQL break, hang or are ended. */

const REQUEST = {
  operation: 'querySearch',
  body: { query: 'q', callbackUrl: 'https://receiver.example/done' },
  filters: { limit: 100 },
} as const;
const CREATION = {
  method: 'POST',
  body: JSON.stringify({ query: 'how do tides shape the settlement of mussels on rocky shores?' }),
};
/** In the statements that create a job, and end one without a callback; each is a transaction of its own. */
const CREATES = 'INSERT INTO ledger';
const ENDS = "SET state = 'success'";
type Ask = (path: string, init?: RequestInit) => Promise<Response>;
const CREATE = '/v1/job/querySearch?limit=100';

describe.skipIf(!hasPostgres())('an unreliable way to PostgreSQL (left out where none is installed)', () => {
  const server = postgresForTests();

  async function throughProxy(): Promise<{ proxy: TcpProxy; url: Secret; direct: Secret }> {
    const direct = server.database();
    const address = new URL(direct.reveal());
    const proxy = await startTcpProxy(Number(address.port));
    server.closeLater(proxy.stop);
    address.port = String(proxy.port);
    return { proxy, url: new Secret(address.href), direct };
  }

  async function storeThroughProxy() {
    const { proxy, url, direct } = await throughProxy();
    const store = await openPostgresStore(url);
    server.closeLater(store.close);
    const account = (await store.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
    const count = (rows: string) => Number(server.run(direct, `SELECT count(*) FROM ${rows}`));
    return { proxy, store, account, count, run: (sql: string) => server.run(direct, sql) };
  }

  /** API processes on one database, each by its own address of it, with an account made at the `direct` one. */
  async function apis(direct: Secret, urls: readonly Secret[], ...args: string[]) {
    const settings = (url: Secret) => ({
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_DATABASE_URL: url.reveal(),
    });
    // The command holds up this process, and with it the proxy.
    const { token } = makeAccount('lab', 100, settings(direct));
    const processes = urls.map((url) => new ServedProcess(['--concurrency', '0', ...args], settings(url)));
    for (const served of processes) server.closeLater(() => served.kill());
    const addresses = await Promise.all(processes.map(({ address }) => address));
    return addresses.map(
      (address): Ask =>
        (path: string, init: RequestInit = {}) => {
          const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers };
          return fetch(`${address}${path}`, { ...init, headers });
        },
    );
  }

  describe('a connection that breaks while a transaction is committed', () => {
    it.each([
      ['after', 1],
      ['before', 0],
    ] as const)(
      '%s the server has done so: the creation is uncertain, and costs once when sent again',
      async (when, jobs) => {
        const { proxy, store, account, count } = await storeThroughProxy();
        const key = { key: 'k', digest: 'd' };
        const cut = proxy.cutAt(CREATES, when);
        const lost = await store.jobs.create(account, REQUEST, 10, key).catch((error: unknown) => error);
        await cut;
        expect(lost).toMatchObject({ name: 'CommitLost' });
        expect(count('jobs')).toBe(jobs);
        expect(await store.jobs.create(account, REQUEST, 10, key)).toMatchObject(
          when === 'after' ? { id: expect.any(String), isRepeated: true } : { id: expect.any(String) },
        );
        expect(count('jobs')).toBe(1);
        expect((await store.accounts.flows(account)).basic).toEqual({
          granted: 9,
          spent: 1,
          refunded: 0,
          monthly: null,
          renewsAt: null,
        });
      },
    );

    const ends: [string, (store: ServiceStore, job: LeasedJob) => Promise<boolean>, Record<string, number>][] = [
      [
        'a success',
        (store, job) => store.jobs.finish(job, { papers: [], notes: [] }),
        { "jobs WHERE state = 'success'": 1, deliveries: 1, "ledger WHERE kind = 'refund'": 0 },
      ],
      [
        'a failure',
        (store, job) => store.jobs.fail(job),
        { "jobs WHERE state = 'error'": 1, deliveries: 0, "ledger WHERE kind = 'refund'": 1 },
      ],
    ];
    it.each(['before', 'after'] as const)(
      '%s the server has done so: a success that calls nobody back is found out, too',
      async (when) => {
        const { proxy, store, account, count } = await storeThroughProxy();
        await store.jobs.create(account, { ...REQUEST, body: { query: 'q' } }, 10);
        const job = (await store.jobs.lease()) as LeasedJob;
        const cut = proxy.cutAt(ENDS, when);
        expect(await store.jobs.finish(job, { papers: [], notes: [] })).toBe(true);
        await cut;
        expect(count("jobs WHERE state = 'success'")).toBe(1);
      },
    );

    for (const when of ['before', 'after'] as const)
      it.each(ends)(
        `${when} the server has done so: the worker finds out whether %s was recorded`,
        async (_end, end, rows) => {
          const { proxy, store, account, count, run } = await storeThroughProxy();
          await store.jobs.create(account, REQUEST, 10);
          const job = (await store.jobs.lease()) as LeasedJob;
          const cut = proxy.cutAt('COMMIT', when);
          expect(await end(store, job)).toBe(true);
          await cut;
          for (const [table, expected] of Object.entries(rows)) expect(count(table), table).toBe(expected);
          expect(run('SELECT sum(spent) FROM balances').trim()).toBe(
            String(1 - (rows["ledger WHERE kind = 'refund'"] ?? 0)),
          );
        },
      );

    it('is a 500 of the service, and the same creation under its key gives the job that was paid', async () => {
      const { proxy, url, direct } = await throughProxy();
      const [ask] = (await apis(direct, [url])) as [Ask];
      const creation = { ...CREATION, headers: { 'Idempotency-Key': 'mussels' } };
      const cut = proxy.cutAt(CREATES, 'after');
      expect((await ask(CREATE, creation)).status).toBe(500);
      await cut;
      const id = server.run(direct, 'SELECT id FROM jobs').trim();
      const again = await ask(CREATE, creation);
      expect([again.status, await again.json()]).toEqual([200, expect.objectContaining({ jobId: id })]);
      expect(server.run(direct, `SELECT count(*) FROM ledger WHERE kind = 'charge'`).trim()).toBe('1');
    });
  });

  describe('in the middle of a transaction', () => {
    const failures: [string, string][] = [
      ['a deadlock', `RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'`],
      ['the end of the connection, by an operator', 'PERFORM pg_terminate_backend(pg_backend_pid())'],
    ];
    /** Has the next entry into the ledger fail, and no further one. */
    const failOnce = (run: (sql: string) => string, failure: string) =>
      run(`CREATE SEQUENCE entries;
        CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF nextval('entries') = 1 THEN ${failure}; END IF; RETURN new; END $$;
        CREATE TRIGGER fail_once BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION fail_once()`);

    it.each(failures)('%s makes it run once more: a job that fails is refunded once', async (_, failure) => {
      const { store, account, count, run } = await storeThroughProxy();
      await store.jobs.create(account, REQUEST, 10);
      const job = (await store.jobs.lease()) as LeasedJob;
      failOnce(run, failure);
      expect(await store.jobs.fail(job)).toBe(true);
      expect(run('SELECT last_value FROM entries').trim()).toBe('2');
      expect(count("ledger WHERE kind = 'refund'")).toBe(1);
      expect(run('SELECT sum(spent) FROM balances').trim()).toBe('0');
    });

    it('a deadlock makes a creation run once more, which costs once', async () => {
      const { store, account, count, run } = await storeThroughProxy();
      failOnce(run, (failures[0] as [string, string])[1]);
      expect(await store.jobs.create(account, REQUEST, 10)).toMatchObject({ id: expect.any(String) });
      expect([count('jobs'), count("ledger WHERE kind = 'charge'")]).toEqual([1, 1]);
      expect(run('SELECT sum(spent) FROM balances').trim()).toBe('1');
    });
  });

  it('a proxy that passes nothing on makes 503, loses nothing, and all works again afterwards', async () => {
    const { proxy, url, direct } = await throughProxy();
    const [ask] = (await apis(direct, [url], '--requests-per-minute', '1000')) as [Ask];
    const { jobId } = (await (await ask(CREATE, CREATION)).json()) as { jobId: string };
    proxy.stall();
    const [creation, poll, ready] = await Promise.all([ask(CREATE, CREATION), ask(`/v1/job/${jobId}`), ask('/readyz')]);
    expect([creation.status, poll.status, ready.status]).toEqual([503, 503, 503]);
    expect(creation.headers.get('Retry-After')).toMatch(/^\d+$/);
    proxy.resume();
    await until(async () => (await ask('/readyz')).ok, 'a service that is ready again');
    expect(await (await ask(`/v1/job/${jobId}`)).json()).toMatchObject({ status: 'queued' });
    expect(server.run(direct, 'SELECT count(*) FROM jobs').trim()).toBe('1');
    expect(server.run(direct, `SELECT sum(spent) FROM balances`).trim()).toBe('1');
  });

  it('connections that an operator ends cost no request that comes afterwards', async () => {
    const { store, account, run } = await storeThroughProxy();
    const created = (await store.jobs.create(account, REQUEST, 10)) as { id: string };
    const idle = await Promise.all([1, 2, 3].map(() => store.jobs.find(account, created.id)));
    expect(idle.map((job) => job?.state)).toEqual(['queued', 'queued', 'queued']);
    run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND datname = current_database()`,
    );
    // The pool hears of it in its own time.
    const found = await until(() => store.jobs.find(account, created.id).catch(() => undefined), 'a new connection');
    expect(found.state).toBe('queued');
  });

  it('lets exactly the requests of one minute through, over all API processes together', async () => {
    const url = server.database();
    const asks = await apis(url, [url, url], '--requests-per-minute', '10');
    const asked = Array.from({ length: 200 }, (_, nth) => (asks[nth % 2] as Ask)('/v1/user/getCredits'));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  });

  it('a database that is not there ends the command with its reason, without the password', () => {
    const settings = {
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_DATABASE_URL: 'postgresql://lab:pw-4d7c1e90@127.0.0.1:1/papers',
    };
    const list = () =>
      execFileSync(process.execPath, [BUILT, 'account', 'list'], { env: environment(settings), stdio: 'pipe' });
    expect(list).toThrow(/The database could not be used/);
    expect(list).not.toThrow('pw-4d7c1e90');
  });
});
