import { describe, expect, it } from 'vitest';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { balanceIn } from '../../src/service/store/sqlite/accounts.ts';
import { createJob, leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { textNotes } from '../helpers/said.ts';
import { countOpenJobs, expireResults, failJob, finishJob, nextDue, postponeJob } from './file-store.ts';
import { age, CHARGED, CREDITS, moneyOf, openQueue, REFUNDED, rowOf, storedJob } from './queues.ts';

const REQUEST = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 200 } } as const;
const DAY = 24 * 60 * 60 * 1_000;

describe('whose job is next', () => {
  it('is the account with the fewest running jobs, whoever came first', () => {
    const { database, add } = openQueue('early', 'late');
    const early = [add('early', '1'), add('early', '2'), add('early', '3')];
    const late = [add('late', '1'), add('late', '2')];
    const order = Array.from({ length: 5 }, () => leaseJob(database)?.id);
    expect(order).toEqual([early[0], late[0], early[1], late[1], early[2]]);
  });

  it('is, with equally many at work, the account that was served longest ago', () => {
    const { database, add, accountOf } = openQueue('recent', 'long ago');
    add('recent', '1');
    const patient = add('long ago', '1');
    database.run('UPDATE accounts SET served_at = ? WHERE id = ?', Date.now(), accountOf('recent'));
    database.run('UPDATE accounts SET served_at = ? WHERE id = ?', Date.now() - 1_000, accountOf('long ago'));
    expect(leaseJob(database)?.id).toBe(patient);
  });

  it('does not count jobs of dead workers as running', () => {
    const { database, add } = openQueue('crashed', 'other');
    add('crashed', '1');
    add('crashed', '2');
    leaseJob(database);
    leaseJob(database);
    age(database, 60_000);
    add('other', '1');
    // The other one is first only by the turn: it has not been served yet.
    expect(leaseJob(database)?.account).toBe(2);
    expect(leaseJob(database)?.account).toBe(1);
  });

  it('is of one account the oldest job that is due', () => {
    const { database, add } = openQueue('lab');
    const [first, second, third] = [add('lab', '1'), add('lab', '2'), add('lab', '3')];
    const lease = leaseJob(database) as LeasedJob;
    expect(lease.id).toBe(first);
    postponeJob(database, lease, Date.now() + 10_000);
    expect([leaseJob(database)?.id, leaseJob(database)?.id, leaseJob(database)]).toEqual([second, third, undefined]);
    age(database, 10_000);
    expect(leaseJob(database)).toMatchObject({ id: first, attempts: 2 });
  });
});

describe('a job that was put off', () => {
  it('is open to nobody until it is due, and tells when that is', () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', '1');
    expect(nextDue(database)).toBe(0);
    const due = Date.now() + 5_000;
    postponeJob(database, leaseJob(database) as LeasedJob, due);
    expect(leaseJob(database)).toBeUndefined();
    expect(nextDue(database)).toBe(due);
    expect(countOpenJobs(database)).toBe(1);
    expect(storedJob(database, 1, job)?.state).toBe('queued');
    age(database, 5_000);
    expect(leaseJob(database)?.id).toBe(job);
  });

  it('cannot be put off by a worker that has lost it', () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', '1');
    const late = leaseJob(database) as LeasedJob;
    age(database, 60_000);
    const prompt = leaseJob(database) as LeasedJob;
    postponeJob(database, late, Date.now() + 5_000);
    expect(rowOf(database, job)).toMatchObject({ state: 'running', lease_token: prompt.token, not_before: -60_000 });
  });

  it('has no due time once it has ended', () => {
    const { database, add } = openQueue('lab');
    add('lab', '1');
    finishJob(database, leaseJob(database) as LeasedJob, { papers: [], notes: [] });
    expect(nextDue(database)).toBeUndefined();
  });
});

