import { countLines, MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong, UNFINISHED } from './pieces.ts';

/** The elements of one name, from their start tag to their end tag; they must not lie in each other. */
export function splitXml(name: string, maxCharacters = MAX_PIECE_CHARACTERS): Splitter {
  const startTag = new RegExp(`<${name}[\\s>]`);
  const endTag = `</${name}>`;
  let text = '';
  let line = 1;
  let isOpen = false;
  /** The first line of a piece that was too long and is being dropped. */
  let lostLine: number | undefined;
  /** The end tag is not before this position. */
  let searched = 0;

  const drop = (to: number) => {
    line += countLines(text, 0, to);
    text = text.slice(to);
    searched = 0;
  };
  const read = (): Piece[] => {
    const pieces: Piece[] = [];
    for (;;) {
      if (!isOpen) {
        const at = text.search(startTag);
        if (at < 0) {
          drop(Math.max(0, text.length - name.length - 2));
          return pieces;
        }
        drop(at);
        isOpen = true;
        lostLine = undefined;
      }
      const end = text.indexOf(endTag, searched);
      if (end < 0) {
        searched = Math.max(0, text.length - endTag.length);
        return pieces;
      }
      const to = end + endTag.length;
      pieces.push(lostLine !== undefined ? tooLong(lostLine, maxCharacters) : { line, text: text.slice(0, to) });
      drop(to);
      isOpen = false;
    }
  };

  return {
    push(chunk) {
      text += chunk;
      const pieces = read();
      if (isOpen && searched > maxCharacters) {
        lostLine ??= line;
        drop(searched);
      }
      return pieces;
    },
    end: () => (isOpen ? [{ line, problem: UNFINISHED }] : []),
  };
}
