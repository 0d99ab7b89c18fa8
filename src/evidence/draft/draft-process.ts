import type { DraftOrder } from './draft.ts';
import { readDraft } from './reading/read-draft.ts';

/** The process that reads drafts, one after the other. It ends with the process that started it. */

process.on('message', (order: DraftOrder) => {
  try {
    process.send?.(readDraft(order));
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unreadable';
    process.send?.({ problem });
  }
});
process.on('disconnect', () => process.exit());
