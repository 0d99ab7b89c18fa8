import { type AsreviewOrder, limitSqliteMemory, readAsreview } from './read-asreview.ts';

/** The process that reads project files of ASReview. It ends with the process that started it. */

limitSqliteMemory();
process.on('message', (order: AsreviewOrder) => process.send?.(readAsreview(order)));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches this process, too; whoever asked hears of it, and ends us.
process.on('SIGINT', () => {});
