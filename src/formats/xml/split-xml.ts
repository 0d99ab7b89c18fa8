import { countLines, MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong, UNFINISHED } from '../pieces.ts';

/** Longer than any tag that is searched for. */
const MAX_TAG_CHARACTERS = 60;
const NO_END = 'the next one begins in the middle of it';

/**
 * Extracts the elements with these names, from start tag to end tag. They must not nest: if one starts before the
 * previous one has ended, that one lacks its end and is a problem. `behindName` distinguishes them from others with the
 * same name.
 */
export function splitXml(
  names: readonly string[],
  { behindName = '[\\s>]', maxCharacters = MAX_PIECE_CHARACTERS }: { behindName?: string; maxCharacters?: number } = {},
): Splitter {
  const either = names.join('|');
  const tag = new RegExp(`<(?:(${either})${behindName}|/(${either})>)`, 'g');
  let text = '';
  let line = 1;
  /** The name of the element at the start of the text; undefined between elements. */
  let open: string | undefined;
  /** The first line of a piece that is too long and is being dropped. */
  let lostLine: number | undefined;
  /** No tag starts before this position. */
  let searched = 0;

  const drop = (to: number) => {
    line += countLines(text, 0, to);
    text = text.slice(to);
    searched = 0;
  };
  const finish = (to: number, problem?: string): Piece[] => {
    if (open === undefined) return [];
    if (lostLine !== undefined) return [tooLong(lostLine, maxCharacters)];
    return [problem === undefined ? { line, text: text.slice(0, to) } : { line, problem }];
  };
  const read = (): Piece[] => {
    const pieces: Piece[] = [];
    for (;;) {
      tag.lastIndex = searched;
      const match = tag.exec(text);
      if (!match) {
        searched = Math.max(searched, text.length - MAX_TAG_CHARACTERS);
        if (open === undefined) drop(searched);
        return pieces;
      }
      const [, begins, ends] = match;
      searched = tag.lastIndex;
      if (begins !== undefined) {
        pieces.push(...finish(match.index, NO_END));
        drop(match.index);
        searched = begins.length;
        lostLine = undefined;
        open = begins;
      } else if (ends === open) {
        pieces.push(...finish(tag.lastIndex));
        drop(tag.lastIndex);
        open = undefined;
      }
    }
  };

  return {
    push(chunk) {
      text += chunk;
      const pieces = read();
      if (open !== undefined && searched > maxCharacters) {
        lostLine ??= line;
        drop(searched);
      }
      return pieces;
    },
    end: () => finish(text.length, UNFINISHED),
  };
}
