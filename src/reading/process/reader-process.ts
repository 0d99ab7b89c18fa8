import { readDocument } from '../read-document.ts';
import type { Question } from './read-in-process.ts';

/** The process that reads texts: one question after the other. It ends with the process that started it. */

process.on('message', async ({ content, format }: Question) => {
  process.send?.(await readDocument(content, format));
});
process.on('disconnect', () => process.exit());
