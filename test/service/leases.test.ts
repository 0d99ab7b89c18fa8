import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/platform/sqlite/database.ts';
import { LEASE_MS, type LeasedJob } from '../../src/service/store/port.ts';
import { balanceIn, ensureAccount } from '../../src/service/store/sqlite/accounts.ts';
import { createJob, leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { textNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { failExhaustedJobs, failJob, finishJob, postponeJob } from './file-store.ts';
import { storedJob } from './queues.ts';
import { KEYWORDS, ledgerOf, openService, openServiceFile } from './service.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
afterEach(() => vi.useRealTimers());

const CHARGE = { pool: 'basic', credits: 2 };
const REFUND = { pool: 'basic', credits: -2 };

/** A queue with one open job that cost two credits of ten. */
function queueOfOne() {
  const dataDir = temporaryFolder();
  const database = openServiceFile(dataDir);
  const account = ensureAccount(database, 'local', { basic: 10, pro: null, privateKey: null });
  const create = () =>
    createJob(database, account, { operation: 'keywordSearch', body: KEYWORDS, filters: { limit: 200 } });
  const created = create();
  if ('refused' in created) throw new Error(created.refused);
  const { id } = created;
  const state = () => storedJob(database, account, id);
  return { dataDir, database, account, create, id, state };
}

function lease(database: Database): LeasedJob {
  const job = leaseJob(database);
  if (!job) throw new Error('no open job');
  return job;
}

describe('a clock that is set back by a month', () => {
  it('holds neither a job of a dead worker up, nor a postponed one', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const { database, create, id } = queueOfOne();
    create();
    lease(database);
    postponeJob(database, lease(database), NOON + 5_000);
    vi.setSystemTime(NOON - 30 * 24 * 3_600_000);
    expect(leaseJob(database)).toBeUndefined();
    vi.setSystemTime(NOON - 30 * 24 * 3_600_000 + LEASE_MS + 1);
    expect([lease(database).id, lease(database).id]).toContain(id);
  });
});

/** As if the lease had been taken long ago by a worker that is silent since. */
function expireLeases(database: Database): void {
  database.run('UPDATE jobs SET lease_until = ?', Date.now() - 1);
}

function exhaust(database: Database): LeasedJob[] {
  return [1, 2, 3].map(() => {
    const job = lease(database);
    expireLeases(database);
    return job;
  });
}

describe('a lease', () => {
  it('keeps a job from other workers while it lasts', () => {
    const { database, id } = queueOfOne();
    expect(lease(database)).toMatchObject({ id, request: { operation: 'keywordSearch', filters: { limit: 200 } } });
    expect(leaseJob(database)).toBeUndefined();
  });

  it('is given to the oldest open job first', () => {
    const { database, create, id } = queueOfOne();
    database.run('UPDATE jobs SET created_at = created_at - 1000');
    create();
    expect(lease(database).id).toBe(id);
  });

  it('that was lost to another worker lets the late one neither finish nor fail the job', () => {
    const { database, id, state } = queueOfOne();
    const late = lease(database);
    expireLeases(database);
    const prompt = lease(database);
    expect(prompt.id).toBe(id);
    expect(finishJob(database, late, { papers: [{ title: 'Late' }], notes: [] })).toBe(false);
    failJob(database, late);
    expect(state()).toMatchObject({ state: 'running', papers: [] });
    expect(finishJob(database, prompt, { papers: [{ title: 'Prompt' }], notes: textNotes('note') })).toBe(true);
    expect(finishJob(database, late, { papers: [{ title: 'Late' }], notes: [] })).toBe(false);
    expect(state()).toEqual({
      state: 'success',
      papers: [{ title: 'Prompt' }],
      notes: textNotes('note'),
      sources: [],
      expired: false,
    });
    expect(ledgerOf(database)).toEqual([CHARGE]);
  });

  it('is used up by finishing: the same worker cannot finish or fail the job again', () => {
    const { database, state } = queueOfOne();
    const job = lease(database);
    expect(finishJob(database, job, { papers: [{ title: 'Once' }], notes: [] })).toBe(true);
    expect(finishJob(database, job, { papers: [{ title: 'Twice' }], notes: [] })).toBe(false);
    failJob(database, job);
    expect(state()?.papers).toEqual([{ title: 'Once' }]);
    expect(ledgerOf(database)).toEqual([CHARGE]);
  });
});

describe('a failed job', () => {
  it('gives its credits back once, however often it fails', () => {
    const { database, account, state } = queueOfOne();
    const job = lease(database);
    failJob(database, job);
    failJob(database, job);
    expect(state()?.state).toBe('error');
    expect(ledgerOf(database)).toEqual([CHARGE, REFUND]);
    expect(balanceIn(database, account, 'basic')).toBe(10);
  });
});

describe('a job that kills its workers', () => {
  it('is taken up three times and never again', () => {
    const { database } = queueOfOne();
    exhaust(database);
    expect(leaseJob(database)).toBeUndefined();
  });

  it('ends as an error with its credits back, and its last worker cannot finish it any more', () => {
    const { database, state } = queueOfOne();
    const last = exhaust(database)[2] as LeasedJob;
    failExhaustedJobs(database);
    failExhaustedJobs(database);
    expect(finishJob(database, last, { papers: [{ title: 'Too late' }], notes: [] })).toBe(false);
    expect(state()).toMatchObject({ state: 'error', papers: [] });
    expect(ledgerOf(database)).toEqual([CHARGE, REFUND]);
  });

  it('is not ended while its third worker still holds its lease', () => {
    const { database, state } = queueOfOne();
    exhaust(database);
    database.run('UPDATE jobs SET lease_until = ?', Date.now() + 60_000);
    failExhaustedJobs(database);
    expect(state()?.state).toBe('running');
  });

  it('shows as an error to whoever polls for it, and is not searched again', async () => {
    const { dataDir, database, id } = queueOfOne();
    exhaust(database);
    const searched: string[] = [];
    const { outcome } = openService({
      dataDir,
      basic: 10,
      search: ({ operation }) => {
        searched.push(operation);
        return { papers: [], notes: [] };
      },
    });
    expect(await outcome(id)).toEqual({ status: 'error' });
    expect(searched).toEqual([]);
    expect(ledgerOf(database)).toEqual([CHARGE, REFUND]);
  });

  it('is taken up by the next process when its first worker died', async () => {
    const { dataDir, database, id } = queueOfOne();
    lease(database);
    expireLeases(database);
    const { outcome } = openService({ dataDir, basic: 10 });
    expect(await outcome(id)).toMatchObject({ status: 'success' });
    expect(ledgerOf(database)).toEqual([CHARGE]);
  });
});
