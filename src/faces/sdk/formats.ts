import './sentences.ts';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField, unknownName } from '../../contract/invalid.ts';
import { EXPORT_FORMAT_NAMES } from '../../formats/format-facts.ts';
import { IMPORT_FORMAT_NAMES } from '../../formats/import-names.ts';
import { writePapers as write } from '../../formats/write-papers.ts';
import { detectFormat } from '../../library/importing/detect-format.ts';
import { createParser, type ReadEntry } from '../../library/importing/parser.ts';
import { citationKeys as keysOf } from '../../papers/citation-keys.ts';
import { fromWire, toWire } from '../../papers/wire.ts';
import type { Paper, ReadFormat, WrittenFormat } from './types.ts';

/**
 * `paperqueue/formats`: reads and writes papers in the formats of reference managers and open sources. docs/api.md
 * shows how.
 */

export type * from './types.ts';

export const READ_FORMATS: readonly ReadFormat[] = IMPORT_FORMAT_NAMES.filter((name) => name !== 'scimago');
export const WRITTEN_FORMATS: readonly WrittenFormat[] = EXPORT_FORMAT_NAMES;

export type ReadPapers = {
  format: ReadFormat;
  papers: Paper[];
  /** Entries that could not be read, with the line where they start; the others are in `papers`. */
  problems: { line: number; reason: string }[];
  /** Entries that are not papers. */
  passedOver: number;
};

const HEAD = 64 * 1024;

export type ReadOptions = {
  /** Format of the text. Default: detected from the text, else from the extension of `fileName`. */
  format?: ReadFormat;
  /** Name of the file that contains the text. Default: none. */
  fileName?: string;
};

/**
 * Reads the papers of a text. Texts are cleaned, identifiers and vocabulary normalised. Throws INVALID_INPUT for an
 * unknown format, or if none is detected.
 */
export async function readPapers(text: string, { format, fileName = '' }: ReadOptions = {}): Promise<ReadPapers> {
  if (format !== undefined) checkName(format, READ_FORMATS);
  const detected = detectFormat(text.slice(0, HEAD), fileName, format);
  if (!detected) throw invalidInput([invalidField('text', 'nothing in it tells which format it is in')]);
  if (detected.name === 'scimago') throw invalidInput([invalidField('text', 'a list of journals, no papers')]);
  const read: ReadPapers = { format: detected.name, papers: [], problems: [], passedOver: 0 };
  const parser = createParser(detected);
  const pieces = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  for (const entry of pieces.flatMap(({ entries }) => entries)) settle(read, entry);
  return read;
}

function settle(read: ReadPapers, entry: ReadEntry): void {
  if ('problem' in entry) read.problems.push({ line: entry.line, reason: entry.problem });
  // Texts that complete a paper of another file are not papers here.
  else if (!('paper' in entry)) read.passedOver += 1;
  else {
    if (entry.unread !== undefined) read.problems.push({ line: entry.line, reason: entry.unread });
    read.papers.push(toWire(entry.paper));
  }
}

/** The papers as the text of one file, in the given order, with the keys of {@link citationKeys}. */
export function writePapers(format: WrittenFormat, papers: readonly Paper[]): string {
  checkName(format, WRITTEN_FORMATS);
  const found = papers.map(fromWire);
  const keys = keysOf(found);
  return write(
    format,
    found.map((paper, index) => ({ ref: paper.search?.id ?? '', key: keys[index] as string, paper })),
  );
}

/** Citation keys such as `vaswani2017attention`, unique among these papers. */
export function citationKeys(papers: readonly Paper[]): string[] {
  return keysOf(papers.map(fromWire));
}

function checkName(format: string, formats: readonly string[]): void {
  if (formats.includes(format)) return;
  throw invalidInput([invalidField('format', `${unknownName('format', format, formats)}`)]);
}
