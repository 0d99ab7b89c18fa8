import { countLines, MAX_PIECE_CHARACTERS, type Piece, type Splitter, tooLong, UNFINISHED } from '../pieces.ts';

/** Names under which API responses and programs' exports store their list. */
const LIST_KEY = /"(?:results|data|items)"\s*:\s*$/;
/** Crossref nests its list one object deeper. */
const ENVELOPE_KEY = /"message"\s*:\s*$/;
/** Longer than any key with its colon and spaces. */
const LOOK_BACK = 60;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [...'"\\[]{},'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Splits a JSON document into the elements of its list, which is the document itself or stored in it under a name such
 * as `results`. A document without a list is one piece. Several documents may follow each other. The splitter only
 * tracks strings and brackets; the reader checks whether a piece is JSON.
 */
export function splitJson(maxCharacters = MAX_PIECE_CHARACTERS): Splitter {
  let text = '';
  let position = 0;
  let line = 1;
  let counted = 0;
  let inString = false;
  let depth = 0;
  /** The depth inside the list; undefined before the list is found. */
  let listDepth: number | undefined;
  let isList = false;
  let inEnvelope = false;
  /** The start of the current piece. */
  let start = -1;
  let startLine = 1;
  let isTooLong = false;
  let pieces: Piece[] = [];

  const before = (at: number) => text.slice(Math.max(0, at - LOOK_BACK), at);
  const begin = (at: number) => {
    line += countLines(text, counted, at);
    counted = at;
    start = at;
    startLine = line;
    isTooLong = false;
  };
  const finish = (to: number, problem?: string) => {
    if (start < 0) return;
    const piece = text.slice(start, to).trim();
    if (isTooLong || piece.length > maxCharacters) pieces.push(tooLong(startLine, maxCharacters));
    else if (piece !== '')
      pieces.push(problem === undefined ? { line: startLine, text: piece } : { line: startLine, problem });
    start = -1;
  };
  /** From here on, pieces are elements of the list; the document around it is dropped. */
  const enterList = () => {
    isList = true;
    listDepth = depth;
    start = -1;
  };

  const open = (at: number, isArray: boolean) => {
    const isOutside =
      !isList &&
      isArray &&
      (depth === 0 ||
        (depth === 1 && LIST_KEY.test(before(at))) ||
        (depth === 2 && inEnvelope && LIST_KEY.test(before(at))));
    if (!isArray && depth === 1 && !isList) inEnvelope = ENVELOPE_KEY.test(before(at));
    depth += 1;
    if (isOutside) enterList();
  };
  const close = (at: number) => {
    if (isList && depth === listDepth) {
      finish(at);
      listDepth = undefined;
    }
    depth = Math.max(0, depth - 1);
    if (depth > 0) return;
    if (!isList) finish(at + 1);
    isList = false;
    inEnvelope = false;
    start = -1;
  };

  /** Reads to the end of a string, or of the available text. */
  const readString = () => {
    const quote = text.indexOf('"', position);
    if (quote < 0) {
      position = text.length;
      return;
    }
    let slashes = 0;
    while (quote - slashes > 0 && text.charCodeAt(quote - slashes - 1) === BACKSLASH) slashes += 1;
    inString = slashes % 2 === 1;
    position = quote + 1;
  };
  const readSign = () => {
    const at = position;
    const sign = text.charCodeAt(at);
    position += 1;
    if (sign <= 0x20) return;
    const isBetweenElements = isList ? depth === listDepth : depth === 0;
    if (isBetweenElements && start < 0 && sign !== COMMA && sign !== CLOSE_LIST) begin(at);
    if (sign === QUOTE) inString = true;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) open(at, sign === OPEN_LIST);
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) close(at);
    else if (sign === COMMA && isBetweenElements) finish(at);
  };

  return {
    push(chunk) {
      text += chunk;
      while (position < text.length) {
        if (inString) readString();
        else readSign();
      }
      if (start >= 0 && position - start > maxCharacters) isTooLong = true;
      // Drops what was read, except a key before a possible list, and the backslashes before a quote.
      const keepFrom = Math.max(
        0,
        start >= 0 && !isTooLong ? Math.min(start, position - LOOK_BACK) : position - LOOK_BACK,
      );
      line += countLines(text, counted, keepFrom);
      text = text.slice(keepFrom);
      position -= keepFrom;
      counted = Math.max(0, counted - keepFrom);
      if (start >= 0) start = Math.max(0, start - keepFrom);
      const batch = pieces;
      pieces = [];
      return batch;
    },
    end() {
      finish(text.length, depth > 0 || inString ? UNFINISHED : undefined);
      return pieces;
    },
  };
}
