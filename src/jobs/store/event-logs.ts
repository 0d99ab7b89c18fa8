import { gunzipSync, gzipSync } from 'node:zlib';
import type { WirePaper } from '../../contract/wire-paper.ts';
import { fromWire, toWire } from '../../papers/wire.ts';
import type { StoredEvent } from '../../platform/sealed-log.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import type { EventLogs } from '../ports/event-logs.ts';
import type { ReviewRecord, ReviewStore } from '../ports/reviews.ts';

/** The SQL names of one kind of logs: the table of logs, that of their events, and the column that names the log. */
type Names = { logs: string; events: string; log: string };

/** Further writes in the transaction of a change. */
type Also = () => void;

type Rows = Omit<EventLogs, 'append' | 'putAside'> & {
  append(log: number, events: readonly StoredEvent[], also?: Also): boolean;
  putAside(log: number, from: number, also?: Also): void;
};

function eventLogs(database: Database, { logs, events, log }: Names): Rows {
  const add = (number: number, added: readonly StoredEvent[]) => {
    for (const { n, text, hash } of added)
      database.run(`INSERT INTO ${events} (${log}, n, text, hash) VALUES (?, ?, ?, ?)`, number, n, text, hash);
  };
  const lastPosition = (number: number) =>
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
        if (lastPosition(number) !== (added[0]?.n ?? 0) - 1) return false;
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

/** The reviews of a store. */
export function reviewStore(database: Database): ReviewStore {
  const logs = eventLogs(database, { logs: 'reviews', events: 'review_events', log: 'review' });
  const addRecords = (review: number, n: number, records: readonly ReviewRecord[]) => {
    const packed = gzipSync(JSON.stringify(records.map(({ ref, paper }) => ({ ref, paper: toWire(paper) }))));
    database.run('INSERT INTO review_records (review, n, records) VALUES (?, ?, ?)', review, n, packed);
  };

  return {
    openReview: logs.open,
    // Even without an intact event a review is one.
    reviews: () =>
      database.all<{ number: number }>('SELECT number FROM reviews ORDER BY number').map(({ number }) => number),
    reviewEvents: logs.events,
    reviewRecords: (review, after) =>
      database
        .all<{ records: Uint8Array }>(
          'SELECT records FROM review_records WHERE review = ? AND n > ? ORDER BY n',
          review,
          after,
        )
        .flatMap(({ records }) => unpack(records)),
    appendEvents: (review, events, records = []) =>
      logs.append(review, events, () => {
        if (records.length > 0) addRecords(review, events.at(-1)?.n ?? 0, records);
      }),
    putAside: (review, from) =>
      logs.putAside(review, from, () => {
        database.run('DELETE FROM review_records WHERE review = ? AND n >= ?', review, from);
      }),
  };
}

function unpack(packed: Uint8Array): ReviewRecord[] {
  const records: { ref: string; paper: WirePaper }[] = JSON.parse(gunzipSync(packed).toString('utf8'));
  return records.map(({ ref, paper }) => ({ ref, paper: fromWire(paper) }));
}

/** The append-only logs of a store: those of reviews, and those of evidence tables. */
export type LoggedStore = ReviewStore & { tableLogs: EventLogs };

export function loggedStore(database: Database): LoggedStore {
  return {
    ...reviewStore(database),
    tableLogs: eventLogs(database, { logs: 'tables_of_evidence', events: 'events_of_tables', log: 'table_number' }),
  };
}
