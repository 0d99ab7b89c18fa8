import { readDocument } from '../read-document.ts';
import type { ReadOrder } from './read-in-process.ts';

/** The process that reads texts: one question after the other. It ends with the process that started it. */

process.on('message', async ({ content, format }: ReadOrder) => {
  try {
    process.send?.(await readDocument(content, format));
  } catch {
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit());
// pdf.js drops promises of broken files beside the one that is waited for.
process.on('unhandledRejection', () => {});
