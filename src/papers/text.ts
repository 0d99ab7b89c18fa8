import { entityOf } from './entities.ts';
import { STACKED_MARKS, withoutMarkup } from './markup.ts';

/**
 * Cleans text from outside: markup becomes plain text, characters that control, hide or reorder are removed, the rest
 * is NFC (NFKC would change letters of mathematics).
 */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const TERMINAL_SEQUENCE =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[@-_])/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const NONCHARACTER = /\p{Noncharacter_Code_Point}/gu;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// Soft hyphen, fillers, blank Braille, zero-width blanks.
const INVISIBLE =
  /\u00ad|\u034f|[\u115f\u1160\u17b4\u17b5]|[\u180b-\u180f]|[\u200b\u2060-\u2065\u206a-\u206f]|\u2800|[\u3164\ufeff\uffa0]/g;
const TAGS_AND_FILLERS = /[\u{e0000}-\u{e0fff}\u{fff0}-\u{fffb}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/gu;
// A selector chooses the look of the one character before it; anywhere else it is a place to hide data in.
const STRAY_SELECTOR = /[\ufe00-\ufe0f]{2,}|(?<![\p{L}\p{N}\p{S}\p{P}])[\ufe00-\ufe0f]/gu;
// The joiners stay where a script or an emoji needs them; elsewhere they only hide differences.
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Mongolian}\\p{Extended_Pictographic}';
/** What may stand between such a letter and its joiner: vowel signs, skin colours, the selector of an emoji. */
const BEFORE_JOINER = `${JOINING}\\p{Emoji_Modifier}\\ufe0f\\p{M}`;
const STRAY_JOINER = new RegExp(`(?<![${BEFORE_JOINER}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${JOINING}])`, 'gu');
const REMOVED = [
  LONE_SURROGATE,
  NONCHARACTER,
  TERMINAL_SEQUENCE,
  CONTROL,
  BIDI,
  INVISIBLE,
  TAGS_AND_FILLERS,
  STRAY_SELECTOR,
  STRAY_JOINER,
];

const ENTITY = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,8});/gi;

/**
 * A dotless letter under an accent, as LaTeX's `\'\i` becomes where a program converts it sign by sign: `i` with the
 * accent, or the same name from elsewhere would be another.
 */
const ACCENTED_DOTLESS = /[ıȷ](?=[\u0300-\u0304\u0306-\u030c])/g;

