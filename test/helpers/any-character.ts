import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character, for `fc.string`: what its own unit `binary` is, which takes a second of the processor for a table of
 * all characters.
 */
export const ANY_CHARACTER = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));
