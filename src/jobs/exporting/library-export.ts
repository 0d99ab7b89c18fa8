import type { ExportFormat } from '../../formats/format-facts.ts';
import { writePapers } from '../../formats/write-papers.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import type { PaperLibrary } from '../ports/library.ts';
import type { RetractionTables } from '../ports/retractions.ts';
import { markPapers } from '../retractions.ts';
import { fileText } from './export.ts';

type LibraryWithTable = PaperLibrary & Pick<RetractionTables, 'findRetractions'>;

/** Lines per part. */
const LINES = 500;

/**
 * The whole library in a format, in parts. JSON Lines are streamed, and can be imported without loss. Other formats are
 * one part, because citation keys depend on all papers; they include the retraction table's marks.
 */
export function* exportLibrary(library: LibraryWithTable, format: ExportFormat): Generator<string> {
  if (format === 'jsonl') yield* jsonLines(library);
  else yield fileText(format, writeAll(library, format));
}

function* jsonLines(library: PaperLibrary): Generator<string> {
  let lines: string[] = [];
  for (const record of library.records()) {
    lines.push(`${JSON.stringify(record)}\n`);
    if (lines.length < LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function writeAll(library: LibraryWithTable, format: ExportFormat): string {
  const papers = markPapers([...library.records()], library);
  const keys = citationKeys(papers);
  const exported = papers.map((paper, index) => ({ ref: paper.key, key: keys[index] as string, paper }));
  return writePapers(format, exported);
}
