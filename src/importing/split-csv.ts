import { delimiterOf, recordEnds } from '../papers/formats/read/csv-records.ts';
import { countLines, MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong, UNFINISHED } from './pieces.ts';

/** Records of a CSV file, whose first line that is not blank says what separates the cells. */
export function splitCsv(most = MAX_PIECE_CHARACTERS): Splitter {
  let text = '';
  let line = 1;
  let delimiter: string | undefined;
  /** A record that has not ended is looked at again when twice as much of it is there. */
  let enough = 0;
  /** Where the record began that has become too long and was let go. */
  let lostLine: number | undefined;

  const take = (record: string): Piece[] => {
    const piece = record.length > most ? tooLong(line, most) : { line, text: record.replace(/\r?\n?$/, '') };
    const lost = lostLine === undefined ? [] : [tooLong(lostLine, most)];
    const isBlank = lost.length === 0 && record.trim() === '';
    line += countLines(record);
    lostLine = undefined;
    if (isBlank) return [];
    return lost.length > 0 ? lost : [piece];
  };

  const letGo = (open: boolean): void => {
    lostLine ??= line;
    line += countLines(text);
    text = open ? '"' : '';
  };

  const read = (isEnd: boolean): Piece[] => {
    const [, header, lineEnd] = /(\S[^\n]*)(\n?)/.exec(text) ?? [];
    if (header && (lineEnd || isEnd)) delimiter ??= delimiterOf(header);
    if (delimiter === undefined) return [];
    const { ends, open } = recordEnds(text, delimiter);
    const from = ends.at(-2) ?? 0;
    const pieces = ends.slice(0, -1).flatMap((end, index) => take(text.slice(ends[index - 1] ?? 0, end)));
    text = text.slice(from);
    if (isEnd) return [...pieces, ...(open && lostLine === undefined ? [{ line, problem: UNFINISHED }] : take(text))];
    if (text.length > most) letGo(open);
    enough = 2 * text.length;
    return pieces;
  };

  return {
    push(chunk) {
      text += chunk;
      return text.length < enough ? [] : read(false);
    },
    end: () => read(true),
  };
}
