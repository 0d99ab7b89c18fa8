/** Characters that control, hide or reorder text, and texts without them. */

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
// A variation selector changes the look of the one character before it; anywhere else it can hide data.
const STRAY_SELECTOR = /[\ufe00-\ufe0f]{2,}|(?<![\p{L}\p{N}\p{S}\p{P}])[\ufe00-\ufe0f]/gu;
// The joiners stay if a script or an emoji needs them; elsewhere they only hide differences.
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Mongolian}\\p{Extended_Pictographic}';
/** What may be between such a letter and its joiner: vowel signs, skin colours, an emoji selector. */
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

/** The text without the characters that control, hide or reorder, and how many there were. */
export function removeInvisible(raw: string): { text: string; removed: number } {
  let removed = 0;
  const remove = (match: string) => {
    // By code point: a tag character is one, though it takes two units.
    removed += [...match].length;
    return '';
  };
  const unix = raw.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return { text: REMOVED.reduce((rest, pattern) => rest.replace(pattern, remove), unix), removed };
}

/** The text without terminal control sequences: an export on a screen must not move its cursor. */
export function withoutTerminalControls(raw: string): string {
  return raw.replace(/\r\n/g, '\n').replace(TERMINAL_SEQUENCE, '').replace(CONTROL, '');
}

const MAY_HIDE = /[^\n\t -~\u00a1-\u00ac\u00ae-\u024f‐-—‘’“”…]/;

/** The text without invisible characters; lines and markup stay. */
export function visibleText(raw: string): string {
  return (MAY_HIDE.test(raw) ? removeInvisible(raw).text : raw).trim();
}

/** User input on one line, without invisible characters; markup stays. */
export function visibleLine(raw: string): string {
  // JavaScript treats a byte order mark as a blank, but between two letters it is nothing. Single blanks stay.
  return visibleText(raw.replace(/(?! (?![\s\u0085]))(?:[^\S\ufeff]|\u0085)+/g, ' ')).replace(/ {2,}/g, ' ');
}

/** The number of characters in a text: code points, as JSON Schema and zod count them. An emoji is one or more. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