/** An ampersand that was encoded over and over, as `&amp;amp;#38;`. */
const NESTED_AMPERSAND = /&(?:(?:amp|#0{0,5}38|#x0{0,4}26);)+/gi;

/**
 * Removals can create something new to remove, so cleaning repeats until nothing changes. Honest text needs three
 * rounds; text that still changes after eight is an attack and loses `&`, `<` and `>`.
 */
const MAX_ROUNDS = 8;

/** The text with its line breaks and tabs, cut at MAX_TEXT_CHARACTERS with a note. Idempotent. */
export function cleanText(raw: string): string {
  return cleanCounted(raw).text;
}

/** How many characters cleaning removes because they control, hide or reorder text; markup and blanks do not count. */
export function countRemoved(raw: string): number {
  return cleanCounted(raw).removed;
}

/** No real abstract is longer. */
export const MAX_TEXT_CHARACTERS = 50_000;
// Not `toLocaleString`: its first call loads tables of languages, a tenth of the start of the server.
const CUT = ` [...] (cut at ${MAX_TEXT_CHARACTERS / 1_000},000 characters)`;

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARACTERS ? text : text.slice(0, MAX_TEXT_CHARACTERS - CUT.length) + CUT;
}

/**
 * What cleaning could change: anything but letters, digits and signs of Western languages with single blanks between.
 * Most texts are clean, and looking costs a hundredth of cleaning.
 */
const MAY_CHANGE = /[^\n !-%'-;=-[\]-~\u00a1-\u00ac\u00ae-\u024f‐-—‘’“”…]|\s\s|^\s|\s$/;

function cleanCounted(raw: string): { text: string; removed: number } {
  if (raw.length <= MAX_TEXT_CHARACTERS && !MAY_CHANGE.test(raw)) return { text: raw, removed: 0 };
  let text = cut(raw);
  let removed = 0;
  for (let round = 0; ; round += 1) {
    const before = text;
    const stripped = strip(round < MAX_ROUNDS ? before : before.replace(/[&<>]/g, ' '));
    removed += stripped.removed;
    text = cut(plainText(stripped.text));
    if (text === before) return { text, removed };
  }
}

/** The text without the characters that control, hide or reorder, and how many there were. */
function strip(raw: string): { text: string; removed: number } {
  let removed = 0;
  const remove = (match: string) => {
    // By code point: a tag character is one, though it takes two units.
    removed += [...match].length;
    return '';
  };
  const unix = raw.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return { text: REMOVED.reduce((rest, pattern) => rest.replace(pattern, remove), unix), removed };
}

function plainText(text: string): string {
  return withoutMarkup(text.replace(NESTED_AMPERSAND, '&'))
    .replace(ENTITY, readEntity)
    .replace(STACKED_MARKS, '$1')
    .replace(ACCENTED_DOTLESS, (letter) => (letter === 'ı' ? 'i' : 'j'))
    .normalize('NFC')
    .replace(/[^\S\n\t]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

export function cleanLine(raw: string): string {
  return cleanText(raw).replace(/\s+/g, ' ');
}

const MAY_HIDE = /[^\n\t -~\u00a1-\u00ac\u00ae-\u024f‐-—‘’“”…]/;

/** The text without invisible characters, its lines and markup as they are. */
export function visibleText(raw: string): string {
  return (MAY_HIDE.test(raw) ? strip(raw).text : raw).trim();
}

/** What a user typed, on one line and without invisible characters; markup stays. */
export function visibleLine(raw: string): string {
  return visibleText(raw.replace(/[\s\u0085]+/g, ' '));
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entityOf(name) ?? whole;
  const hexadecimal = name[1] === 'x' || name[1] === 'X';
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|et al|vs|cf|Fig|Eq|No|Dr|approx|ca|resp)|\b[A-Z])\.$/;

const SENTENCE_END = /[.!?](?=\s+["'([]?[\p{Lu}\d])/gu;

/** The first sentence of a text, at most `maxCharacters` long; a longer one is cut, at a blank where there is one. */
export function firstSentence(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  for (const end of line.matchAll(SENTENCE_END)) {
    const sentence = line.slice(0, end.index + 1);
    if (sentence.length > maxCharacters) break;
    if (sentence.length >= 25 && !ABBREVIATION.test(sentence)) return sentence;
  }
  return shorten(line, maxCharacters);
}

/** The sentences of a text, each on one line; a line break of the text ends a sentence, too. */
export function sentencesOf(text: string): string[] {
  return text.split('\n').flatMap((part) => {
    const line = part.replace(/\s+/g, ' ').trim();
    const sentences: string[] = [];
    let start = 0;
    for (const end of line.matchAll(SENTENCE_END)) {
      if (ABBREVIATION.test(line.slice(start, end.index + 1))) continue;
      sentences.push(line.slice(start, end.index + 1).trim());
      start = end.index + 1;
    }
    return [...sentences, line.slice(start).trim()].filter((sentence) => sentence !== '');
  });
}

/** The line, at most `maxCharacters` long; a longer one ends with an ellipsis, at a blank where there is one. */
export function shorten(line: string, maxCharacters: number): string {
  if (line.length <= maxCharacters) return line;
  const blank = line.lastIndexOf(' ', maxCharacters - 1);
  const cut = line.slice(0, blank > maxCharacters / 2 ? blank : maxCharacters - 1).replace(/[\s,;:]+$/, '');
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
