import { runTask, type Task } from './tasks.ts';

/** The process that works on external texts, one task after the other. It ends with the process that started it. */

process.on('message', async (task: Task) => {
  try {
    process.send?.(await runTask(task));
  } catch {
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit());
// For broken files pdf.js also rejects promises that are never awaited.
process.on('unhandledRejection', () => {});
