import type { ParsedEntry } from './parsed-entry.ts';

/**
 * A piece of a file that is parsed separately, with the line where it starts; or the reason why it could not be read.
 */
export type Piece = { line: number; text: string } | { line: number; problem: string };

/**
 * Splits a text as it arrives. The pieces do not depend on how it is divided into chunks. `end` returns the rest. At
 * most one piece is held in memory.
 */
export type Splitter = { push(chunk: string): Piece[]; end(): Piece[] };

/** One entry of a piece, with the line where it starts. */
export type LocatedEntry = { line: number; entry: ParsedEntry };

/** Parses the pieces of one file in order. */
export type PieceReader = {
  /** Called with every piece, including those that an earlier run processed, because later pieces may depend on it. */
  learn?(text: string, line: number): void;
  read(text: string, line: number): LocatedEntry[];
  /** The entries that waited for a piece that never arrived. */
  end?(): LocatedEntry[];
};

/** Longer pieces are reported and skipped, so that no file can fill the memory. */
export const MAX_PIECE_CHARACTERS = 4 * 1024 * 1024;

export function tooLong(line: number, maxCharacters: number): Piece {
  return { line, problem: `it is longer than ${Math.round(maxCharacters / 1024 / 1024)} million characters` };
}

export const UNFINISHED = 'the file ends in the middle of it';

/** Number of line ends in a part of a text. */
export function countLines(text: string, from = 0, to = text.length): number {
  // Limited to the part, because callers may ask about a long text often.
  const part = text.slice(from, to);
  let lines = 0;
  for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** A reader for pieces that are one entry each. */
export function single(read: (text: string) => ParsedEntry): PieceReader {
  return { read: (text, line) => [{ line, entry: read(text) }] };
}
