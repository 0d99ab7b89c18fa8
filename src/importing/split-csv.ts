import { countLines, MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong, UNFINISHED } from './pieces.ts';

/**
 * Records of a CSV file: lines, but for line breaks inside of quotes. A quote opens only at the beginning of a cell.
 */
export function splitCsv(most = MAX_PIECE_CHARACTERS): Splitter {
  let text = '';
  let position = 0;
  let line = 1;
  let inQuotes = false;
  /** Where the piece began that has become too long and was let go. */
  let lostLine: number | undefined;
  const signs = /["\n]/g;

  const cut = (at: number): Piece[] => {
    const record = text.slice(0, at);
    const piece = lostLine !== undefined ? tooLong(lostLine, most) : { line, text: record.replace(/\r$/, '') };
    line += countLines(text, 0, at + 1);
    text = text.slice(at + 1);
    position = 0;
    const isBlank = lostLine === undefined && record.trim() === '';
    lostLine = undefined;
    return isBlank ? [] : [piece];
  };

  const read = (isEnd: boolean): Piece[] => {
    const pieces: Piece[] = [];
    for (;;) {
      signs.lastIndex = position;
      const found = signs.exec(text);
      if (!found) {
        position = text.length;
        return pieces;
      }
      const { index } = found;
      if (found[0] === '\n') {
        if (inQuotes) position = index + 1;
        else pieces.push(...cut(index));
      } else if (!inQuotes) {
        inQuotes = index === 0 || ',;\t'.includes(text[index - 1] ?? '');
        position = index + 1;
      } else if (index + 1 === text.length && !isEnd) {
        // Whether the quote is doubled is told by what comes next.
        position = index;
        return pieces;
      } else if (text[index + 1] === '"') position = index + 2;
      else {
        inQuotes = false;
        position = index + 1;
      }
    }
  };

  return {
    push(chunk) {
      text += chunk;
      const pieces = read(false);
      if (position > most) {
        lostLine ??= line;
        line += countLines(text, 0, position - 1);
        text = text.slice(position - 1);
        position = 1;
      }
      return pieces;
    },
    end() {
      const pieces = read(true);
      if (text.trim() === '' && lostLine === undefined) return pieces;
      return [...pieces, ...(inQuotes && lostLine === undefined ? [{ line, problem: UNFINISHED }] : cut(text.length))];
    },
  };
}
