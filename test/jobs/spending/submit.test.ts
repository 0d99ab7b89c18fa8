import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import type { JobRecord } from '../../../src/jobs/ports/store.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { startDeadline, untilAborted } from '../../../src/lib/deadline.ts';
import { until } from '../../helpers/until.ts';
import { openStoreFile } from '../store/stores.ts';
import { errorOf, factsOf, failure, OPTIONS, openBench, REQUEST } from '../submitting.ts';

const QUERY = 'how do tides shape the settlement of mussels on rocky shores';
const MEASURED = { from: '2026-03-01T10:05:00.000Z', to: '2026-03-01T10:05:01.000Z' };
const OTHER: JobRequest = { ...REQUEST, filters: { limit: 100 } };

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

describe('a new request', () => {
  it('becomes a job that is created, charged and recorded', async () => {
    const { deps, service, store } = openBench();
    const { job, reused } = await submitJob(deps, REQUEST, OPTIONS);
    expect(reused).toBe(false);
    expect(job).toMatchObject({
      number: 1,
      jobId: 'job-1',
      status: 'queued',
      charged: 'yes',
      mode: 'hosted',
      account: 'account',
      operation: 'keywordSearch',
      request: REQUEST,
      cost: 2,
      pool: 'basic',
    });
    expect(store.byNumber(1)).toEqual(job);
    expect(service.created).toEqual([REQUEST]);
  });

  it('is recorded, with its credits held, before anything is sent', async () => {
    const { deps, service, store } = openBench();
    const seen: unknown[] = [];
    service.instead = async () => {
      seen.push(store.byNumber(1)?.status, store.committedSince('2000-01-01T00:00:00.000Z'));
      return { jobId: 'abc' };
    };
    await submitJob(deps, REQUEST, OPTIONS);
    expect(seen).toEqual(['submitting', 2]);
  });

  describe('whose scraper key the service does not know', () => {
    const key = new Secret('fc-hush');
    const open = () => {
      const bench = openBench({ scraperKey: key });
      bench.service.create = async (request, options) => {
        await options.beforeDial?.(request);
        await options.beforeDial?.({ ...request, body: { ...request.body, scraperKey: undefined } });
        if (bench.service.instead) return bench.service.instead();
        return { jobId: 'abc', without: 'scraperKey' };
      };
      bench.service.tells = { basic: 10, pro: 20, privateKey: 30 };
      return bench;
    };

    it('is charged to the pool of what was sent last, and the caller is told', async () => {
      const { deps, store } = open();
      expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({
        job: { pool: 'basic', charged: 'yes' },
        without: 'scraperKey',
      });
      expect(store.byNumber(1)?.pool).toBe('basic');
      expect(store.chargedSince('account', 'basic', '2000-01-01T00:00:00.000Z')).toBe(2);
      expect(store.chargedSince('account', 'privateKey', '2000-01-01T00:00:00.000Z')).toBe(0);
    });

    it('is judged by the balance of that pool if its answer is lost', async () => {
      const { deps, service, store } = open();
      service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
      await factsOf(submitJob(deps, REQUEST, OPTIONS));
      expect(store.byNumber(1)).toMatchObject({ status: 'unknown', pool: 'basic' });
      const now = new Date().toISOString();
      expect(store.evidence(1, { from: now, to: now })?.balanceBefore).toBe(10);
    });

    it('is intended for the right pool once that is known', async () => {
      const { deps, service, store } = open();
      Object.assign(service, {
        asTaken: (request: typeof REQUEST) => ({ ...request, body: { ...request.body, scraperKey: undefined } }),
      });
      const pools: unknown[] = [];
      service.create = async () => {
        pools.push(store.byNumber(1)?.pool);
        return { jobId: 'abc' };
      };
      await submitJob(deps, REQUEST, OPTIONS);
      expect(pools).toEqual(['basic']);
    });
  });

  it('leaves a row for every attempt to create it', async () => {
    const { deps, service, folder } = openBench();
    const create = service.create.bind(service);
    service.create = async (request, options) => {
      options.onAttempt?.('not sent');
      options.onAttempt?.('rate limited');
      return create(request, options);
    };
    await submitJob(deps, REQUEST, OPTIONS);
    const rows = openStoreFile(folder).all<{ job: number; outcome: string }>('SELECT job, outcome FROM attempts');
    expect(rows).toEqual(['not sent', 'rate limited', 'created'].map((outcome) => ({ job: 1, outcome })));
  });

  it('is given as long as it may wait, and no longer', async () => {
    const { deps, service } = openBench();
    service.instead = () =>
      new Promise((resolve) => {
        const signal = service.options.at(-1)?.deadline.signal;
        signal?.addEventListener('abort', () => resolve({ jobId: 'late' }));
      });
    const end = new AbortController();
    const long = submitJob(deps, OTHER, { creationMs: 600_000, deadline: untilAborted(end.signal) });
    await until(() => service.options.length === 1);
    await submitJob(deps, REQUEST, { creationMs: 50 });
    expect(service.options.map(({ deadline }) => deadline.signal.aborted)).toEqual([false, true]);
    end.abort();
    await long;
  });

  it('is told until when it may be tried', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(7_000);
    const { deps, service } = openBench();
    await submitJob(deps, REQUEST, { creationMs: 40_000 });
    await submitJob(deps, OTHER, { creationMs: 40_000, deadline: startDeadline(9_000) });
    await submitJob(deps, REQUEST, { creationMs: 4_000, deadline: startDeadline(9_000), fresh: true });
    expect(service.options.map(({ deadline }) => deadline.remainingMs())).toEqual([40_000, 9_000, 4_000]);
    vi.restoreAllMocks();
  });

  it('is told to its caller as soon as it is recorded; one that is there already is not', async () => {
    const { deps } = openBench();
    const told: (string | number)[] = [];
    const onIntent = ({ number, status }: JobRecord) => told.push(number, status);
    await submitJob(deps, REQUEST, { ...OPTIONS, onIntent });
    await submitJob(deps, REQUEST, { ...OPTIONS, onIntent });
    expect(told).toEqual([1, 'submitting']);
  });

  it('is among those in flight until it is over, however it ends', async () => {
    const { deps, service } = openBench();
    const work = submitJob(deps, REQUEST, OPTIONS);
    expect([...deps.inFlight]).toEqual([work]);
    await work;
    expect(deps.inFlight.size).toBe(0);
    service.fails(failure('UNAUTHORIZED', 'no'));
    const failing = submitJob(deps, OTHER, OPTIONS);
    expect(deps.inFlight.size).toBe(1);
    await errorOf(failing);
    expect(deps.inFlight.size).toBe(0);
  });
});

