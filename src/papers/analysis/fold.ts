import { FOLDED_LETTERS, greekName } from './characters.ts';

/**
 * Folds texts so that equal letters compare equal, for searches, look-ups, conditions and matching of works. Quotations
 * are compared more strictly (`reading/quote`), because one letter may change the meaning.
 */

/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Marks of Indic scripts are letters. */
export const ACCENTS =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf-\u05c7]|[\u0610-\u061a\u064b-\u065f]|\u0670|[\u1ab0-\u1aff\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
const NOT_ASCII = /[\u0080-\uffff]/;
const UNFOLDED = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');
const GREEK = /\p{Script=Greek}/gu;
// Matches every word, not only words with a Greek letter: searching for one from each letter of a long run takes
// quadratic time.
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The text in lower case and NFC, without accents. Letters that Unicode does not decompose become plain (`ø` as `o`,
 * `ß` as `ss`), and Greek symbols are spelt out (`β-catenin` as `beta-catenin`).
 */
export function foldLetters(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return foldAccents(text.normalize('NFKD').toLowerCase()).replace(WORD, spellOutGreek);
}

/** As `foldLetters`, for lower-case text, keeping Greek letters. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(UNFOLDED, (letter) => FOLDED_LETTERS[letter] as string);
}

/** A single Greek letter, or one among Latin letters and digits, is a symbol. In a Greek word it is a letter. */
export function spellOutGreek(word: string): string {
  const letters = word.match(GREEK);
  if (!letters) return word;
  const isSymbol = letters.length === 1 || letters.length < word.length;
  // µm and µg are units.
  if (!isSymbol || /^μ[a-z]/.test(word)) return word;
  return word.replace(GREEK, (letter) => greekName(letter) ?? letter);
}

/**
 * For matching works: only letters and digits, with `ae`, `oe` and `ue` as the umlaut they may stand for (`Müller`,
 * `Mueller`).
 */
export function foldForIdentity(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/([aou])e/g, '$1');
}
