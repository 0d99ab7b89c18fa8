import { expect, it } from 'vitest';
import { openServiceFile } from '../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';
import { checkServedBooks } from '../../src/service/store/sqlite/served-books.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const REQUEST = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 200 } } as const;
const fail = () => expect.unreachable();

/** The file of a service with two accounts, one of which has spent two credits. */
async function openServed() {
  const folder = temporaryFolder();
  const { database, store } = openServiceFile(folder, SERVE_FILE, fail);
  const ada = (await store.accounts.create('ada', {
    basic: 9,
    pro: 'unlimited',
    privateKey: { monthly: 4 },
  })) as number;
  await store.accounts.create('ben', { basic: 3, pro: 0, privateKey: 0 });
  await store.jobs.create(ada, REQUEST, 10);
  return { folder, database, store };
}

it('the accounts of a service in a file are checked against their ledger', async () => {
  const { folder, database, store } = await openServed();
  expect(checkServedBooks(folder)).toBe(0);
  database.run(`UPDATE accounts SET basic = 900 WHERE name = 'ben'`);
  expect([checkServedBooks(folder), await store.accounts.wrongBalances()]).toEqual([1, 1]);
  database.run(`INSERT INTO ledger (account, pool, kind, credits, at) SELECT id, 'basic', 'lapse', 1, 0 FROM accounts`);
  expect(checkServedBooks(folder)).toBe(2);
  database.close();
});

it('a folder without such a file, or with one of another version, has nothing to check', async () => {
  expect(checkServedBooks(temporaryFolder())).toBeUndefined();
  const { folder, database } = await openServed();
  database.exec('PRAGMA user_version = 1');
  expect(checkServedBooks(folder)).toBeUndefined();
  database.close();
});
