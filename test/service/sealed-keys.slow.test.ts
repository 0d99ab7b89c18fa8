import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { createSealer } from '../../src/service/scraping/sealer.ts';
import { openService } from '../../src/service/service.ts';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { until } from '../helpers/until.ts';
import { KEYWORDS } from './service.ts';

const SEALED = Uint8Array.of(0, 1, 255, 39, 92);

describe.skipIf(!hasPostgres())('scraper keys in PostgreSQL (left out where none is installed)', () => {
  const server = postgresForTests();

  it('stay with their job until it ends, however it ends', async () => {
    const url = server.database();
    const store = await openPostgresStore(url);
    onTestFinished(store.close);
    const account = (await store.accounts.create('ada', { basic: 0, pro: 0, privateKey: 9 })) as number;
    const body = { ...KEYWORDS, scraperKey: SCRAPER_KEY };
    const request: JobRequest = { operation: 'keywordSearch', body, filters: { limit: 100 } };
    const kept = () => server.run(url, 'SELECT count(*) FROM jobs WHERE sealed_key IS NOT NULL').trim();
    const lease = async () => (await store.jobs.lease()) as LeasedJob;
    const ends = [
      (job: LeasedJob) => store.jobs.finish(job, { papers: [], notes: [] }),
      (job: LeasedJob) => store.jobs.fail(job),
      async () => {
        const isOver = `lease_until = now() - interval '1 s', attempts = 3`;
        server.run(url, `UPDATE jobs SET ${isOver} WHERE state = 'running'`);
        expect(await store.jobs.lease()).toBeUndefined();
      },
    ];
    for (const end of ends) {
      await store.jobs.create(account, request, 9, undefined, SEALED);
      await store.jobs.release(await lease());
      const job = await lease();
      expect(Buffer.from(job.sealedKey ?? [])).toEqual(Buffer.from(SEALED));
      expect(kept()).toBe('1');
      await end(job);
      expect(kept()).toBe('0');
    }
  });

  it('reach the process that runs the job, and no row shows them', async () => {
    const url = server.database();
    const got: (string | undefined)[] = [];
    const open = async (concurrency: number) => {
      const store = await openPostgresStore(url);
      const service = openService({
        store,
        concurrency,
        resultsDays: 30,
        requestsPerMinute: 100,
        sealer: createSealer(new Secret('5e'.repeat(32))),
        search: (_, { scraperKey }) => {
          got.push(scraperKey?.reveal());
          return { papers: [], notes: [] };
        },
        papers: { byTitle: () => [], byId: () => undefined },
        checkScraperKey: async () => undefined,
        callbackUrlProblem: () => undefined,
        sendCallback: () => Promise.reject(new Error('there is no callback')),
        onError: () => {},
      });
      onTestFinished(() => service.close());
      return { store, app: service.app };
    };
    const api = await open(0);
    const account = (await api.store.accounts.create('ada', { basic: 0, pro: 0, privateKey: 9 })) as number;
    const token = (await api.store.tokens.create(account)).reveal();
    const created = await api.app.request('/v1/job/keywordSearch?limit=100', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...KEYWORDS, scraperKey: SCRAPER_KEY }),
    });
    expect([created.status, await created.text()]).toEqual([200, expect.stringContaining('jobId')]);
    expect(server.run(url, 'SELECT jobs::text FROM jobs')).not.toContain(Buffer.from(SCRAPER_KEY).toString('hex'));
    expect(server.run(url, 'SELECT jobs::text FROM jobs')).not.toContain(SCRAPER_KEY);
    await open(1);
    await until(() => got.length > 0, 'the search of the other process');
    expect(got).toEqual([SCRAPER_KEY]);
  });
});
