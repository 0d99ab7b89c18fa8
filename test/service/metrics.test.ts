import { describe, expect, it } from 'vitest';
import { freeFailure } from '../../src/contract/errors.ts';
import { createMetrics } from '../../src/service/metrics.ts';
import { createJob, leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { createAccount, failJob, finishJob } from './file-store.ts';
import { readMetrics } from './metrics-text.ts';
import { KEYWORDS, openServiceFile } from './service.ts';

function openFigures() {
  const database = openServiceFile(temporaryFolder());
  const account = createAccount(database, 'ada', { basic: 100, pro: 100, privateKey: 0 }) as number;
  const create = (body: object = {}, limit: 100 | 300 = 100) =>
    createJob(database, account, { operation: 'keywordSearch', body: { ...KEYWORDS, ...body }, filters: { limit } });
  const metrics = createMetrics(sqliteStore(database));
  const figures = async () => readMetrics(await metrics.text());
  const lease = () => {
    const job = leaseJob(database);
    if (!job) throw new Error('no open job');
    return job;
  };
  return { database, create, lease, metrics, figures };
}

describe('the figures', () => {
  it('are empty before anything has happened, but for the depth of the queue', async () => {
    const figures = await openFigures().figures();
    expect(figures.get('paperqueue_queue_depth')).toBe(0);
    expect([...figures.keys()].filter((name) => /^paperqueue_(jobs|credits_total)\{/.test(name))).toEqual([]);
  });

  it('tell jobs by state and the depth of the queue, as the store has them', async () => {
    const { database, create, lease, figures } = openFigures();
    for (let job = 0; job < 4; job += 1) create();
    finishJob(database, lease(), { papers: [], notes: [] });
    failJob(database, lease());
    lease();
    const now = await figures();
    expect(now.get('paperqueue_jobs{state="queued"}')).toBe(1);
    expect(now.get('paperqueue_jobs{state="running"}')).toBe(1);
    expect(now.get('paperqueue_jobs{state="success"}')).toBe(1);
    expect(now.get('paperqueue_jobs{state="error"}')).toBe(1);
    expect(now.get('paperqueue_queue_depth')).toBe(2);
  });

  it('do not go on telling of jobs that are no longer in a state', async () => {
    const { database, create, lease, figures } = openFigures();
    create();
    expect((await figures()).get('paperqueue_jobs{state="queued"}')).toBe(1);
    finishJob(database, lease(), { papers: [], notes: [] });
    const now = await figures();
    expect(now.get('paperqueue_jobs{state="queued"}') ?? 0).toBe(0);
    expect(now.get('paperqueue_jobs{state="success"}')).toBe(1);
  });

  it('do not go on telling of callbacks that are no longer pending', async () => {
    const { database, create, lease, figures } = openFigures();
    create({ callbackUrl: 'https://receiver.invalid/done' });
    finishJob(database, lease(), { papers: [], notes: [] });
    expect((await figures()).get('paperqueue_deliveries{state="pending"}')).toBe(1);
    database.run(`UPDATE deliveries SET state = 'delivered'`);
    const now = await figures();
    expect(now.get('paperqueue_deliveries{state="pending"}') ?? 0).toBe(0);
    expect(now.get('paperqueue_deliveries{state="delivered"}')).toBe(1);
  });

  it('tell credits by pool: what was charged and what came back, the same at every look', async () => {
    const { database, create, lease, figures } = openFigures();
    create({}, 300);
    create({ enrich: true });
    failJob(database, lease());
    await figures();
    const now = await figures();
    expect(now.get('paperqueue_credits_total{pool="basic",kind="charge"}')).toBe(3);
    expect(now.get('paperqueue_credits_total{pool="pro",kind="charge"}')).toBe(1);
    expect(now.get('paperqueue_credits_total{pool="basic",kind="refund"}')).toBe(3);
    expect(now.get('paperqueue_credits_total{pool="pro",kind="refund"}')).toBeUndefined();
  });

  it('tell times of requests and jobs as they were reported', async () => {
    const { metrics, figures } = openFigures();
    const id = 'not-shown';
    metrics.request({ id, method: 'GET', route: '/v1/job/:jobId', status: 200, seconds: 0.003, account: 7 });
    metrics.request({ id, method: 'GET', route: '/v1/job/:jobId', status: 200, seconds: 0.3, account: 7 });
    metrics.finished({ state: 'success', seconds: 1.5 });
    const now = await figures();
    const labels = 'method="GET",route="/v1/job/:jobId",status="200"';
    expect(now.get(`paperqueue_request_seconds_count{${labels}}`)).toBe(2);
    expect(now.get(`paperqueue_request_seconds_sum{${labels}}`)).toBeCloseTo(0.303);
    expect(now.get('paperqueue_job_seconds_count{state="success"}')).toBe(1);
    expect([...now.keys()].join()).not.toContain(id);
  });

  it('tell nothing of jobs while the store is away, and that it is', async () => {
    const { database, create } = openFigures();
    create();
    const away = freeFailure({ code: 'STORE_UNAVAILABLE', message: 'away', retryable: true, next: 'Wait.' });
    const store = sqliteStore(database);
    let isAway = false;
    const metrics = createMetrics({ counts: async () => (isAway ? Promise.reject(away) : store.counts()) });
    const figures = async () => readMetrics(await metrics.text());
    expect((await figures()).get('paperqueue_store_up')).toBe(1);
    isAway = true;
    const meanwhile = await figures();
    expect(meanwhile.get('paperqueue_store_up')).toBe(0);
    expect([...meanwhile.keys()].filter((name) => /queue_depth|_jobs\{|deliveries|credits/.test(name))).toEqual([]);
    isAway = false;
    expect((await figures()).get('paperqueue_queue_depth')).toBe(1);
  });

  it('of a store on a server tell of its connections, and how long work has waited', async () => {
    const connections = [{ state: 'busy', connections: 3 } as const];
    const database = { connections, oldestJobSeconds: 70.5, oldestLeaseSeconds: 12 };
    const metrics = createMetrics({
      counts: async () => ({ jobs: [], open: 0, deliveries: [], credits: [], database }),
    });
    const figures = readMetrics(await metrics.text());
    expect(figures.get('paperqueue_database_connections{state="busy"}')).toBe(3);
    expect(figures.get('paperqueue_oldest_job_seconds')).toBe(70.5);
    expect(figures.get('paperqueue_oldest_lease_seconds')).toBe(12);
  });
});