describe('the money of a job', () => {
  it('is one charge, and one refund at most, whatever the code does', () => {
    const { database, add, accountOf } = openQueue('lab');
    const job = add('lab', '1');
    const insert = (kind: string) =>
      database.run(
        `INSERT INTO ledger (account, job, pool, kind, credits, at) VALUES (?, ?, 'basic', ?, 1, 0)`,
        accountOf('lab'),
        job,
        kind,
      );
    expect(() => insert('charge')).toThrow(/UNIQUE/);
    insert('refund');
    expect(() => insert('refund')).toThrow(/UNIQUE/);
    // A failure after the refund, as by a clumsy repair, is no second one.
    failJob(database, leaseJob(database) as LeasedJob);
    expect(moneyOf(database, job).map(({ kind }) => kind)).toEqual(['charge', 'refund']);
  });

  it('cannot be changed or taken out of the ledger', () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', '1');
    expect(() => database.run('UPDATE ledger SET credits = 1')).toThrow(/append only/);
    expect(() => database.run('DELETE FROM ledger')).toThrow(/append only/);
    expect(() => database.run('DELETE FROM jobs WHERE id = ?', job)).toThrow(/FOREIGN KEY/);
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });

  it.each(['grant', 'charge', 'refund'])('is never nothing or less (%s)', (kind) => {
    const { database } = openQueue('lab');
    const sql = `INSERT INTO ledger (account, pool, kind, credits, at) VALUES (1, 'basic', ?, ?, 0)`;
    for (const credits of [0, -1]) expect(() => database.run(sql, kind, credits)).toThrow(/CHECK/);
  });

  it('is not taken when the job cannot be written', () => {
    const { database, accountOf } = openQueue('lab');
    database.run(`CREATE TRIGGER no_space BEFORE INSERT ON ledger BEGIN SELECT RAISE (ABORT, 'no space'); END`);
    expect(() => createJob(database, accountOf('lab'), REQUEST)).toThrow(/no space/);
    expect(database.all('SELECT id FROM jobs')).toEqual([]);
    expect(balanceIn(database, accountOf('lab'), 'basic')).toBe(CREDITS);
  });

  it('comes back with the failure, or neither happens', () => {
    const { database, add } = openQueue('lab');
    const job = add('lab', '1');
    const lease = leaseJob(database) as LeasedJob;
    database.run(`CREATE TRIGGER no_space BEFORE INSERT ON ledger BEGIN SELECT RAISE (ABORT, 'no space'); END`);
    expect(() => failJob(database, lease)).toThrow(/no space/);
    expect(rowOf(database, job)).toMatchObject({ state: 'running', lease_token: lease.token });
    database.run('DROP TRIGGER no_space');
    failJob(database, lease);
    expect(rowOf(database, job).state).toBe('error');
    expect(moneyOf(database, job)).toEqual(REFUNDED);
    expect(balanceIn(database, 1, 'basic')).toBe(CREDITS);
  });
});

describe('a queue that is full', () => {
  it('takes no job and no credits, and takes the next one when a place is free', () => {
    const { database, add, accountOf } = openQueue('lab');
    const create = () => createJob(database, accountOf('lab'), REQUEST, 2);
    const first = add('lab', '1');
    expect(create()).toHaveProperty('id');
    expect(create()).toEqual({ refused: 'queue' });
    // At work is in the queue as well.
    const lease = leaseJob(database) as LeasedJob;
    expect(lease.id).toBe(first);
    expect(create()).toEqual({ refused: 'queue' });
    expect(balanceIn(database, accountOf('lab'), 'basic')).toBe(CREDITS - 4);
    finishJob(database, lease, { papers: [], notes: [] });
    expect(create()).toHaveProperty('id');
    expect(balanceIn(database, accountOf('lab'), 'basic')).toBe(CREDITS - 6);
  });
});

describe('results that are given up', () => {
  it('are those of successes that ended before the moment; jobs and ledger stay', () => {
    const { database, add } = openQueue('lab');
    const [old, failed, fresh] = [add('lab', 'old'), add('lab', 'failed'), add('lab', 'fresh')];
    for (const job of [old, failed]) {
      const lease = leaseJob(database) as LeasedJob;
      if (job === failed) failJob(database, lease);
      else finishJob(database, lease, { papers: [{ title: 'Old' }], notes: textNotes('a note') });
    }
    database.run('UPDATE jobs SET finished_at = ? WHERE finished_at IS NOT NULL', Date.now() - 31 * DAY);
    finishJob(database, leaseJob(database) as LeasedJob, { papers: [{ title: 'Fresh' }], notes: [] });
    expireResults(database, 30 * DAY);
    expect(storedJob(database, 1, old)).toMatchObject({ state: 'success', papers: [], expired: true });
    expect(rowOf(database, old).answer).toBeNull();
    expect(storedJob(database, 1, fresh)).toMatchObject({ papers: [{ title: 'Fresh' }], expired: false });
    expect(storedJob(database, 1, failed)).toMatchObject({ state: 'error', expired: false });
    expect([old, failed, fresh].map((job) => moneyOf(database, job))).toEqual([CHARGED, REFUNDED, CHARGED]);
  });
});
