import { afterEach, describe, expect, it } from 'vitest';
import { some } from '../helpers/runs.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type FileService, openFileService } from './file-service.ts';
import { createAccount } from './file-store.ts';
import { QUERY } from './service.ts';

const opened: FileService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

/** A service whose file may not grow beyond so many pages: SQLite then fails as on a full disk (SQLITE_FULL). */
function serve() {
  const errors: string[] = [];
  const service = openFileService({
    ...BARE_PARTS,
    dataDir: temporaryFolder(),
    resultsDays: 30,
    search: () => new Promise(() => {}),
    onError: (event, error) => errors.push(`${event}: ${error}`),
    accountOfToken: () => 1,
  });
  opened.push(service);
  const { database } = service;
  createAccount(database, 'lab', { basic: 100_000, pro: 0, privateKey: 0 });
  const pages = () => (database.get<{ page_count: number }>('PRAGMA page_count') as { page_count: number }).page_count;
  const count = (sql: string) => (database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`) as { n: number }).n;
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await service.app.fetch(new Request(`http://service.invalid${path}`, init));
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as { error?: string } };
  };
  return {
    errors,
    ask,
    create: () => ask('POST', '/v1/job/querySearch', { query: `${QUERY.query} `.repeat(60) }),
    ready: async () => (await ask('GET', '/readyz')).status,
    limit: (spare: number) => database.get(`PRAGMA max_page_count = ${pages() + spare}`),
    books: () => ({
      jobs: count('jobs'),
      charges: count(`ledger WHERE kind = 'charge'`),
      keys: count('creation_keys'),
    }),
  };
}

describe('serve on a full disk', () => {
  it('refuses creations before anything is taken, says so, is not ready, and goes on when there is room', async () => {
    const { create, ready, limit, books, ask } = serve();
    expect([await ready(), (await create()).status]).toEqual([200, 200]);
    limit(0);
    let refused = await create();
    // What is free within the file is used up first.
    for (let tries = 0; refused.status === 200 && tries < 50; tries += 1) refused = await create();
    const before = books();
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, headers, json } = await create();
      expect([status, headers.get('retry-after')]).toEqual([503, '30']);
      expect(json.error).toMatch(/full disk.*no job was created and nothing was charged/);
    }
    expect(books()).toEqual(before);
    expect(before.charges).toBe(before.jobs);
    expect(await ready()).toBe(503);
    // Reading goes on.
    expect((await ask('GET', '/v1/user/getCredits')).status).toBe(200);
    limit(10_000);
    expect([await ready(), (await create()).status]).toEqual([200, 200]);
  });

  it('with any number of pages left: a creation is there whole and charged, or not at all', async () => {
    for (const spare of some([...Array(20).keys()], { first: 1 })) {
      const { create, limit, books } = serve();
      limit(spare);
      for (let tries = 0; tries < 25; tries += 1) {
        const before = books();
        const { status } = await create();
        const taken = status === 200 ? 1 : 0;
        expect([200, 503]).toContain(status);
        expect(books()).toEqual({ ...before, jobs: before.jobs + taken, charges: before.charges + taken });
      }
    }
  });
});
