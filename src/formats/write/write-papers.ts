import { writeBibtex } from './bibtex.ts';
import { writeCslJson } from './csl-json.ts';
import { writeCsv } from './csv.ts';
import type { ExportedPaper, ExportFormat } from './export-formats.ts';
import { writeJsonl } from './jsonl.ts';
import { writeMarkdown } from './markdown.ts';
import { writeRis } from './ris.ts';

const WRITERS: Record<ExportFormat, (papers: readonly ExportedPaper[]) => string> = {
  bibtex: writeBibtex,
  ris: writeRis,
  'csl-json': writeCslJson,
  csv: writeCsv,
  jsonl: writeJsonl,
  markdown: writeMarkdown,
};

/** The papers as the text of one file, in the order given; no papers give an empty file that is still valid. */
export function writePapers(format: ExportFormat, papers: readonly ExportedPaper[]): string {
  return WRITERS[format](papers);
}
