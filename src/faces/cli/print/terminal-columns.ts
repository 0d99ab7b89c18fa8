import stringWidth from 'string-width';

/** Text is measured in pieces of this size, because finding grapheme boundaries takes quadratic time. */
const PIECE = 256;
/** Graphemes of several characters, such as accented letters or emoji families, are seldom longer. */
const MAX_SIGN = 32;

/** How many terminal columns a text occupies; wide characters take two. Linear in its length. */
export function countColumns(text: string): number {
  let columns = 0;
  for (let from = 0; from < text.length; ) {
    const to = endOfSign(text, from + PIECE);
    columns += stringWidth(text.slice(from, to));
    from = to;
  }
  return columns;
}

/** The end of a grapheme at or soon after `at`: there certainly is one before an ASCII character. */
function endOfSign(text: string, at: number): number {
  for (let position = at; position < Math.min(at + MAX_SIGN, text.length); position += 1) {
    if (text.charCodeAt(position) < 0x80) return position;
  }
  const isInPair = /[\udc00-\udfff]/.test(text[at] ?? '');
  return isInPair ? at + 1 : at;
}
