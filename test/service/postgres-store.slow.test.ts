import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { closeKey } from '../../src/service/store/core/creation-keys.ts';
import type { LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { connectPostgres, runSteps } from '../../src/service/store/postgres/connection.ts';
import { KEYS } from '../../src/service/store/postgres/jobs.ts';
import { databaseState } from '../../src/service/store/postgres/state.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import { until } from '../helpers/until.ts';
import { describeReviews } from './review-suite.ts';
import { describeStore } from './store-suite.ts';

const REQUEST = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 100 } } as const;

describe.skipIf(!hasPostgres())('the store in PostgreSQL (left out where none is installed)', () => {
  const server = postgresForTests();
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const openAt = async (url: Secret): Promise<ServiceStore> => {
    const store = await openPostgresStore(url);
    server.closeLater(store.close);
    return store;
  };

  it('has, of an older schema, the questions of reviews beside their logs, and none that no program can read', async () => {
    const url = server.database();
    await (await openPostgresStore(url)).close();
    const texts = ['{"what":"open","question":"Does it work?"}', 'odd', '{"question":null}', '{"question":"\\u0000"}'];
    const values = texts.map((text, index) => `(${index + 1}, 1, '${text}', '', 1, now())`).join(', ');
    server.run(
      url,
      `ALTER TABLE reviews DROP COLUMN question;
       UPDATE schema_version SET version = version - 1;
       INSERT INTO accounts (name, created_at) VALUES ('ana', now());
       INSERT INTO reviews (owner, opening, created_at) SELECT 1, i::text, now() FROM generate_series(1, 5) AS i;
       INSERT INTO review_events (review, n, text, hash, account, at) VALUES ${values}`,
    );
    await openAt(url);
    const questions = server.run(url, `SELECT string_agg('<' || question || '>', '' ORDER BY number) FROM reviews`);
    expect(questions.trim()).toBe('<Does it work?><><><><>');
  });

  describeStore(async () => {
    const url = server.database();
    const age = (ms: number) => {
      const past = `interval '${ms} ms'`;
      const jobs = `not_before = not_before - ${past}, lease_until = lease_until - ${past}, finished_at = finished_at - ${past}`;
      server.run(url, `UPDATE jobs SET ${jobs}`);
      const deliveries = `next_at = next_at - ${past}, lease_until = lease_until - ${past}, ended_at = ended_at - ${past}`;
      server.run(url, `UPDATE deliveries SET ${deliveries}`);
    };
    // The server's clock cannot be changed for one test: all moments that it wrote are moved the other way instead.
    const setClock = (ms: number) => {
      const columns = server
        .run(
          url,
          `SELECT table_name || ' ' || column_name || ' ' || udt_name FROM information_schema.columns
           WHERE table_schema = 'public' AND udt_name IN ('timestamptz', '_timestamptz')`,
        )
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string, string]);
      const moved = columns.map(([table, column, type]) => {
        const by = `interval '${-ms} ms'`;
        const value =
          type === 'timestamptz' ? `${column} + ${by}` : `array(SELECT t + ${by} FROM unnest(${column}) AS t)`;
        // What waits for no moment has this one.
        return `UPDATE ${table} SET ${column} = ${value}${type === 'timestamptz' ? ` WHERE ${column} > 'epoch'` : ''}`;
      });
      server.run(
        url,
        `ALTER TABLE ledger DISABLE TRIGGER USER; ${moved.join('; ')}; ALTER TABLE ledger ENABLE TRIGGER USER`,
      );
    };
    return { store: await openAt(url), age, setClock, restart: () => openAt(url) };
  });

  describe('a review', () => {
    describeReviews(async () => {
      const url = server.database();
      const longText = (characters: number) => `repeat('x', ${characters})`;
      return { store: await openAt(url), run: (statement: string) => server.run(url, statement), longText };
    });
  });

  it('keeps of closed keys the latest, by the order in which each was last closed, and every key of a job', async () => {
    const url = server.database();
    const store = await openAt(url);
    const account = (await store.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
    const { sql, close } = await connectPostgres(url);
    server.closeLater(close);
    await store.jobs.create(account, REQUEST, 10, { key: 'job', digest: 'd' });
    const keys = () => server.run(url, 'SELECT key FROM creation_keys ORDER BY key').trim().split('\n');
    const closed = (key: string) => runSteps(sql, closeKey(KEYS.close, account, key, 2));
    for (const key of ['a', 'b', 'a', 'c', 'job']) await closed(key);
    expect(keys()).toEqual(['a', 'c', 'job']);
    for (let nth = 0; nth < 5; nth += 1) await closed('c');
    expect(keys()).toEqual(['a', 'c', 'job']);
    for (const key of ['d', 'e']) await closed(key);
    expect(keys()).toEqual(['d', 'e', 'job']);
  });

  it('runs every statement of a transaction once more after a deadlock', async () => {
    const url = server.database();
    const store = await openAt(url);
    const account = (await store.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
    const old = await store.tokens.create(account);
    // No rollback takes back the number of a sequence.
    server.run(
      url,
      `CREATE SEQUENCE tries;
       CREATE FUNCTION deadlock_once() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF nextval('tries') = 1 THEN RAISE deadlock_detected; END IF; RETURN NEW; END $$;
       CREATE TRIGGER deadlock BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION deadlock_once()`,
    );
    const token = await store.tokens.replace(account);
    expect(await store.tokens.accountOf(token.reveal())).toBe(account);
    expect(await store.tokens.accountOf(old.reveal())).toBeUndefined();
  });

  it('is made by one of several processes that open an empty database at once', async () => {
    const url = server.database();
    const stores = await Promise.all([openAt(url), openAt(url), openAt(url)]);
    expect(await stores[0]?.accounts.create('ada', { basic: 1, pro: 0, privateKey: 0 })).toBe(1);
    expect((await stores[2]?.accounts.list())?.map(({ name }) => name)).toEqual(['ada']);
  });

  it('of a newer version is refused, and left as it is', async () => {
    const url = server.database();
    await (await openAt(url)).ping();
    server.run(url, 'UPDATE schema_version SET version = 99');
    await expect(openPostgresStore(url)).rejects.toThrow(/schema is 99/);
    expect(server.run(url, 'SELECT version FROM schema_version').trim()).toBe('99');
  });

  it('has an hour for changes of its tables, which a request has not', async () => {
    const url = server.database();
    // The database itself writes down how long the statements may take that change tables.
    server.run(
      url,
      `CREATE TABLE limits (statement text);
       CREATE FUNCTION note_limit() RETURNS event_trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO limits VALUES (current_setting('statement_timeout')); END $$;
       CREATE EVENT TRIGGER changes ON ddl_command_end EXECUTE FUNCTION note_limit()`,
    );
    const store = await openAt(url);
    expect(server.run(url, 'SELECT DISTINCT statement FROM limits').trim()).toBe('1h');
    server.run(url, 'ALTER TABLE write_probe ADD COLUMN limit_ms text DEFAULT current_setting($$statement_timeout$$)');
    await store.ping();
    expect(server.run(url, 'SELECT limit_ms FROM write_probe').trim()).toBe('5s');
  });

  it('never changes a row of the ledger', async () => {
    const url = server.database();
    await (await openAt(url)).accounts.create('ada', { basic: 1, pro: 0, privateKey: 0 });
    expect(() => server.run(url, 'UPDATE ledger SET credits = 9')).toThrow(/append only/);
    expect(() => server.run(url, 'DELETE FROM ledger')).toThrow(/append only/);
  });

  it('takes a token that another process has ended for a second at most', async () => {
    const url = server.database();
    const [admin, api] = [await openAt(url), await openAt(url)];
    const account = (await admin.accounts.create('ada', { basic: 1, pro: 0, privateKey: 0 })) as number;
    const first = (await admin.tokens.create(account)).reveal();
    expect(await api.tokens.accountOf(first)).toBe(account);
    const second = (await admin.tokens.replace(account)).reveal();
    expect(await api.tokens.accountOf(second)).toBe(account);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    expect(await api.tokens.accountOf(first)).toBeUndefined();
    expect(await api.tokens.accountOf(second)).toBe(account);
  });

  it('leases from a sudden thousand of jobs without reading them all', async () => {
    const url = server.database();
    const store = await openAt(url);
    for (const name of ['ada', 'ben']) await store.accounts.create(name, { basic: 1, pro: 0, privateKey: 0 });
    // As after a quiet time: the server knows of many jobs, all of them ended.
    const insert = (state: string) => `INSERT INTO jobs (id, account, operation, body, filters, state)
      SELECT '${state}' || n, 1 + n % 2, 'querySearch', '{}', '{}', '${state}' FROM generate_series(1, 1000) AS n`;
    server.run(url, insert('success'));
    server.run(url, 'ANALYZE');
    server.run(url, insert('queued'));
    const read = () =>
      Number(server.run(url, `SELECT idx_tup_fetch + seq_tup_read FROM pg_stat_user_tables WHERE relname = 'jobs'`));
    const before = read();
    expect(await store.jobs.lease()).toMatchObject({ id: 'queued1', account: 2 });
    // A connection that ends has told what it read.
    await store.close();
    expect((await until(() => Promise.resolve(read() - before), 'what was read')) < 100).toBe(true);
  });

  it('fetches an answer once, and asks each time whose it is and whether it is still there', async () => {
    const url = server.database();
    const store = await openAt(url);
    const credits = { basic: 100, pro: 0, privateKey: 0 };
    const [ada, ben] = [await store.accounts.create('ada', credits), await store.accounts.create('ben', credits)];
    await store.jobs.create(ada as number, REQUEST, 10);
    const job = (await store.jobs.lease()) as LeasedJob;
    await store.jobs.finish(job, { papers: [{ title: 'First' }], notes: [] });
    const answerNow = async (account = ada) => {
      const { answer } = (await store.jobs.find(account as number, job.id)) ?? {};
      return answer && gunzipSync(answer).toString('utf8');
    };
    const first = await answerNow();
    expect(first).toContain('First');
    const change = (what: string) => server.run(url, `UPDATE jobs SET ${what}`);
    const second = `'\\x${gzipSync('second').toString('hex')}'`;
    change(`answer = ${second}`);
    expect(await answerNow()).toBe(first);
    expect(await answerNow(ben)).toBeUndefined();
    // As after a restored backup, in which the job had not ended.
    change(`ended_by = 'another lease'`);
    expect(await answerNow()).toBe('second');
    const third = `'\\x${gzipSync('third').toString('hex')}'`;
    change(`answer = ${third}`);
    // Nothing that it deletes stays in memory.
    await store.jobs.expire(60_000);
    expect(await answerNow()).toBe('third');
    change('answer = NULL, expired_at = now()');
    expect(await store.jobs.find(ada as number, job.id)).toMatchObject({ expired: true, answer: undefined });
    change(`answer = ${second}, expired_at = NULL, ended_by = NULL`);
    expect(await answerNow()).toBe('second');
    change(`answer = NULL`);
    expect(await answerNow()).toBeUndefined();
  });

  it('wakes the other processes when there is new work', async () => {
    const url = server.database();
    const [api, worker] = [await openAt(url), await openAt(url)];
    const woken: string[] = [];
    worker.onWake((what) => woken.push(what));
    const listens = () => server.run(url, `SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN paperqueue'`);
    await until(() => Number(listens()) === 1, 'the listening connection');
    const before = woken.length;
    const account = (await api.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
    await api.jobs.create(account, REQUEST, 10);
    await until(() => woken.length > before, 'the notification');
    expect(woken.at(-1)).toBe('jobs');
  });

  it('listens again when an operator ended the connection on which it listened', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const url = server.database();
      const [api, worker] = [await openAt(url), await openAt(url)];
      const woken: string[] = [];
      worker.onWake((what) => woken.push(what));
      // It asks its connection now and then whether it still is one.
      const listening = () =>
        server.run(url, `SELECT pid FROM pg_stat_activity WHERE query IN ('LISTEN paperqueue', 'SELECT 1')`).trim();
      const first = await until(listening, 'the listening connection');
      server.run(url, `SELECT pg_terminate_backend(${first})`);
      const second = await until(() => {
        const found = listening();
        if (found === '') vi.advanceTimersByTime(5_000);
        return found !== first && found;
      }, 'another listening connection');
      expect(second).not.toBe(first);
      const before = woken.length;
      const account = (await api.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
      await api.jobs.create(account, REQUEST, 10);
      await until(() => woken.length > before, 'the notification');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is away while the server is, and works again after a crash of it, with nothing lost', async () => {
    const url = server.database();
    const store = await openAt(url);
    const account = (await store.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
    const created = (await store.jobs.create(account, REQUEST, 10)) as { id: string };
    server.crash();
    const found = await until(() => store.jobs.find(account, created.id).catch(() => undefined), 'the server');
    expect(found?.state).toBe('queued');
    expect((await store.accounts.flows(account)).basic).toEqual({
      granted: 9,
      spent: 1,
      refunded: 0,
      monthly: null,
      renewsAt: null,
    });
  });

  it('tells an operator how it is, and how long its work has waited', async () => {
    const url = server.database();
    expect(await databaseState(url)).toMatchObject({ schema: undefined, openJobs: 0, maxConnections: 100 });
    expect(server.run(url, `SELECT to_regclass('schema_version') IS NULL`).trim()).toBe('t');
    const store = await openAt(url);
    const account = (await store.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
    await store.jobs.create(account, REQUEST, 10);
    await store.jobs.create(account, REQUEST, 10);
    await store.jobs.lease();
    server.run(url, `UPDATE jobs SET created_at = created_at - interval '1 hour'`);
    server.run(url, `UPDATE jobs SET lease_until = lease_until - interval '5 min' WHERE state = 'running'`);
    const { schema, ...state } = await databaseState(url);
    expect(state).toMatchObject({ knownSchema: schema, openJobs: 2, wrongBalances: 0 });
    expect(Math.round(state.oldestJobSeconds / 60)).toBe(60);
    const { database } = await store.counts();
    expect(Math.round((database?.oldestJobSeconds ?? 0) / 60)).toBe(60);
    expect(Math.round((database?.oldestLeaseSeconds ?? 0) / 60)).toBe(5);
    expect(database?.connections.map(({ state }) => state)).toEqual(['idle', 'busy', 'awaited']);
    server.run(url, `UPDATE balances SET spent = 1 WHERE pool = 'basic'`);
    expect((await databaseState(url)).wrongBalances).toBe(1);
  });

  it('that cannot be reached is STORE_UNAVAILABLE, in words without the password', async () => {
    const url = new Secret('postgresql://lab:very-secret@127.0.0.1:1/papers');
    const error = await openPostgresStore(url).catch((error: unknown) => error);
    expect(error).toMatchObject({ details: { code: 'STORE_UNAVAILABLE', retryable: true } });
    expect(JSON.stringify(error) + String(error)).not.toContain('very-secret');
  });
});