describe('the balance before a creation', () => {
  it('is measured for the pool of the job and recorded with it', async () => {
    const { deps, service, store } = openBench();
    service.tells = { basic: 9, pro: 40, totals: { basic: 10, pro: 44 } };
    await submitJob(deps, { ...REQUEST, body: { ...REQUEST.body, enrich: true } }, OPTIONS);
    expect(store.evidence(1, MEASURED)).toMatchObject({ balanceBefore: 40, totalBefore: 44 });
  });

  it('is asked for once in five minutes, so that it does not eat the pace', async () => {
    const { deps, service } = openBench();
    at('2026-03-01T10:00:00.000Z');
    await submitJob(deps, REQUEST, OPTIONS);
    at('2026-03-01T10:04:59.999Z');
    await submitJob(deps, OTHER, OPTIONS);
    expect(service.balanceReads).toBe(1);
    at('2026-03-01T10:05:00.000Z');
    await submitJob(deps, REQUEST, { ...OPTIONS, fresh: true });
    expect(service.balanceReads).toBe(2);
  });

  it('is not asked for by a call that re-attaches', async () => {
    const { deps, service } = openBench({ reuseMinutes: 600 });
    at('2026-03-01T10:00:00.000Z');
    await submitJob(deps, REQUEST, OPTIONS);
    at('2026-03-01T11:00:00.000Z');
    expect((await submitJob(deps, REQUEST, OPTIONS)).reused).toBe(true);
    expect(service.balanceReads).toBe(1);
  });

  it('is no condition: a job is created also when the service does not tell it', async () => {
    const { deps, service, store } = openBench();
    service.tells = undefined;
    await submitJob(deps, REQUEST, OPTIONS);
    service.balances = () => Promise.reject(failure('UPSTREAM_UNAVAILABLE', 'no'));
    await submitJob(deps, OTHER, OPTIONS);
    expect(service.created).toHaveLength(2);
    expect([store.evidence(1, MEASURED), store.evidence(2, MEASURED)]).toEqual([undefined, undefined]);
  });

  it('is asked of the embedded service once: it says that it keeps keys', async () => {
    const { deps, service } = openBench({ mode: 'embedded' });
    expect((await submitJob(deps, REQUEST, OPTIONS)).job.mode).toBe('embedded');
    expect(service.balanceReads).toBe(1);
    await submitJob(deps, REQUEST, { ...OPTIONS, fresh: true });
    expect(service.balanceReads).toBe(1);
  });
});

