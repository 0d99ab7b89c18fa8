/** Old TeX fonts without a character map encode ligatures as control characters, in two orders. */
const TEX_LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];
const FIRST_CODES = [0x0b, 0x1b];

const LIGATURES = new Map(
  FIRST_CODES.flatMap((first) =>
    TEX_LIGATURES.map((letters, at) => [String.fromCharCode(first + at), letters] as const),
  ),
);

/** A run of text with ligatures as letters, and without soft hyphens. */
export function plainGlyphs(text: string): string {
  return text
    .replace(/\p{Cc}/gu, (glyph) => LIGATURES.get(glyph) ?? glyph)
    .replace(/[\ufb00-\ufb06]/g, (glyph) => glyph.normalize('NFKC'))
    .replace(/\u00ad(?=.)/g, '');
}
