import { type AsreviewOrder, limitSqliteMemory, readAsreview } from './read-asreview.ts';

/** The process that reads ASReview project files. It ends with the process that started it. */

limitSqliteMemory();
process.on('message', (order: AsreviewOrder) => process.send?.(readAsreview(order)));
process.on('disconnect', () => process.exit());
// Ctrl-C also reaches this process; the parent handles it and ends this one.
process.on('SIGINT', () => {});
