import { gunzipSync, gzipSync } from 'node:zlib';
import type { WirePaper } from '../../../contract/wire-paper.ts';
import { fromWire, toWire } from '../../../papers/wire.ts';
import type { Database } from '../../../platform/sqlite/database.ts';
import type { ReviewRecord, ReviewStore } from '../../ports/reviews.ts';
import { eventLogs } from '../event-log-rows.ts';

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
