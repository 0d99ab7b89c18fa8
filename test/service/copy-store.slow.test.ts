import { execFileSync, spawn } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Secret } from '../../src/contract/secret.ts';
import { lockServing } from '../../src/service/serve-lock.ts';
import type { LeasedDelivery, LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import { textNotes } from '../helpers/said.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

const request = (query: string) =>
  ({
    operation: 'querySearch',
    body: { query: `${query} "quoted", naïve ☃ \u0000`, callbackUrl: 'https://receiver.example/done' },
    filters: { limit: 200 },
  }) as const;
const KEY = { key: 'k 1', digest: 'd' };

/** A file with jobs and callbacks in every state. */
async function filledFolder() {
  const dataDir = temporaryFolder();
  const database = openDatabase(join(dataDir, 'serve.sqlite'), SERVICE_MIGRATIONS);
  const store = sqliteStore(database);
  const ada = (await store.accounts.create('ada', { basic: 50, pro: 0, privateKey: 7 })) as number;
  const bob = (await store.accounts.create('bob', { basic: 3, pro: 0, privateKey: 0 })) as number;
  await store.accounts.topUp(ada, { basic: 5 });
  const token = await store.tokens.create(ada);
  const old = await store.tokens.create(bob);
  await store.accounts.revoke(bob);
  await store.secrets.ensure(ada);
  await store.secrets.rotate(ada);
  await store.jobs.closeKey(ada, 'closed');
  const ids: string[] = [];
  const begin = async (name: string) => {
    ids.push(
      ((await store.jobs.create(ada, request(name), 100, ids.length === 0 ? KEY : undefined)) as { id: string }).id,
    );
    return (await store.jobs.lease()) as LeasedJob;
  };
  for (const [nth, end] of (['delivered', 'dead', 'pending'] as const).entries()) {
    await store.jobs.finish(await begin(end), { papers: [], notes: textNotes(`note ${nth} ☃`) });
    const lease = (await store.outbox.lease([])) as LeasedDelivery;
    if (end === 'pending') await store.outbox.retry(lease, 'status 500', 60_000);
    else await store.outbox[end](lease, 'status 200');
  }
  await store.jobs.fail(await begin('fails'), { notes: textNotes('why'), sources: [] });
  const early = await begin('early');
  await store.jobs.finish(early, { papers: [], notes: [] });
  // As versions before schema 6 stored it.
  database.run(
    'UPDATE jobs SET answer = NULL, results = ?, notes = ? WHERE id = ?',
    gzipSync('[]'),
    '["old"]',
    early.id,
  );
  await begin('at work');
  ids.push(((await store.jobs.create(ada, request('waits'), 100)) as { id: string }).id);
  return { dataDir, database, store, ada, ids, token, old };
}

/** What members and the operator can see. */
async function seen({ store, ada, ids }: { store: ServiceStore; ada: number; ids: readonly string[] }) {
  const found = await Promise.all(ids.map((id) => store.jobs.find(ada, id)));
  return {
    accounts: await store.accounts.list(),
    flows: await store.accounts.flows(ada),
    jobs: found.map((job) => job && { ...job, answer: job.answer && Buffer.from(job.answer).toString('hex') }),
    keyed: await store.jobs.keyed(ada, undefined, 10),
    repeated: await store.jobs.repeated(ada, KEY),
    closed: await store.jobs.repeated(ada, { key: 'closed', digest: 'd' }),
    deliveries: await store.outbox.list({ offset: 0, count: 10 }),
    secrets: (await store.secrets.active(ada)).map((secret) => secret.reveal()),
  };
}

describe.skipIf(!hasPostgres())('paperqueue store copy (left out where there is no PostgreSQL)', () => {
  const server = postgresForTests();

  const filled = async () => {
    const folder = await filledFolder();
    server.closeLater(folder.database.close);
    return { ...folder, url: server.database() };
  };
  const open = async (url: Secret) => {
    const store = await openPostgresStore(url);
    server.closeLater(store.close);
    return store;
  };
  const copy = (dataDir: string, url: Secret | undefined) => {
    const settings = {
      PAPERQUEUE_DATA_DIR: dataDir,
      ...(url && { PAPERQUEUE_DATABASE_URL: url.reveal() }),
    };
    const options = { env: environment(settings), encoding: 'utf8', stdio: 'pipe' } as const;
    return JSON.parse(execFileSync(process.execPath, [BUILT, 'store', 'copy', '--json'], options)) as object;
  };
  /** A run beside this process, on the other side of a proxy. */
  const copyThrough = (proxy: TcpProxy, dataDir: string, url: Secret) => {
    const through = new URL(url.reveal());
    through.port = String(proxy.port);
    const env = environment({ PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_DATABASE_URL: through.href });
    const child = spawn(process.execPath, [BUILT, 'store', 'copy'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = text(child.stderr).then((stderr) => ({ stderr }));
    return { ended, kill: () => child.kill('SIGKILL') };
  };
  const countAccounts = (url: Secret) => server.run(url, 'SELECT count(*) FROM accounts').trim();

  it('shows members and operator in PostgreSQL what they had in the file, and goes on from there', async () => {
    const { dataDir, url, ...folder } = await filled();
    const before = await seen(folder);
    expect(copy(dataDir, url)).toEqual({ copied: expect.objectContaining({ accounts: 2, jobs: 7, deliveries: 4 }) });
    const store = await open(url);
    expect(before.jobs.map((job) => job?.state)).toEqual([
      ...['success', 'success', 'success', 'error', 'success', 'running', 'queued'],
    ]);
    expect(await seen({ ...folder, store })).toEqual(before);
    expect(await store.tokens.accountOf(folder.token.reveal())).toBe(folder.ada);
    expect(await store.tokens.accountOf(folder.old.reveal())).toBeUndefined();
    expect(await store.accounts.create('eve', { basic: 1, pro: 0, privateKey: 0 })).toBe(3);
    // The job that was at work is another attempt's when its lease has ended; the one that waits is next.
    expect(await store.jobs.lease()).toMatchObject({ id: folder.ids[6], request: request('waits'), attempts: 1 });
    expect(await store.jobs.create(folder.ada, request('new'), 100)).toMatchObject({ id: expect.any(String) });
  });

  it('makes no results old that were young in the file, although a service has run on the database', async () => {
    const { dataDir, url, database, ...folder } = await filled();
    const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
    await (await open(url)).jobs.expire(MONTH_MS);
    // The service was off for longer than that.
    database.run('UPDATE jobs SET finished_at = finished_at - ?', 2 * MONTH_MS);
    const before = await seen(folder);
    copy(dataDir, url);
    const store = await open(url);
    await store.jobs.expire(MONTH_MS);
    expect(await seen({ ...folder, store })).toEqual(before);
  });

  it('leaves a folder that nobody serves by mistake, until its file has its old name', async () => {
    const { dataDir, url } = await filled();
    copy(dataDir, url);
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [BUILT, ...args], {
        env: environment({ PAPERQUEUE_DATA_DIR: dataDir }),
        encoding: 'utf8',
        stdio: 'pipe',
      });
    const refusal = /were copied to PostgreSQL.*rename .*serve-copied\.sqlite back to serve\.sqlite/s;
    expect(() => run('account', 'list')).toThrow(refusal);
    expect(() => run('serve', '--port', '0')).toThrow(refusal);
    expect(() => copy(dataDir, url)).toThrow(/were copied to PostgreSQL/);
    for (const end of ['', '-wal'])
      renameSync(join(dataDir, `serve-copied.sqlite${end}`), join(dataDir, `serve.sqlite${end}`));
    expect(run('account', 'list')).toContain('ada');
  });

  it('refuses a database that has accounts, and leaves it as it is', async () => {
    const { dataDir, url } = await filled();
    await (await open(url)).accounts.create('eve', { basic: 1, pro: 0, privateKey: 0 });
    expect(() => copy(dataDir, url)).toThrow(/has accounts already/);
    expect(countAccounts(url)).toBe('1');
  });

  it.each([
    ['reaches the database', 'after'],
    ['does not reach the database', 'before'],
  ] as const)('whose commit %s and is not answered is finished by the next run', async (_, when) => {
    const { dataDir, url, ...folder } = await filled();
    await open(url);
    const before = await seen(folder);
    const proxy = await startTcpProxy(Number(new URL(url.reveal()).port));
    server.closeLater(proxy.stop);
    const cut = proxy.cutAt('COMMIT', when);
    const { stderr } = await copyThrough(proxy, dataDir, url).ended;
    await cut;
    expect(stderr).toMatch(/unknown whether it was.*before you start a service/s);
    expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(true);
    // What a commit without its answer left is seen soon, not at once.
    if (when === 'after') await until(() => countAccounts(url) === '2');
    expect(countAccounts(url)).toBe(when === 'after' ? '2' : '0');
    expect(copy(dataDir, url)).toEqual({ copied: expect.objectContaining({ accounts: 2, jobs: 7, deliveries: 4 }) });
    expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(false);
    expect(await seen({ ...folder, store: await open(url) })).toEqual(before);
  });

  it.each(['INSERT INTO accounts', 'INSERT INTO jobs', 'INSERT INTO deliveries', 'GROUP BY account'])(
    'that is killed at %s leaves nothing, and the next run copies all',
    async (statement) => {
      const { dataDir, url } = await filled();
      await open(url);
      const proxy = await startTcpProxy(Number(new URL(url.reveal()).port));
      server.closeLater(proxy.stop);
      const cut = proxy.cutAt(statement, 'before');
      const run = copyThrough(proxy, dataDir, url);
      await cut;
      run.kill();
      await run.ended;
      await until(() => countAccounts(url) === '0');
      expect(copy(dataDir, url)).toEqual({ copied: expect.objectContaining({ accounts: 2, jobs: 7, deliveries: 4 }) });
    },
  );

  it('that was killed before the file had its new name is recognised, and only while nothing differs', async () => {
    const { dataDir, url, ada } = await filled();
    const first = copy(dataDir, url);
    const rename = () => {
      for (const end of ['', '-wal'])
        renameSync(join(dataDir, `serve-copied.sqlite${end}`), join(dataDir, `serve.sqlite${end}`));
    };
    rename();
    expect(copy(dataDir, url)).toEqual(first);
    rename();
    await (await open(url)).tokens.create(ada);
    expect(() => copy(dataDir, url)).toThrow(/has accounts already/);
    expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(true);
  });

  it.each(['jobs', 'deliveries'])('copies nothing into a disk that is full at the rows of %s', async (table) => {
    const { dataDir, url } = await filled();
    await open(url);
    server.run(
      url,
      `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER fill BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fill()`,
    );
    expect(() => copy(dataDir, url)).toThrow(/could not be used: could not extend file/);
    expect(countAccounts(url)).toBe('0');
    server.run(url, `DROP TRIGGER fill ON ${table}`);
    expect(copy(dataDir, url)).toEqual({ copied: expect.objectContaining({ accounts: 2, jobs: 7, deliveries: 4 }) });
  });

  it('is refused while a service runs on the folder', async () => {
    const { dataDir, url } = await filled();
    server.closeLater(lockServing(dataDir).release);
    expect(() => copy(dataDir, url)).toThrow(/Another `paperqueue serve` is running/);
  });

  it.each([
    ['ledger', 'NEW.credits = NEW.credits + 1', /differs from the file in .*FROM ledger/s],
    ['balances', 'NEW.spent = 0', /differs from the file in the balances/],
    ['jobs', `NEW.answer = '\\x00'`, /differs from the file in what is stored for/],
  ])('copies nothing where rows of %s come out otherwise', async (table, change, message) => {
    const { dataDir, url } = await filled();
    await open(url);
    server.run(
      url,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change}; RETURN NEW; END $$;
       CREATE TRIGGER spoil BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION spoil()`,
    );
    expect(() => copy(dataDir, url)).toThrow(message);
    expect(countAccounts(url)).toBe('0');
  });

  it('says what is missing: the address, or the file', async () => {
    const { dataDir, url } = await filled();
    expect(() => copy(dataDir, undefined)).toThrow(/PAPERQUEUE_DATABASE_URL is not set/);
    expect(() => copy(temporaryFolder(), url)).toThrow(/There is no .*serve\.sqlite/);
  });
});
