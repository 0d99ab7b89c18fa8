import { writeBibtex } from './bibtex-out.ts';
import { writeCslJson } from './csl-json-out.ts';
import { writeCsv } from './csv-out.ts';
import type { ExportedPaper, ExportFormat } from './export-formats.ts';
import { writeJsonl } from './jsonl-out.ts';
import { writeMarkdown } from './markdown-out.ts';
import { writeRis } from './ris-out.ts';

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
