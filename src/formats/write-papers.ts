import { FORMATS } from './all-formats.ts';
import type { ExportedPaper } from './format.ts';
import type { ExportFormat } from './format-facts.ts';

/** The papers as the text of one file, in the given order; without papers it is an empty file that is still valid. */
export function writePapers(name: ExportFormat, papers: readonly ExportedPaper[], columns?: readonly string[]): string {
  const format = FORMATS.find((each) => each.name === name);
  if (!format?.write) throw new Error(`there is no writer of ${name}`);
  return format.write.papers(papers, columns);
}
