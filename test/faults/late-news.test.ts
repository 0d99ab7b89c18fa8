import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import type { JobRecord } from '../../src/jobs/ports/store.ts';
import { reconcileJob } from '../../src/jobs/spending/reconcile.ts';
import { type SubmitDeps, submitJob } from '../../src/jobs/spending/submit.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ChargingMemory, callbackUrlOf, type Fate } from './charging-memory.ts';

/**
 * News that comes late or crosses other news: each of these once led to a wrong verdict, and some to a second charge.
 */

const root = temporaryFolder();
const MORE_THAN_SETTLED_MS = 61_000;
/** Numbers that no process has. */
const OWN_PROCESS = 1_000_000_000;
const OTHER_PROCESS = 1_000_000_001;
const NEVER = new AbortController().signal;
const moment = () => new Promise((resolve) => setImmediate(resolve));

function world(more: Partial<SubmitDeps> = {}) {
  const memory = new ChargingMemory(() => vi.advanceTimersByTime(1));
  const folder = mkdtempSync(join(root, 'late-'));
  const store = openJobStore(folder, OWN_PROCESS, () => Date.now());
  const deps: SubmitDeps = {
    service: memory.service,
    store,
    mode: 'hosted',
    account: 'a',
    dailyCreditCap: undefined,
    serviceIdentity: 'service',
    scraperKey: undefined,
    edition: () => '',
    reuseMinutes: 1440,
    inFlight: new Set(),
    ...more,
  };
  let calls = 0;
  const search = async (topic: string, with_: SubmitDeps = deps): Promise<string> => {
    calls += 1;
    const body = { keywords: ['first', 'second', topic], callbackUrl: callbackUrlOf(calls) };
    const request: JobRequest = { operation: 'keywordSearch', body, filters: { limit: 100 } };
    return submitJob(with_, request, { creationMs: 5_000 }).then(
      ({ job, reused }) => (reused ? 'reused' : job.status),
      (error) => error.details.code,
    );
  };
  const fate = (next: Fate, stays: 'no' | 'charged' | 'uncharged' = 'no') => {
    memory.next = { fate: next, stays };
  };
  const job = (number: number) => store.byNumber(number) as JobRecord;
  return { memory, store, deps, search, fate, job, folder };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('balances that cross a creation', () => {
  it('leave the job unknown when the balance before was asked for before it and told after it', async () => {
    const { memory, deps, search, fate } = world();
    let tell = () => {};
    const asked = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const balances = async () => {
      await asked;
      return memory.service.balances(NEVER);
    };
    fate('ok');
    const lost = search('C', { ...deps, service: { ...memory.service, balances } });
    await moment();
    vi.advanceTimersByTime(10);
    expect(await search('D')).toBe('queued');
    fate('lost after');
    vi.advanceTimersByTime(10);
    tell();
    expect(await lost).toBe('CHARGE_UNKNOWN');
    vi.advanceTimersByTime(MORE_THAN_SETTLED_MS);
    fate('ok');
    expect(await search('C')).toBe('CHARGE_UNKNOWN');
    expect(memory.charges).toHaveLength(2);
  });

  it('leave the job unknown when another is created while the balance now travels', async () => {
    const { memory, deps, search, fate, job } = world();
    fate('lost after');
    await search('C');
    vi.advanceTimersByTime(MORE_THAN_SETTLED_MS);
    const balances = async () => {
      const told = await memory.service.balances(NEVER);
      fate('ok');
      await search('D');
      return told;
    };
    const { job: judged } = await reconcileJob({ ...deps, service: { ...memory.service, balances } }, job(1));
    expect(judged.charged).toBe('unknown');
  });
});

it('a charge that comes late is not put down to another job', async () => {
  const { memory, deps, search, fate, job, store } = world();
  fate('lost before');
  await search('D');
  vi.advanceTimersByTime(1);
  const from = new Date().toISOString();
  const told = await memory.service.balances(NEVER);
  store.saveBalances('a', told ?? {}, { from, to: new Date().toISOString() });
  vi.advanceTimersByTime(30_000);
  memory.charges.push({ call: 1, cost: 1, jobId: 'job-of-call-1' });
  await search('C');
  expect((await reconcileJob(deps, job(2))).job.charged).toBe('unknown');
  vi.advanceTimersByTime(MORE_THAN_SETTLED_MS);
  expect((await reconcileJob(deps, job(1))).job.charged).not.toBe('no');
  fate('ok');
  expect(await search('D')).toBe('CHARGE_UNKNOWN');
  expect(memory.charges).toHaveLength(1);
});

describe('outside the reuse window', () => {
  it('an unknown job still blocks an equal one', async () => {
    const { memory, search, fate } = world({ reuseMinutes: 0 });
    memory.tellsBalance = false;
    fate('lost after');
    await search('D');
    vi.advanceTimersByTime(10);
    expect(await search('D')).toBe('CHARGE_UNKNOWN');
    expect(memory.charges).toHaveLength(1);
  });

  it('a creation on its way is still joined', async () => {
    const { memory, search, fate } = world({ reuseMinutes: 0 });
    fate('ok', 'charged');
    const first = search('D');
    await moment();
    vi.advanceTimersByTime(10);
    fate('ok');
    expect(await search('D')).toBe('reused');
    memory.finishOne();
    expect(await first).toBe('queued');
    expect(memory.charges).toHaveLength(1);
  });
});

it('a creation is not judged as not charged while its process may still be sending it', async () => {
  const { memory, deps, search, fate, job } = world();
  fate('ok', 'uncharged');
  const late = search('D');
  await moment();
  vi.advanceTimersByTime(121_000);
  fate('429');
  await search('Z');
  vi.advanceTimersByTime(10 * MORE_THAN_SETTLED_MS);
  expect((await reconcileJob(deps, job(1))).job).toMatchObject({ status: 'unknown', charged: 'unknown' });
  expect(await search('D')).toBe('CHARGE_UNKNOWN');
  memory.finishOne();
  expect(await late).toBe('queued');
  expect(memory.charges).toHaveLength(1);
});

it('a creation that is confirmed after it was judged not charged is in the books', async () => {
  const { memory, deps, search, fate, job, store, folder } = world();
  fate('ok', 'uncharged');
  const late = search('D');
  await moment();
  // In another container the process of the first seems dead.
  const other = openJobStore(folder, OTHER_PROCESS, () => Date.now());
  vi.advanceTimersByTime(121_000);
  fate('429');
  await search('Z', { ...deps, store: other });
  vi.advanceTimersByTime(MORE_THAN_SETTLED_MS);
  expect((await reconcileJob({ ...deps, store: other }, job(1))).job.charged).toBe('no');
  memory.finishOne();
  expect(await late).toBe('queued');
  expect(job(1).charged).toBe('yes');
  expect(store.committedSince('2000')).toBe(1);
});
