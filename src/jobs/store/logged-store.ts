import type { Database } from '../../platform/sqlite/database.ts';
import type { EventLogs } from '../ports/event-logs.ts';
import type { ReviewStore } from '../ports/reviews.ts';
import { eventLogs } from './event-log-rows.ts';
import { reviewStore } from './reviews/review-rows.ts';

/** The append-only logs of a store: those of reviews, and those of evidence tables. */
export type LoggedStore = ReviewStore & { tableLogs: EventLogs };

export function loggedStore(database: Database): LoggedStore {
  return {
    ...reviewStore(database),
    tableLogs: eventLogs(database, { logs: 'tables_of_evidence', events: 'events_of_tables', log: 'table_number' }),
  };
}
