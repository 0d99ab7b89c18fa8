import { fileText } from '../formats/export-kinds.ts';
import type { ExportFormat } from '../formats/format-facts.ts';
import { writePapers } from '../formats/write-papers.ts';
import { citationKeys } from '../papers/citation-keys.ts';
import type { Paper } from '../papers/paper.ts';
import { markPapers } from '../papers/retraction/mark-papers.ts';
import type { PaperLibrary, RetractionTables } from './ports/library.ts';

type LibraryWithTable = PaperLibrary & Pick<RetractionTables, 'findRetractions'>;

/** Lines per part. */
const LINES = 500;

/**
 * Papers of the library in a format, in parts; all papers without `ids`. JSON Lines are streamed, and can be imported
 * without loss. Other formats are a single part, because citation keys depend on all papers; they include the marks of
 * the retraction table.
 */
export function* exportLibrary(
  library: LibraryWithTable,
  format: ExportFormat,
  ids?: readonly number[],
): Generator<string> {
  const records = ids === undefined ? library.records() : recordsOf(library, ids);
  if (format === 'jsonl') yield* jsonLines(records);
  else yield fileText(format, writeAll(library, records, format));
}

function* recordsOf(library: PaperLibrary, ids: readonly number[]): Generator<Paper> {
  for (const { record } of library.read(ids)) yield record;
}

function* jsonLines(records: Iterable<Paper>): Generator<string> {
  let lines: string[] = [];
  for (const record of records) {
    lines.push(`${JSON.stringify(record)}\n`);
    if (lines.length < LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function writeAll(library: LibraryWithTable, records: Iterable<Paper>, format: ExportFormat): string {
  const papers = markPapers([...records], library);
  const keys = citationKeys(papers);
  const exported = papers.map((paper, index) => ({ ref: paper.key, key: keys[index] as string, paper }));
  return writePapers(format, exported);
}
