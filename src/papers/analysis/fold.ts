import { FOLDED_LETTERS, greekName } from './characters.ts';

/**
 * The one answer to "are these the same letters?": what searches, look-ups, conditions and the rules of one work
 * compare. Quotations are compared more strictly (`reading/quote`), where a letter may change the meaning.
 */

/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Marks of Indic scripts are letters of theirs. */
export const ACCENTS =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf-\u05c7]|[\u0610-\u061a\u064b-\u065f]|\u0670|[\u1ab0-\u1aff\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
const NOT_ASCII = /[\u0080-\uffff]/;
const UNFOLDED = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');
const GREEK = /\p{Script=Greek}/gu;
// Every word, and not those with a Greek letter alone: to look for one from each letter of a long run takes its square.
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The text in lower case, without accents, letters that Unicode does not take apart in their plain form (`ø` as `o`,
 * `ß` as `ss`), Greek letters that are signs written out (`β-catenin` as `beta-catenin`), in NFC.
 */
export function foldLetters(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return foldAccents(text.normalize('NFKD').toLowerCase()).replace(WORD, spellOutGreek);
}

/** The same of a text in lower case, Greek letters as they are. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(UNFOLDED, (letter) => FOLDED_LETTERS[letter] as string);
}

/** A single Greek letter, or one among Latin letters and digits, is a symbol; in a Greek word it is a letter. */
export function spellOutGreek(word: string): string {
  const letters = word.match(GREEK);
  if (!letters) return word;
  const isSymbol = letters.length === 1 || letters.length < word.length;
  // µm and µg are units.
  if (!isSymbol || /^μ[a-z]/.test(word)) return word;
  return word.replace(GREEK, (letter) => greekName(letter) ?? letter);
}

/**
 * For telling whether two records are of one work: only letters and digits, `ae`, `oe` and `ue` as the umlaut that they
 * may stand for (`Müller`, `Mueller`).
 */
export function foldForIdentity(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/([aou])e/g, '$1');
}
