import { gunzipSync, gzipSync } from 'node:zlib';
import type { WirePaper } from '../../../contract/wire-paper.ts';
import { fromWire, toWire } from '../../../papers/wire.ts';
import type { Database } from '../../../platform/sqlite/database.ts';
import type { ReviewRecord, ReviewStore, SealedEvent } from '../../ports/reviews.ts';

/** The reviews of a store. */
export function reviewStore(database: Database): ReviewStore {
  const add = (review: number, events: readonly SealedEvent[], records: readonly ReviewRecord[] = []) => {
    for (const { n, text, hash } of events) {
      database.run('INSERT INTO review_events (review, n, text, hash) VALUES (?, ?, ?, ?)', review, n, text, hash);
    }
    if (records.length === 0) return;
    const packed = gzipSync(JSON.stringify(records.map(({ ref, paper }) => ({ ref, paper: toWire(paper) }))));
    const n = events.at(-1)?.n ?? 0;
    database.run('INSERT INTO review_records (review, n, records) VALUES (?, ?, ?)', review, n, packed);
  };
  const endOf = (review: number) =>
    database.get<{ n: number | null }>('SELECT max(n) AS n FROM review_events WHERE review = ?', review)?.n ?? 0;

  return {
    openReview: (events) =>
      database.transaction(() => {
        const { lastInsertRowid: review } = database.run('INSERT INTO reviews DEFAULT VALUES');
        add(review, events);
        return review;
      }),
    reviews: () =>
      database.all<{ number: number }>('SELECT number FROM reviews ORDER BY number').map(({ number }) => number),
    reviewEvents: (review, after) =>
      database.all<SealedEvent>(
        'SELECT n, text, hash FROM review_events WHERE review = ? AND n > ? ORDER BY n',
        review,
        after,
      ),
    reviewRecords: (review, after) =>
      database
        .all<{ records: Uint8Array }>(
          'SELECT records FROM review_records WHERE review = ? AND n > ? ORDER BY n',
          review,
          after,
        )
        .flatMap(({ records }) => unpack(records)),
    appendEvents: (review, events, records) =>
      database.transaction(() => {
        if (endOf(review) !== (events[0]?.n ?? 0) - 1) return false;
        add(review, events, records);
        return true;
      }),
    putAside: (review, from) =>
      database.transaction(() => {
        const where = 'FROM review_events WHERE review = ? AND n >= ?';
        database.run(
          `INSERT INTO review_events_aside (review, n, text, hash) SELECT review, n, text, hash ${where}`,
          review,
          from,
        );
        database.run(`DELETE ${where}`, review, from);
        database.run('DELETE FROM review_records WHERE review = ? AND n >= ?', review, from);
      }),
  };
}

function unpack(packed: Uint8Array): ReviewRecord[] {
  const records: { ref: string; paper: WirePaper }[] = JSON.parse(gunzipSync(packed).toString('utf8'));
  return records.map(({ ref, paper }) => ({ ref, paper: fromWire(paper) }));
}
