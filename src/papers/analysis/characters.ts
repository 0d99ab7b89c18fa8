import { readPairs } from '../../lib/groups.ts';

/** The tokeniser's classes of UTF-16 code units. */
export const CharacterClass = {
  separator: 0,
  /** Letter or digit. */
  word: 1,
  digit: 2,
  /** Combining accents and other marks are omitted from the word. */
  mark: 3,
  /** Scripts written without spaces: split into overlapping pairs. */
  unspaced: 4,
  greek: 5,
  /** Joins the parts of a compound. */
  hyphen: 6,
  apostrophe: 7,
  /** Half of a surrogate pair; the whole character has the class. */
  surrogate: 8,
} as const;

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]$/u;
const HYPHENS = /^[-\u2010\u2011\u00ad\u2043\ufe63\uff0d]$/u;
const APOSTROPHES = /^['\u2019\u02bc\uff07]$/u;
const MARK = /^\p{M}$/u;
const DIGIT = /^\p{Nd}$/u;
const WORD = /^[\p{L}\p{N}\p{Co}]$/u;
const GREEK = /^\p{Script=Greek}$/u;

const BLOCK = 0x100;
const table = new Uint8Array(0x10000);
const isFilled = new Uint8Array(table.length / BLOCK);
const NOT_ASCII = /[\u0080-\uffff]+/g;

/**
 * The classes of UTF-16 code units, 65,536 entries, filled in at least for those in the text. Filling all takes 40 ms,
 * and a process that searches once for English words needs few of them.
 */
export function characterClasses(text: string): Uint8Array {
  fillBlock(0);
  for (const run of text.match(NOT_ASCII) ?? [])
    for (let at = 0; at < run.length; at += 1) fillBlock(Math.floor(run.charCodeAt(at) / BLOCK));
  return table;
}

function fillBlock(block: number): void {
  if (isFilled[block]) return;
  isFilled[block] = 1;
  for (let unit = block * BLOCK; unit < (block + 1) * BLOCK; unit += 1) {
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    table[unit] = isSurrogate ? CharacterClass.surrogate : classOfCharacter(String.fromCharCode(unit));
  }
}

/** The class of a whole character, also of one beyond the basic plane. */
export function classOfCharacter(character: string): number {
  if (HYPHENS.test(character)) return CharacterClass.hyphen;
  if (APOSTROPHES.test(character)) return CharacterClass.apostrophe;
  if (MARK.test(character)) return CharacterClass.mark;
  if (DIGIT.test(character)) return CharacterClass.digit;
  if (!WORD.test(character)) return CharacterClass.separator;
  if (UNSPACED.test(character)) return CharacterClass.unspaced;
  return GREEK.test(character) ? CharacterClass.greek : CharacterClass.word;
}

const GREEK_LETTERS = new Map(
  readPairs(
    'α=alpha β=beta γ=gamma δ=delta ε=epsilon ζ=zeta η=eta θ=theta ι=iota κ=kappa λ=lambda ξ=xi π=pi ρ=rho ' +
      'ς=sigma σ=sigma τ=tau υ=upsilon φ=phi χ=chi ψ=psi ω=omega μ=mu ν=nu ο=omicron',
  ),
);

/** The name of a Greek letter (lower case), as chemists and biologists write it out; undefined for others. */
export function greekName(letter: string): string | undefined {
  return GREEK_LETTERS.get(letter);
}

/** Letters that Unicode does not decompose into a plain letter and a mark. */
export const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};
