import { afterEach, describe, vi } from 'vitest';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
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
});
