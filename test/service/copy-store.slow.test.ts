import { spawn } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Secret } from '../../src/contract/secret.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import type { LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { lockServing } from '../../src/service/store/sqlite/served-folder.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import { type Outcome, runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { filledFolder, request, seen } from './filled-service.ts';

type Runner = (args: string[], settings: Record<string, string>) => Promise<Outcome>;

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
  /** Gives what it prints, or fails with what it says. */
  const run = async (args: string[], settings: Record<string, string>, runner: Runner = runHere) => {
    const { code, stdout, stderr } = await runner(args, settings);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  const copy = async (dataDir: string, url: Secret | undefined, runner?: Runner) => {
    const settings = {
      PAPERQUEUE_DATA_DIR: dataDir,
      ...(url && { PAPERQUEUE_DATABASE_URL: url.reveal() }),
    };
    return JSON.parse(await run(['store', 'copy', '--json'], settings, runner)) as object;
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
    const copied = { accounts: 3, jobs: 7, deliveries: 4, reviews: 1, review_events: 3, review_records: 2 };
    expect(await copy(dataDir, url, runCommand)).toEqual({ copied: expect.objectContaining(copied) });
    const store = await open(url);
    expect(before.jobs.map((job) => job?.state)).toEqual([
      ...['success', 'success', 'success', 'error', 'success', 'running', 'queued'],
    ]);
    expect(await seen({ ...folder, store })).toEqual(before);
    expect(await store.tokens.accountOf(folder.token.reveal())).toBe(folder.ada);
    expect(await store.tokens.accountOf(folder.old.reveal())).toBeUndefined();
    expect(await store.accounts.create('eve', { basic: 1, pro: 0, privateKey: 0 })).toBe(4);
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
    await copy(dataDir, url);
    const store = await open(url);
    await store.jobs.expire(MONTH_MS);
    expect(await seen({ ...folder, store })).toEqual(before);
  });

  it('leaves a folder that nobody serves by mistake, until its file has its old name', async () => {
    const { dataDir, url } = await filled();
    await copy(dataDir, url);
    const settings = { PAPERQUEUE_DATA_DIR: dataDir };
    const refusal = /were copied to PostgreSQL.*rename .*serve-copied\.sqlite back to serve\.sqlite/s;
    await expect(run(['account', 'list'], settings)).rejects.toThrow(refusal);
    await expect(run(['serve', '--port', '0'], settings)).rejects.toThrow(refusal);
    await expect(copy(dataDir, url)).rejects.toThrow(/were copied to PostgreSQL/);
    for (const end of ['', '-wal'])
      renameSync(join(dataDir, `serve-copied.sqlite${end}`), join(dataDir, `serve.sqlite${end}`));
    expect(await run(['account', 'list'], settings)).toContain('ada');
  });

  it('refuses a database that has accounts, and leaves it as it is', async () => {
    const { dataDir, url } = await filled();
    await (await open(url)).accounts.create('eve', { basic: 1, pro: 0, privateKey: 0 });
    await expect(copy(dataDir, url)).rejects.toThrow(/has accounts already/);
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
    if (when === 'after') await until(() => countAccounts(url) === '3');
    expect(countAccounts(url)).toBe(when === 'after' ? '3' : '0');
    expect(await copy(dataDir, url)).toEqual({
      copied: expect.objectContaining({ accounts: 3, jobs: 7, deliveries: 4 }),
    });
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
      expect(await copy(dataDir, url)).toEqual({
        copied: expect.objectContaining({ accounts: 3, jobs: 7, deliveries: 4 }),
      });
    },
  );

  describe('that was killed before the file had its new name', () => {
    const renamed = async () => {
      const folder = await filled();
      const first = await copy(folder.dataDir, folder.url);
      for (const end of ['', '-wal'])
        renameSync(join(folder.dataDir, `serve-copied.sqlite${end}`), join(folder.dataDir, `serve.sqlite${end}`));
      const database = openDatabase(join(folder.dataDir, 'serve.sqlite'), SERVICE_MIGRATIONS);
      server.closeLater(database.close);
      return { ...folder, first, database, file: sqliteStore(database) };
    };

    it('is recognised', async () => {
      const { dataDir, url, first } = await renamed();
      expect(await copy(dataDir, url)).toEqual(first);
      expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(false);
    });

    it('is recognised when a service has used the database since, and forgets nothing of that', async () => {
      const { dataDir, url, ada, ids } = await renamed();
      const used = await open(url);
      const key = { key: 'later', digest: 'd' };
      const created = await used.jobs.create(ada, request('later'), 100, key);
      const waiting = (await used.jobs.lease()) as LeasedJob;
      await used.jobs.finish(waiting, { papers: [], notes: [] });
      await used.tokens.replace(ada);
      await used.secrets.rotate(ada);
      await used.jobs.closeKey(ada, 'closed later');
      expect(waiting.id).toBe(ids[6]);
      expect(await copy(dataDir, url)).toEqual({ copied: expect.objectContaining({ accounts: 3, jobs: 8 }) });
      expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(false);
      expect(await used.jobs.repeated(ada, key)).toMatchObject({ id: (created as { id: string }).id });
    });

    type Since = [what: string, change: (file: ServiceStore, ada: number) => Promise<unknown>];
    it.each<Since>([
      ['a job', (file, ada) => file.jobs.create(ada, request('in the file'), 100)],
      [
        'the end of a job',
        async (file) => file.jobs.finish((await file.jobs.lease()) as LeasedJob, { papers: [], notes: [] }),
      ],
      ['credits', (file, ada) => file.accounts.topUp(ada, { basic: 1 })],
      ['a closed key', (file, ada) => file.jobs.closeKey(ada, 'closed in the file')],
      ['a token that is valid', (file, ada) => file.tokens.create(ada)],
      ['the end of a token', (file, ada) => file.accounts.revoke(ada)],
    ])('is refused when the file has %s that the database lacks', async (_what, change) => {
      const { dataDir, url, ada, file } = await renamed();
      await change(file, ada);
      await expect(copy(dataDir, url)).rejects.toThrow(/has accounts already/);
      expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(true);
    });

    it('is another service where the file has no accounts', async () => {
      const { url } = await renamed();
      const empty = temporaryFolder();
      openDatabase(join(empty, 'serve.sqlite'), SERVICE_MIGRATIONS).close();
      await expect(copy(empty, url)).rejects.toThrow(/has accounts already/);
    });
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
    await expect(copy(dataDir, url)).rejects.toThrow(/could not be used: could not extend file/);
    expect(countAccounts(url)).toBe('0');
    server.run(url, `DROP TRIGGER fill ON ${table}`);
    expect(await copy(dataDir, url)).toEqual({
      copied: expect.objectContaining({ accounts: 3, jobs: 7, deliveries: 4 }),
    });
  });

  it('is refused while a service runs on the folder', async () => {
    const { dataDir, url } = await filled();
    server.closeLater(lockServing(dataDir).release);
    await expect(copy(dataDir, url, runCommand)).rejects.toThrow(/Another `paperqueue serve` is running/);
  });

  it.each([
    ['ledger', 'NEW.credits = NEW.credits + 1', /differs from the file in .*FROM ledger/s],
    ['balances', 'NEW.spent = 0', /differs from the file in the balances/],
    ['jobs', `NEW.answer = '\\x00'`, /differs from the file in what is stored for/],
    ['review_events', `NEW.text = NEW.text || ' '`, /differs from the file in .*FROM review_events/s],
    ['review_records', `NEW.records = '\\x00'`, /differs from the file in what is stored for 1-3-0/],
  ])('copies nothing where rows of %s come out otherwise', async (table, change, message) => {
    const { dataDir, url } = await filled();
    await open(url);
    server.run(
      url,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change}; RETURN NEW; END $$;
       CREATE TRIGGER spoil BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION spoil()`,
    );
    await expect(copy(dataDir, url)).rejects.toThrow(message);
    expect(countAccounts(url)).toBe('0');
  });

  it('says what is missing: the address, or the file', async () => {
    const { dataDir, url } = await filled();
    await expect(copy(dataDir, undefined)).rejects.toThrow(/PAPERQUEUE_DATABASE_URL is not set/);
    await expect(copy(temporaryFolder(), url)).rejects.toThrow(/There is no .*serve\.sqlite/);
  });
});
