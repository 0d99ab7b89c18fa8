import { afterEach, describe, expect, it, vi } from 'vitest';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { describeReviews } from './review-suite.ts';
import { openServiceFile } from './service.ts';
import { describeStore } from './store-suite.ts';

afterEach(() => vi.useRealTimers());

describe('the store in a file', () => {
  describeStore(async () => {
    const database = openServiceFile(temporaryFolder());
    const age = (ms: number) => {
      database.run('UPDATE jobs SET not_before = not_before - ?, lease_until = lease_until - ?', ms, ms);
      database.run('UPDATE jobs SET finished_at = finished_at - ?', ms);
      const pending = 'next_at = next_at - ?, lease_until = lease_until - ?, ended_at = ended_at - ?';
      database.run(`UPDATE deliveries SET ${pending}`, ms, ms, ms);
    };
    const setClock = (ms: number) => {
      const now = Date.now() + ms;
      vi.useFakeTimers({ toFake: ['Date'], now });
    };
    const restart = async () => sqliteStore(database);
    return { store: sqliteStore(database), age, setClock, restart };
  });

  describe('a review', () => {
    describeReviews(async () => {
      const database = openServiceFile(temporaryFolder());
      const longText = (characters: number) => `hex(zeroblob(${characters / 2}))`;
      return { store: sqliteStore(database), run: (statement: string) => database.run(statement), longText };
    });
  });

  it('begins the month of an allowance with the first second of the calendar month in UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2028-02-29T23:59:59.999Z') });
    const store = sqliteStore(openServiceFile(temporaryFolder()));
    const may = (await store.accounts.create('may', { basic: { monthly: 1 }, pro: 0, privateKey: 0 })) as number;
    const search = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 100 } } as const;
    const create = () => store.jobs.create(may, search, 10);
    expect(await create()).toHaveProperty('id');
    expect(await create()).toEqual({ refused: 'credits' });
    expect(await store.accounts.find('may')).toMatchObject({ renewsAt: '2028-03-01T00:00:00.000Z' });
    vi.setSystemTime(Date.parse('2028-03-01T00:00:00.000Z'));
    expect(await store.accounts.find('may')).toMatchObject({
      balances: { basic: 1 },
      renewsAt: '2028-04-01T00:00:00.000Z',
    });
    expect(await create()).toHaveProperty('id');
    vi.setSystemTime(Date.parse('2028-03-31T23:59:59.999Z'));
    expect(await create()).toEqual({ refused: 'credits' });
  });
});
