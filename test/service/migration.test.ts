import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/sqlite/database.ts';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { balanceIn } from '../../src/service/store/sqlite/accounts.ts';
import { createJob, leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { textNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { failJob } from './file-store.ts';
import { storedJob } from './queues.ts';

const open: Database[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

function opened(path: string, migrations: readonly string[]): Database {
  const database = openDatabase(path, migrations);
  open.push(database);
  return database;
}

type Sum = { account: number; pool: string; credits: number };

/** A file as the first released schema left it: charges positive, refunds negative, a job at work, one in the queue. */
function fileOfSchema1(): { path: string; sums: Sum[] } {
  const path = join(temporaryFolder(), 'service.sqlite');
  const database = opened(path, SERVICE_MIGRATIONS.slice(0, 1));
  const account = 'INSERT INTO accounts (id, name, basic, pro, private_key, created_at) VALUES (?, ?, ?, ?, ?, 1)';
  database.run(account, 1, 'local', null, 40, 0);
  database.run(account, 2, 'other', 10, null, null);
  const job = `INSERT INTO jobs (id, account, operation, body, filters, state, created_at, finished_at, lease_token, lease_until, attempts, notes)
    VALUES (?, ?, 'querySearch', '{"query":"q"}', '{"limit":100}', ?, 1, ?, ?, ?, ?, '["a note"]')`;
  database.run(job, 'done', 1, 'success', 5, null, null, 1);
  database.run(job, 'failed', 1, 'error', 6, null, null, 1);
  database.run(job, 'left', 1, 'running', null, 'token', 1, 2);
  database.run(job, 'waiting', 2, 'queued', null, null, null, 0);
  const money = 'INSERT INTO ledger (account, job, pool, credits, at) VALUES (?, ?, ?, ?, 7)';
  database.run(money, 1, 'done', 'pro', 3);
  database.run(money, 1, 'failed', 'pro', 2);
  database.run(money, 1, 'failed', 'pro', -2);
  database.run(money, 1, 'left', 'basic', 1);
  database.run(money, 2, 'waiting', 'basic', 3);
  const sums = database.all<Sum>(
    'SELECT account, pool, sum(credits) AS credits FROM ledger GROUP BY account, pool ORDER BY account, pool',
  );
  return { path, sums };
}

const SPENT = `SELECT account, pool, sum(iif(kind = 'charge', credits, -credits)) AS credits FROM ledger
  WHERE kind <> 'grant' GROUP BY account, pool ORDER BY account, pool`;

describe('a file of the first schema', () => {
  it('keeps every sum of its ledger, with the kind of each row', () => {
    const { path, sums } = fileOfSchema1();
    expect(sums).toEqual([
      { account: 1, pool: 'basic', credits: 1 },
      { account: 1, pool: 'pro', credits: 3 },
      { account: 2, pool: 'basic', credits: 3 },
    ]);
    const database = opened(path, SERVICE_MIGRATIONS);
    expect(database.all(SPENT)).toEqual(sums);
    expect(database.all('SELECT job, kind, credits, at FROM ledger ORDER BY id')).toEqual([
      { job: 'done', kind: 'charge', credits: 3, at: 7 },
      { job: 'failed', kind: 'charge', credits: 2, at: 7 },
      { job: 'failed', kind: 'refund', credits: 2, at: 7 },
      { job: 'left', kind: 'charge', credits: 1, at: 7 },
      { job: 'waiting', kind: 'charge', credits: 3, at: 7 },
    ]);
    expect(balanceIn(database, 1, 'basic')).toBeNull();
    expect(balanceIn(database, 1, 'pro')).toBe(37);
    expect(balanceIn(database, 2, 'basic')).toBe(7);
  });

  it('keeps its jobs: what ended can be read, what was open is taken up, and a failure is refunded', () => {
    const { path } = fileOfSchema1();
    const database = opened(path, SERVICE_MIGRATIONS);
    expect(storedJob(database, 1, 'done')).toEqual({
      state: 'success',
      papers: [],
      sources: [],
      notes: textNotes('a note'),
      expired: false,
    });
    const taken = [leaseJob(database), leaseJob(database)] as LeasedJob[];
    expect(taken.map(({ id }) => id).sort()).toEqual(['left', 'waiting']);
    expect(taken.find(({ id }) => id === 'left')).toMatchObject({ attempts: 3, account: 1 });
    for (const lease of taken) failJob(database, lease);
    expect(balanceIn(database, 2, 'basic')).toBe(10);
    expect(database.all(SPENT)).toEqual([
      { account: 1, pool: 'basic', credits: 0 },
      { account: 1, pool: 'pro', credits: 3 },
      { account: 2, pool: 'basic', credits: 0 },
    ]);
  });

  it('has the guards of the new one afterwards, and new jobs are charged in it', () => {
    const { path } = fileOfSchema1();
    const database = opened(path, SERVICE_MIGRATIONS);
    expect(() => database.run('DELETE FROM ledger')).toThrow(/append only/);
    expect(() => database.run('UPDATE ledger SET credits = 9')).toThrow(/append only/);
    const request = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 300 } } as const;
    expect(createJob(database, 2, request)).toHaveProperty('id');
    expect(balanceIn(database, 2, 'basic')).toBe(4);
    expect(database.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it('has the questions of its reviews beside their logs, and none of those that no program can read', () => {
    const path = join(temporaryFolder(), 'service.sqlite');
    const old = opened(path, SERVICE_MIGRATIONS.slice(0, -1));
    old.run("INSERT INTO accounts (id, name, created_at) VALUES (1, 'ana', 1)");
    const openings = ['{"what":"open","question":"Does it work?"}', 'odd', '{"question":null}', undefined];
    for (const [index, text] of openings.entries()) {
      old.run('INSERT INTO reviews (number, owner, opening, created_at) VALUES (?, 1, ?, 1)', index + 1, String(index));
      if (text !== undefined) old.run(`INSERT INTO review_events VALUES (?, 1, ?, 'hash', 1, 1)`, index + 1, text);
    }
    const database = opened(path, SERVICE_MIGRATIONS);
    const questions = database.all<{ question: string }>('SELECT question FROM reviews ORDER BY number');
    expect(questions.map(({ question }) => question)).toEqual(['Does it work?', '', '', '']);
  });

  it('is left as it was when the way to the new one fails', () => {
    const { path, sums } = fileOfSchema1();
    // Something that this version does not expect: a second refund of one job.
    open[0]?.run(`INSERT INTO ledger (account, job, pool, credits, at) VALUES (1, 'failed', 'pro', -2, 8)`);
    expect(() => openDatabase(path, SERVICE_MIGRATIONS)).toThrow(/UNIQUE/);
    const [old] = open as [Database];
    expect(old.get('PRAGMA user_version')).toEqual({ user_version: 1 });
    expect(old.get('SELECT sum(credits) AS credits FROM ledger')).toEqual({
      credits: sums.reduce((sum, { credits }) => sum + credits, 0) - 2,
    });
  });
});
