import { readDocument } from '../read-document.ts';
import type { ReadOrder } from './read-in-process.ts';

/** The process that reads texts, one request after the other. It ends with the process that started it. */

process.on('message', async ({ content, format }: ReadOrder) => {
  try {
    process.send?.(await readDocument(content, format));
  } catch {
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit());
// For broken files pdf.js also rejects promises that nobody awaits.
process.on('unhandledRejection', () => {});
