import type { StoredEvent } from '../../platform/sealed-log.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import type { EventLogs } from '../ports/event-logs.ts';

/** The SQL names of one kind of logs: the table of logs, that of their events, and the column that names the log. */
type Names = { logs: string; events: string; log: string };

/** What else is written in the same transaction as a change of a log. */
type Also = () => void;

type Rows = Omit<EventLogs, 'append' | 'putAside'> & {
  append(log: number, events: readonly StoredEvent[], also?: Also): boolean;
  putAside(log: number, from: number, also?: Also): void;
};

/** The append-only logs of one kind in a store. */
export function eventLogs(database: Database, { logs, events, log }: Names): Rows {
  const add = (number: number, added: readonly StoredEvent[]) => {
    for (const { n, text, hash } of added)
      database.run(`INSERT INTO ${events} (${log}, n, text, hash) VALUES (?, ?, ?, ?)`, number, n, text, hash);
  };
  const endOf = (number: number) =>
    database.get<{ n: number | null }>(`SELECT max(n) AS n FROM ${events} WHERE ${log} = ?`, number)?.n ?? 0;

  return {
    open: (first) =>
      database.transaction(() => {
        const { lastInsertRowid: number } = database.run(`INSERT INTO ${logs} DEFAULT VALUES`);
        add(number, first);
        return number;
      }),
    numbers: () =>
      database
        .all<{ number: number }>(
          `SELECT number FROM ${logs} WHERE EXISTS (SELECT 1 FROM ${events} WHERE ${log} = number) ORDER BY number`,
        )
        .map(({ number }) => number),
    events: (number, after) =>
      database.all<StoredEvent>(
        `SELECT n, text, hash FROM ${events} WHERE ${log} = ? AND n > ? ORDER BY n`,
        number,
        after,
      ),
    append: (number, added, also) =>
      database.transaction(() => {
        if (endOf(number) !== (added[0]?.n ?? 0) - 1) return false;
        add(number, added);
        also?.();
        return true;
      }),
    putAside: (number, from, also) =>
      database.transaction(() => {
        const where = `FROM ${events} WHERE ${log} = ? AND n >= ?`;
        database.run(
          `INSERT INTO ${events}_aside (${log}, n, text, hash) SELECT ${log}, n, text, hash ${where}`,
          number,
          from,
        );
        database.run(`DELETE ${where}`, number, from);
        also?.();
      }),
  };
}
