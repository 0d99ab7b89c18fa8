import type { WirePaper } from '../../contract/paper.ts';
import type { ExportFormat } from '../../formats/write/export-formats.ts';
import { writePapers } from '../../formats/write/write-papers.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import { toWire } from '../../papers/wire.ts';
import type { PaperLibrary } from '../ports/library.ts';
import { fileText } from './export.ts';

/** Lines of one part. */
const LINES = 500;

/**
 * The whole library in a format, in parts. JSON Lines are streamed, and an import reads them back without loss. A text
 * of another format is one part, because citation keys depend on all papers.
 */
export function* exportLibrary(library: PaperLibrary, format: ExportFormat): Generator<string> {
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

function writeAll(library: PaperLibrary, format: ExportFormat): string {
  const papers: WirePaper[] = [];
  for (const record of library.records()) papers.push(toWire(record, null));
  const keys = citationKeys(papers);
  const exported = papers.map((paper, index) => ({ ref: paper.id ?? '', key: keys[index] as string, paper }));
  return writePapers(format, exported);
}
