import { readScreening } from '../../formats/decisions/read-screening.ts';
import type { ReadRecords } from '../../formats/screened/read-record.ts';
import type { Paper } from '../../papers/paper.ts';
import type { DetectedFormat } from './detect-format.ts';
import { ParserStuck } from './parse-in-thread.ts';
import { createParser, type Parser, type ReadEntry, readAhead } from './parser.ts';
import { CutShort } from './unzip.ts';

/**
 * Reads a file of records together with the decisions in it, for a review. The whole file is held in memory. Entries
 * that are not papers are skipped silently, as in an import. `openParser` as in `importPapers`.
 */
export async function readScreenedFile(
  file: { name: string; text: AsyncIterable<string>; format: DetectedFormat },
  openParser: (format: DetectedFormat, skipPieces: number) => Parser | Promise<Parser> = createParser,
): Promise<ReadRecords> {
  const read: ReadRecords = { records: [], problems: [] };
  let row = 0;
  const take = (entry: ReadEntry) => {
    row += 1;
    if ('problem' in entry) read.problems.push({ row, line: entry.line, reason: entry.problem });
    if (!('paper' in entry)) return;
    if (entry.unread !== undefined) read.problems.push({ row, line: entry.line, reason: entry.unread });
    const { notes = [], ...paper } = entry.paper;
    const { screening, notes: others } = readScreening({ columns: entry.screening, notes }, file.name);
    read.records.push({ row, paper: withNotes(paper, others), screening });
  };
  const parser = await openParser(file.format, 0);
  try {
    for await (const pieces of readAhead(parser, file.text)) for (const { entries } of pieces) entries.forEach(take);
  } catch (error) {
    if (error instanceof ParserStuck) return { ...read, cut: error.message };
    if (!(error instanceof CutShort)) throw error;
    for (const { entries } of await parser.end(true)) entries.forEach(take);
    return { ...read, cut: error.message };
  }
  return read;
}

/** The decisions are stored in the review from now on, so they are removed from the paper's notes. */
function withNotes(paper: Omit<Paper, 'notes'>, notes: string[]): Paper {
  return notes.length > 0 ? { ...paper, notes } : paper;
}
