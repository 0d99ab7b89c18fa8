import { readDocument } from '../read-document.ts';
import type { Question } from './read-in-process.ts';

/** The process that reads texts: one question after the other. It ends with the process that started it. */

process.on('message', ({ text, format }: Question) => {
  process.send?.(readDocument(text, format));
});
process.on('disconnect', () => process.exit());
