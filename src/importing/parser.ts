import type { ParsedEntry } from '../formats/read/parsed-entry.ts';
import { type Paper, toPaper } from '../papers/paper.ts';
import { type DetectedFormat, openFormat } from './detect-format.ts';
import type { Piece } from './pieces.ts';

/** An entry of a file, with the line that it starts on. */
export type ReadEntry = { line: number } & ({ paper: Paper } | Exclude<ParsedEntry, { metadata: unknown }>);

/** What one piece of a file holds. A piece that an earlier run has read has no entries. */
export type ReadPiece = { characters: number; entries: ReadEntry[] };

/** Reads a text while it comes in; `end` gives what is left when there is no more. */
export type Parser = {
  push(chunk: string): ReadPiece[] | Promise<ReadPiece[]>;
  end(): ReadPiece[] | Promise<ReadPiece[]>;
};

/** A parser that works where it is called, so that nothing else runs until it answers. */
export type SyncParser = { push(chunk: string): ReadPiece[]; end(): ReadPiece[] };

/**
 * Reads a file of this format. Of the first `skipPieces` pieces it reads only what later ones depend on. `onPiece` is
 * called with the line of every piece before that piece is read.
 */
export function createParser(
  format: DetectedFormat,
  skipPieces = 0,
  onPiece: (line: number) => void = () => {},
): SyncParser {
  const { split, open } = openFormat(format);
  const splitter = split();
  const reader = open();
  let pieces = 0;
  const read = (piece: Piece): ReadPiece => {
    pieces += 1;
    onPiece(piece.line);
    if ('problem' in piece) {
      return { characters: 0, entries: pieces <= skipPieces ? [] : [{ line: piece.line, problem: piece.problem }] };
    }
    reader.learn?.(piece.text, piece.line);
    if (pieces <= skipPieces) return { characters: 0, entries: [] };
    const entries = reader.read(piece.text, piece.line).map(({ entry, line }) => toRead(entry, line));
    return { characters: piece.text.length, entries };
  };
  return {
    push: (chunk) => splitter.push(chunk).map(read),
    end: () => {
      const last = splitter.end().map(read);
      const waiting = reader.end?.().map(({ entry, line }) => toRead(entry, line)) ?? [];
      return waiting.length > 0 ? [...last, { characters: 0, entries: waiting }] : last;
    },
  };
}

function toRead(entry: ParsedEntry, line: number): ReadEntry {
  if (!('metadata' in entry)) return { line, ...entry };
  const paper = toPaper(entry.metadata);
  return typeof paper === 'string' ? { line, problem: paper } : { line, paper };
}
