import type { PaperInput } from '../../papers/paper.ts';
import type { Format } from '../format.ts';
import { calledInFile } from '../parsed-entry.ts';
import {
  countLines,
  type LocatedEntry,
  MAX_PIECE_CHARACTERS,
  type Piece,
  type PieceReader,
  type Splitter,
  tooLong,
} from '../pieces.ts';
import { openBibtexFile, type ParsedBibtex } from './read-bibtex.ts';
import { writeBibtex } from './write-bibtex.ts';

export const format: Format = {
  name: 'bibtex',
  title: 'BibTeX',
  place: 10,
  read: {
    what: 'and BibLaTeX, with LaTeX accents',
    endings: ['.bib', '.bibtex'],
    text: { signature: /^[ \t]*@[a-z][a-z0-9_-]*\s{0,20}[{(]/im, split: () => splitBibtex(), open: openBibtex },
  },
  write: {
    ending: 'bib',
    mimeType: 'application/x-bibtex',
    isForReferenceManagers: true,
    inPage: { abstracts: 'latex', between: '\n' },
    papers: writeBibtex,
  },
};

/** Matches a part of a file that later entries may use, or whose entries wait for others. */
const USED_LATER =
  /@\s*(?:string|xdata|(?:mv)?(?:book|proceedings|collection|reference)|periodical)|\b(?:crossref|xdata)\s*=/i;

function openBibtex(): PieceReader {
  const file = openBibtexFile();
  let unread: { text: string; line: number } | undefined;
  // A piece that an earlier run processed is read only if later entries may use it or earlier ones wait for it.
  const catchUp = () => {
    if (unread && (file.waits() || USED_LATER.test(unread.text))) file.read(unread.text, unread.line);
    unread = undefined;
  };
  return {
    learn(text, line) {
      catchUp();
      unread = { text, line };
    },
    read(text, line) {
      unread = undefined;
      return locatedEntries(file.read(text, line), line);
    },
    end() {
      catchUp();
      return locatedEntries(file.end(), 1);
    },
  };
}

/** The names that our own export gave a record. */
function namesInExport({ bibtex }: PaperInput) {
  const ref = bibtex?.fields?.paperqueue;
  return ref === undefined ? {} : calledInFile(ref, bibtex?.key);
}

function locatedEntries({ entries, problems, passedOver }: ParsedBibtex, line: number): LocatedEntry[] {
  const located: LocatedEntry[] = [
    ...entries.map(({ line, metadata }): LocatedEntry => ({ line, entry: { metadata, ...namesInExport(metadata) } })),
    ...problems.map(({ line, reason }): LocatedEntry => ({ line, entry: { problem: reason } })),
  ];
  located.sort((a, b) => a.line - b.line);
  const others = Array.from(
    { length: passedOver },
    (): LocatedEntry => ({ line, entry: { passedOver: 'no publication' } }),
  );
  return [...located, ...others];
}

/** Entries are read together up to this size, so that few of them wait for each other (`crossref`). */
const MIN_PIECE_CHARACTERS = 256 * 1024;
/** An entry at the start of a line starts even if the previous one was never closed. Longer keys are not recognised. */
const BEGINNING = /^[ \t]*@[a-z][a-z0-9_-]*\s{0,20}[{(]\s{0,20}[^\s,{}"=()]{1,200}\s{0,20},/i;
/** How much of a line is needed to decide this. */
const LOOK_AHEAD = 300;

/**
 * Splits a BibTeX file into pieces of several whole entries. Cuts only if no brace is open, or if a line certainly
 * starts an entry.
 */
export function splitBibtex(minCharacters = MIN_PIECE_CHARACTERS, maxCharacters = MAX_PIECE_CHARACTERS): Splitter {
  let text = '';
  let position = 0;
  let line = 1;
  let depth = 0;
  /** The first line of a piece that is too long and is being dropped. */
  let lostLine: number | undefined;

  const cut = (at: number): Piece[] => {
    const piece = text.slice(0, at);
    const pieces: Piece[] =
      lostLine !== undefined ? [tooLong(lostLine, maxCharacters)] : piece.trim() === '' ? [] : [{ line, text: piece }];
    line += countLines(piece);
    text = text.slice(at);
    position = 0;
    depth = 0;
    lostLine = undefined;
    return pieces;
  };
  const next = /[{}\\]|\n(?=[ \t]*@)/g;

  /** Reads as far as is certain; `isEnd` means that there is no more text. */
  const read = (isEnd: boolean): Piece[] => {
    const pieces: Piece[] = [];
    for (;;) {
      next.lastIndex = position;
      const match = next.exec(text);
      const at = match?.index ?? text.length;
      // A backslash or the start of a line depends on what follows.
      if (!isEnd && at + LOOK_AHEAD > text.length) {
        position = Math.max(position, Math.min(at, text.length - LOOK_AHEAD));
        break;
      }
      if (!match) break;
      position = at + 1;
      if (match[0] === '\\') position = text[at + 1] === '\n' ? at + 1 : at + 2;
      else if (match[0] === '{') depth += 1;
      else if (match[0] === '}') depth = Math.max(0, depth - 1);
      else if (BEGINNING.test(text.slice(at + 1, at + LOOK_AHEAD))) {
        depth = 0;
        if (position >= minCharacters || lostLine !== undefined) pieces.push(...cut(position));
      }
      if (depth === 0 && match[0] === '}' && position >= minCharacters) pieces.push(...cut(position));
    }
    return pieces;
  };

  return {
    push(chunk) {
      text += chunk;
      const pieces = read(false);
      if (position > maxCharacters) {
        lostLine ??= line;
        line += countLines(text, 0, position);
        text = text.slice(position);
        position = 0;
      }
      return pieces;
    },
    end: () => [...read(true), ...cut(text.length)],
  };
}
