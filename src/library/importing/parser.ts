import type { Screening } from '../../formats/decisions/screening.ts';
import type { ParsedEntry } from '../../formats/parsed-entry.ts';
import type { Piece } from '../../formats/pieces.ts';
import { type Paper, toPaper } from '../../papers/paper.ts';
import { type DetectedFormat, openFormat } from './detect-format.ts';

/** An entry of a file, with the line that it starts on. */
export type ReadEntry = { line: number } & (
  | { paper: Paper; screening?: Screening }
  | Exclude<ParsedEntry, { metadata: unknown }>
);

/** The content of one piece of a file. A piece that an earlier run has read has no entries. */
export type ReadPiece = { characters: number; entries: ReadEntry[] };

/** Reads a text as it arrives. `end` returns what is left, except half an entry at the end of a truncated text. */
export type Parser = {
  push(chunk: string): ReadPiece[] | Promise<ReadPiece[]>;
  end(isCut?: boolean): ReadPiece[] | Promise<ReadPiece[]>;
};

/** A parser that works where it is called, so that nothing else runs until it answers. */
export type SyncParser = { push(chunk: string): ReadPiece[]; end(isCut?: boolean): ReadPiece[] };

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
    end: (isCut = false) => {
      const last = isCut ? [] : splitter.end().map(read);
      const waiting = reader.end?.().map(({ entry, line }) => toRead(entry, line)) ?? [];
      return waiting.length > 0 ? [...last, { characters: 0, entries: waiting }] : last;
    },
  };
}

/** Text that may be with the parser while the caller works: about as much as one transaction stores. */
const AHEAD_CHARACTERS = 4 * 1024 * 1024;

/**
 * What the parser finds in a text. It continues while the caller stores earlier results; an error is thrown after
 * everything before it.
 */
export async function* readAhead(parser: Parser, text: AsyncIterable<string>): AsyncGenerator<readonly ReadPiece[]> {
  const ahead: { characters: number; found: Promise<readonly ReadPiece[]> }[] = [];
  let characters = 0;
  async function* take(most: number) {
    while (characters > most) {
      const next = ahead.shift();
      if (!next) return;
      characters -= next.characters;
      try {
        yield await next.found;
      } catch (error) {
        // Results after a gap are dropped.
        ahead.length = 0;
        throw error;
      }
    }
  }
  try {
    for await (const chunk of text) {
      const found = Promise.resolve(parser.push(chunk));
      // Awaited when its turn comes.
      found.catch(() => undefined);
      ahead.push({ characters: chunk.length, found });
      characters += chunk.length;
      yield* take(AHEAD_CHARACTERS);
    }
  } catch (error) {
    yield* take(0);
    throw error;
  }
  yield* take(0);
  yield await parser.end();
}

function toRead(entry: ParsedEntry, line: number): ReadEntry {
  if (!('metadata' in entry)) return { line, ...entry };
  const { metadata, ...screening } = entry;
  const paper = toPaper(metadata);
  return typeof paper === 'string' ? { line, problem: paper } : { line, paper, ...screening };
}
