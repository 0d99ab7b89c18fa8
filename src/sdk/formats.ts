import { invalidInput } from '../contract/errors.ts';
import { unknownName } from '../contract/invalid.ts';
import { detectFormat } from '../importing/detect-format.ts';
import { IMPORT_FORMAT_NAMES } from '../importing/formats.ts';
import { createParser, type ReadEntry } from '../importing/parser.ts';
import { citationKeys as keysOf } from '../papers/citation-keys.ts';
import { EXPORT_FORMAT_NAMES } from '../papers/formats/write/export-formats.ts';
import { writePapers as write } from '../papers/formats/write/write-papers.ts';
import { toWire } from '../papers/wire.ts';
import type { Paper } from './types.ts';

/**
 * `paperqueue/formats`: reads and writes papers in the formats of reference managers and open sources. docs/api.md
 * shows how.
 */

export type * from './types.ts';

export type ReadFormat =
  | 'openalex'
  | 'semantic-scholar'
  | 'arxiv'
  | 'crossref'
  | 'zotero'
  | 'csl-json'
  | 'jsonl'
  | 'bibtex'
  | 'ris'
  | 'nbib'
  | 'csv';
export type WrittenFormat = 'bibtex' | 'ris' | 'csl-json' | 'csv' | 'jsonl' | 'markdown';

export const READ_FORMATS: readonly ReadFormat[] = IMPORT_FORMAT_NAMES.filter((name) => name !== 'scimago');
export const WRITTEN_FORMATS: readonly WrittenFormat[] = EXPORT_FORMAT_NAMES;

export type ReadPapers = {
  format: ReadFormat;
  papers: Paper[];
  /** Entries that could not be read, with the line that they start on; the rest is kept. */
  problems: { line: number; reason: string }[];
  /** Entries that are no papers. */
  passedOver: number;
};

const HEAD = 64 * 1024;

/**
 * Reads the papers of a text: identifiers and vocabulary normalised, texts cleaned, what is not known left out. The
 * format is told by the text, else by the ending of `fileName`; throws INVALID_INPUT when neither does, or `format` is
 * none that is read.
 */
export async function readPapers(
  text: string,
  { format, fileName = '' }: { format?: ReadFormat; fileName?: string } = {},
): Promise<ReadPapers> {
  if (format !== undefined) known('format', format, READ_FORMATS);
  const found = detectFormat(text.slice(0, HEAD), fileName, format);
  if (!found) throw invalidInput([{ field: 'text', message: 'text: nothing in it tells which format it is in' }]);
  if (found.name === 'scimago') throw invalidInput([{ field: 'text', message: 'text: a list of journals, no papers' }]);
  const read: ReadPapers = { format: found.name, papers: [], problems: [], passedOver: 0 };
  const parser = createParser(found);
  const pieces = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  for (const entry of pieces.flatMap(({ entries }) => entries)) settle(read, entry);
  return read;
}

function settle(read: ReadPapers, entry: ReadEntry): void {
  if ('problem' in entry) read.problems.push({ line: entry.line, reason: entry.problem });
  // Texts that complete a paper that is elsewhere are no papers here.
  else if (!('paper' in entry)) read.passedOver += 1;
  else read.papers.push(toWire(entry.paper, null));
}

/** The papers as the text of one file, in the order given, with the keys of {@link citationKeys}. */
export function writePapers(format: WrittenFormat, papers: readonly Paper[]): string {
  known('format', format, WRITTEN_FORMATS);
  const keys = keysOf(papers);
  return write(
    format,
    papers.map((paper, index) => ({ ref: paper.id ?? '', key: keys[index] as string, paper })),
  );
}

/** Citation keys such as `vaswani2017attention`, unique among these papers. */
export function citationKeys(papers: readonly Paper[]): string[] {
  return keysOf(papers);
}

function known(field: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw invalidInput([{ field, message: `${field}: ${unknownName('format', name, names)}` }]);
}
