import type { Screening } from '../../formats/decisions/screening.ts';
import type { ParsedEntry } from '../../formats/parsed-entry.ts';
import type { Piece } from '../../formats/pieces.ts';
import { unreadDate } from '../../papers/dates.ts';
import { type Paper, toPaper } from '../../papers/paper.ts';
import { type DetectedFormat, openFormat } from './detect-format.ts';

/** An entry of a file, with the line where it starts. */
export type ReadEntry = { line: number } & (
  | { paper: Paper; screening?: Screening; unread?: string }
  | Exclude<ParsedEntry, { metadata: unknown }>
);

/** The content of one piece of a file. A piece that an earlier run processed has no entries. */
export type ReadPiece = { characters: number; entries: ReadEntry[] };

/** Parses a text as it arrives. `end` returns the rest, except an incomplete entry at the end of a truncated text. */
export type Parser = {
  push(chunk: string): ReadPiece[] | Promise<ReadPiece[]>;
  end(isCut?: boolean): ReadPiece[] | Promise<ReadPiece[]>;
};

/** A synchronous parser: it blocks its thread until it returns. */
export type SyncParser = { push(chunk: string): ReadPiece[]; end(isCut?: boolean): ReadPiece[] };

/**
 * Opens a parser for this format. Of the first `skipPieces` pieces it reads only what later ones depend on. `onPiece`
 * is called with the line of each piece before that piece is parsed.
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

/** Maximum characters that the parser may be ahead of the caller: about as much as one transaction stores. */
const AHEAD_CHARACTERS = 4 * 1024 * 1024;

/**
 * Yields what the parser finds in a text. Parsing continues while the caller stores earlier results. An error is thrown
 * after all results before it.
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
        // Results after a failed one are dropped.
        ahead.length = 0;
        throw error;
      }
    }
  }
  try {
    for await (const chunk of text) {
      const found = Promise.resolve(parser.push(chunk));
      // It is awaited later; until then a rejection must not count as unhandled.
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
  if (typeof paper === 'string') return { line, problem: paper };
  const date = paper.year === undefined ? unreadDate(metadata.dated) : undefined;
  return { line, paper, ...(date !== undefined && { unread: `its year was not understood: ${date}` }), ...screening };
}
