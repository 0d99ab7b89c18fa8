import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Secret } from '../../src/contract/secret.ts';
import type { LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { databaseState } from '../../src/service/store/postgres/state.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { ServedProcess } from '../crash/serve-process.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { realRecords } from '../helpers/real-papers.ts';
import { textNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const REQUEST = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 100 } } as const;

describe.skipIf(!hasPostgres())('a database restored from its dump (left out where none is installed)', () => {
  let server: TestPostgres;
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => server?.stop());

  const openAt = async (url: Secret): Promise<ServiceStore> => {
    const store = await openPostgresStore(url);
    closers.push(store.close);
    return store;
  };

  const answers = async (url: Secret, token: string, paths: readonly string[]) => {
    const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_DATABASE_URL: url.reveal() };
    const served = new ServedProcess(['--concurrency', '0', '--requests-per-minute', '1000'], settings);
    closers.push(() => served.kill());
    const address = await served.address;
    const headers = { Authorization: `Bearer ${token}` };
    return Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(`${address}${path}`, { headers });
        return [answer.status, await answer.json()];
      }),
    );
  };

  it('answers members as before, with balances that are the sums of its ledger, and goes on', async () => {
    const url = server.database();
    const store = await openAt(url);
    const account = (await store.accounts.create('ada', { basic: 5, pro: 0, privateKey: 0 })) as number;
    const token = (await store.tokens.create(account)).reveal();
    const create = async (key: string) =>
      (await store.jobs.create(account, REQUEST, 10, { key, digest: 'd' })) as { id: string };
    const [ended, failed, open] = [await create('a'), await create('b'), await create('c')];
    await store.jobs.finish((await store.jobs.lease()) as LeasedJob, { papers: realRecords().slice(0, 9), notes: [] });
    await store.jobs.fail((await store.jobs.lease()) as LeasedJob, { notes: textNotes('Nothing could be searched.') });
    const paths = [ended, failed, open].map(({ id }) => `/v1/job/${id}`);
    const before = await answers(url, token, [...paths, '/v1/user/getCredits', '/v1/user/getJobs']);
    expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(before[0]?.[1]).toMatchObject({ status: 'success' });

    const copy = server.restored(url);
    expect(await answers(copy, token, [...paths, '/v1/user/getCredits', '/v1/user/getJobs'])).toEqual(before);
    const { schema, knownSchema, wrongBalances, openJobs } = await databaseState(copy);
    expect({ schema, wrongBalances, openJobs }).toEqual({ schema: knownSchema, wrongBalances: 0, openJobs: 1 });
    expect(() => server.run(copy, 'DELETE FROM ledger')).toThrow(/append only/);

    const again = await openAt(copy);
    expect(await again.jobs.create(account, REQUEST, 10, { key: 'a', digest: 'd' })).toEqual({
      id: ended.id,
      isRepeated: true,
    });
    expect(await again.jobs.lease()).toMatchObject({ id: open.id, attempts: 1 });
    expect(await again.jobs.create(account, REQUEST, 10)).toMatchObject({ id: expect.any(String) });
    expect((await again.accounts.flows(account)).basic).toEqual({
      granted: 5,
      spent: 4,
      refunded: 1,
      monthly: null,
      renewsAt: null,
    });
    expect((await store.accounts.flows(account)).basic).toEqual({
      granted: 5,
      spent: 3,
      refunded: 1,
      monthly: null,
      renewsAt: null,
    });
  });
});