describe('the key of a creation', () => {
  it('is another one for each, and is kept until a day before the service forgets it', async () => {
    const { deps, service, store } = openBench();
    service.tells = { basic: 9, idempotencyKeyDays: 30 };
    await submitJob(deps, REQUEST, OPTIONS);
    await submitJob(deps, REQUEST, { ...OPTIONS, fresh: true });
    const keys = service.options.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expect([1, 2].map((number) => store.keptKey(number, inDays(28.9)))).toEqual(keys);
    expect(store.keptKey(1, inDays(29.1))).toBeUndefined();
  });

  it('is sent, but never asked about, where the service does not say that it keeps any', async () => {
    const { deps, service, store } = openBench();
    await submitJob(deps, REQUEST, OPTIONS);
    expect(service.options[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(store.keptKey(1, new Date().toISOString())).toBeUndefined();
  });
});

describe('an equal search that is unknown under an old token', () => {
  const unknown = async () => {
    const bench = openBench({ account: 'old' });
    bench.service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
    await errorOf(submitJob(bench.deps, REQUEST, OPTIONS));
    bench.service.instead = undefined;
    bench.service.created.length = 0;
    return { ...bench, deps: { ...bench.deps, account: 'new' } };
  };

  it.each([{}, { fresh: true }])('asks for acceptance and sends nothing: %o', async (more) => {
    const { deps, service } = await unknown();
    const facts = await factsOf(submitJob(deps, REQUEST, { ...OPTIONS, ...more }));
    expect(facts).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    expect(facts?.message).toContain('under another token');
    expect(facts?.next).toContain('acceptPossibleDoubleCharge');
    expect(service.created).toEqual([]);
    const accepted = { ...OPTIONS, acceptPossibleDoubleCharge: true };
    expect((await submitJob(deps, REQUEST, accepted)).reused).toBe(false);
    expect(service.created).toHaveLength(1);
  });

  it('does not concern another search, another service, or one that came to an end', async () => {
    const { deps, service, store } = await unknown();
    await submitJob(deps, { ...REQUEST, filters: { limit: 300 } }, OPTIONS);
    await submitJob({ ...deps, serviceIdentity: 'elsewhere' }, REQUEST, OPTIONS);
    store.settle(1, 'no');
    await submitJob({ ...deps, account: 'third' }, REQUEST, OPTIONS);
    expect(service.created).toHaveLength(3);
  });
});

describe('the scraper key', () => {
  const key = new Secret('fc-hush');
  const combined: JobRequest = { ...REQUEST, operation: 'combinedSearch' };
  const query: JobRequest = { operation: 'querySearch', body: { query: QUERY }, filters: { limit: 100 } };
  const withEnrich = (request: JobRequest, enrich: boolean): JobRequest => ({
    ...request,
    body: { ...request.body, enrich },
  });

  it.each<[string, JobRequest, string | undefined, string]>([
    ['a combined search', combined, 'fc-hush', 'privateKey'],
    ['a keyword search', REQUEST, 'fc-hush', 'privateKey'],
    ['a keyword search with enrichment', withEnrich(REQUEST, true), 'fc-hush', 'privateKey'],
    ['no keyword search without enrichment', withEnrich(REQUEST, false), undefined, 'basic'],
    ['no query search, which takes none', query, undefined, 'basic'],
    ['no query search with enrichment', withEnrich(query, true), undefined, 'pro'],
  ])('goes with %s', async (_what, request, sent, pool) => {
    const { deps, service } = openBench({ scraperKey: key });
    const { job } = await submitJob(deps, request, OPTIONS);
    expect(service.created[0]?.body.scraperKey).toBe(sent);
    expect(job.pool).toBe(pool);
  });

  it('does not replace or change anything else of the request', async () => {
    const { deps, service } = openBench({ scraperKey: key });
    await submitJob(deps, withEnrich(combined, true), OPTIONS);
    const { body } = combined;
    expect(service.created).toEqual([{ ...combined, body: { ...body, enrich: true, scraperKey: 'fc-hush' } }]);
  });

  it('is never recorded', async () => {
    const { deps, store, folder } = openBench({ scraperKey: key });
    await submitJob(deps, combined, OPTIONS);
    expect(store.byNumber(1)?.request).toEqual(combined);
    const everything = openStoreFile(folder).all('SELECT * FROM jobs');
    expect(JSON.stringify(everything)).not.toContain('hush');
  });

  it('makes a request another one than without it', async () => {
    const { deps, folder } = openBench();
    await submitJob(deps, REQUEST, OPTIONS);
    const keyed = openBench({ scraperKey: key }, folder);
    expect((await submitJob(keyed.deps, REQUEST, OPTIONS)).reused).toBe(false);
    expect((await submitJob(keyed.deps, withEnrich(REQUEST, false), OPTIONS)).reused).toBe(true);
  });
});
