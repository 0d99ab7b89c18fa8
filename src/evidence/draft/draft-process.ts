import type { DraftOrder } from './draft.ts';
import { readDraft } from './reading/read-draft.ts';

/** The process that reads drafts, one at a time. It ends with its parent process. */

process.on('message', (order: DraftOrder) => {
  try {
    process.send?.(readDraft(order));
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unreadable';
    process.send?.({ problem });
  }
});
process.on('disconnect', () => process.exit());
