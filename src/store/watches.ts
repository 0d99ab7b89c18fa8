import type { Watch, WatchStore } from '../jobs/ports/watches.ts';
import type { Database } from '../sqlite/database.ts';

type WatchRow = { number: number; jobs: string; created_at: string };

/** The watched searches of a store. */
export function watchStore(database: Database): WatchStore {
  const find = (number: number) => database.get<WatchRow>('SELECT * FROM watches WHERE number = ?', number);
  return {
    addWatch: (job) => {
      const sql = 'INSERT INTO watches (jobs, created_at) VALUES (?, ?)';
      const { lastInsertRowid } = database.run(sql, JSON.stringify([job]), new Date().toISOString());
      return readWatch(find(lastInsertRowid) as WatchRow);
    },
    watches: () => database.all<WatchRow>('SELECT * FROM watches ORDER BY number').map(readWatch),
    removeWatch: (number) => database.run('DELETE FROM watches WHERE number = ?', number).changes === 1,
    addRun: (number, job) => {
      const sql = `UPDATE watches SET jobs = json_insert(jobs, '$[#]', ?) WHERE number = ?`;
      database.run(sql, job, number);
    },
  };
}

function readWatch({ number, jobs, created_at: createdAt }: WatchRow): Watch {
  return { number, jobs: JSON.parse(jobs) as number[], createdAt };
}
