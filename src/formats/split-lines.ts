import { MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong } from './pieces.ts';

/** Each non-blank line is a piece. Only line feeds end lines, because JSON may contain Unicode's other separators. */
export function splitLines(maxCharacters = MAX_PIECE_CHARACTERS): Splitter {
  return eachLine(maxCharacters, (line) => ('text' in line && line.text.trim() === '' ? [] : [line]));
}

export type RecordRules = {
  /** A line that starts a record if none is open. Other lines between records are ignored. */
  opens: RegExp;
  /**
   * A line that starts the next record even if the previous one was not closed; `first` is the first line of that one.
   */
  reopens: RegExp | ((line: string, first: string) => boolean);
  closes: RegExp;
};

/** Records of several lines each, as in RIS and nbib. */
export function splitRecords({ opens, reopens, closes }: RecordRules, maxCharacters = MAX_PIECE_CHARACTERS): Splitter {
  let record: { line: number; first: string; texts: string[]; length: number } | undefined;
  const isReopening = typeof reopens === 'function' ? reopens : (line: string) => reopens.test(line);
  const close = (): Piece[] => {
    const closed = record;
    record = undefined;
    if (!closed) return [];
    return [
      closed.length > maxCharacters
        ? tooLong(closed.line, maxCharacters)
        : { line: closed.line, text: closed.texts.join('\n') },
    ];
  };
  const lines = eachLine(maxCharacters, (line) => {
    const text = 'text' in line ? line.text : '';
    const isNext = record ? isReopening(text, record.first) : opens.test(text);
    const before = isNext ? close() : [];
    if (isNext) record = { line: line.line, first: text, texts: [], length: 0 };
    if (record) {
      record.length += 'text' in line ? text.length : maxCharacters + 1;
      if (record.length <= maxCharacters) record.texts.push(text);
    }
    return closes.test(text) && 'text' in line ? [...before, ...close()] : before;
  });
  return { push: lines.push, end: () => [...lines.end(), ...close()] };
}

/** Calls `take` for every line, including blank ones, without its line break. */
function eachLine(maxCharacters: number, take: (line: Piece) => Piece[]): Splitter {
  let line = 1;
  let pending = '';
  let isTooLong = false;
  const finish = (text: string): Piece[] => {
    const whole = pending + text;
    const piece =
      isTooLong || whole.length > maxCharacters
        ? tooLong(line, maxCharacters)
        : { line, text: whole.replace(/\r$/, '') };
    pending = '';
    isTooLong = false;
    line += 1;
    return take(piece);
  };
  return {
    push(chunk) {
      const pieces: Piece[] = [];
      let from = 0;
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
        pieces.push(...finish(chunk.slice(from, at)));
        from = at + 1;
      }
      pending += chunk.slice(from);
      if (pending.length > maxCharacters) {
        isTooLong = true;
        pending = '';
      }
      return pieces;
    },
    end: () => (pending === '' && !isTooLong ? [] : finish('')),
  };
}
