import type { Database } from '../../platform/sqlite/database.ts';
import { watchSeries } from '../ports/store.ts';
import type { Watch, WatchStore } from '../ports/watches.ts';
import { selectRuns } from './runs.ts';

type WatchRow = { number: number; job: number; created_at: string };

/** The watched searches of a store. */
export function watchStore(database: Database): WatchStore {
  const read = ({ number, job, created_at: createdAt }: WatchRow): Watch => ({
    number,
    jobs: [job, ...selectRuns(database, watchSeries(number))],
    createdAt,
  });
  return {
    addWatch: (job) => {
      const sql = 'INSERT INTO watches (job, created_at) VALUES (?, ?)';
      const { lastInsertRowid } = database.run(sql, job, new Date().toISOString());
      return read(database.get<WatchRow>('SELECT * FROM watches WHERE number = ?', lastInsertRowid) as WatchRow);
    },
    watches: () => database.all<WatchRow>('SELECT * FROM watches ORDER BY number').map(read),
    removeWatch: (number) => database.run('DELETE FROM watches WHERE number = ?', number).changes === 1,
  };
}
