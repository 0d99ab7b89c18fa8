import stringWidth from 'string-width';

/** Of a longer text, signs are told apart in quadratic time. */
const PIECE = 256;
/** A sign of several characters, such as a letter with accents or a family of emoji, is seldom longer. */
const MAX_SIGN = 32;

/** How many columns of a terminal a text takes; wide characters take two. Linear in its length. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (let from = 0; from < text.length; ) {
    const to = endOfSign(text, from + PIECE);
    columns += stringWidth(text.slice(from, to));
    from = to;
  }
  return columns;
}

/** A place at or soon after `at` where one sign ends: certainly before an ASCII character. */
function endOfSign(text: string, at: number): number {
  for (let place = at; place < Math.min(at + MAX_SIGN, text.length); place += 1) {
    if (text.charCodeAt(place) < 0x80) return place;
  }
  const isInPair = /[\udc00-\udfff]/.test(text[at] ?? '');
  return isInPair ? at + 1 : at;
}
