import { countLines, MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong, UNFINISHED } from '../pieces.ts';
import { findDelimiter, recordEnds } from './csv-records.ts';

/** Records of a CSV file. Its first non-blank line shows the delimiter. */
export function splitCsv(maxCharacters = MAX_PIECE_CHARACTERS): Splitter {
  let text = '';
  let line = 1;
  let delimiter: string | undefined;
  /** An unfinished record is parsed again when the text has this length: doubling keeps the time linear. */
  let nextLength = 0;
  /** The first line of a record that is too long and is being dropped. */
  let lostLine: number | undefined;

  const take = (record: string): Piece[] => {
    const piece =
      record.length > maxCharacters ? tooLong(line, maxCharacters) : { line, text: record.replace(/\r?\n?$/, '') };
    const lost = lostLine === undefined ? [] : [tooLong(lostLine, maxCharacters)];
    const isBlank = lost.length === 0 && record.trim() === '';
    line += countLines(record);
    lostLine = undefined;
    if (isBlank) return [];
    return lost.length > 0 ? lost : [piece];
  };

  const dropRecord = (open: boolean): void => {
    lostLine ??= line;
    line += countLines(text);
    text = open ? '"' : '';
  };

  const read = (isEnd: boolean): Piece[] => {
    const [, header, lineEnd] = /(\S[^\n]*)(\n?)/.exec(text) ?? [];
    if (header && (lineEnd || isEnd)) delimiter ??= findDelimiter(header);
    if (delimiter === undefined) return [];
    const { ends, open } = recordEnds(text, delimiter);
    const from = ends.at(-2) ?? 0;
    const pieces = ends.slice(0, -1).flatMap((end, index) => take(text.slice(ends[index - 1] ?? 0, end)));
    text = text.slice(from);
    if (isEnd) return [...pieces, ...(open && lostLine === undefined ? [{ line, problem: UNFINISHED }] : take(text))];
    if (text.length > maxCharacters) dropRecord(open);
    nextLength = 2 * text.length;
    return pieces;
  };

  return {
    push(chunk) {
      text += chunk;
      return text.length < nextLength ? [] : read(false);
    },
    end: () => read(true),
  };
}
