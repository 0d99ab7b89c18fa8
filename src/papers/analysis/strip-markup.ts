import { withoutMarkup } from '../markup.ts';
import { greekName } from './characters.ts';

/** Removes HTML and LaTeX markup from titles and abstracts, so that the words between it can be indexed. */

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}[1-4]?));/gi;
const ACCENT = /\\(?:["'`^~=.]|[uvHtcdbkr](?![a-zA-Z]))\s?\{?\\?([a-zA-Z])\}?/g;
const SPECIAL_LETTER = /\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?![a-zA-Z])\s?/g;
const LINE_BREAK = /\\\\/g;
/** Consecutive commands, such as `\to\pi\pi`. */
const COMMANDS = /(?:\\[a-zA-Z]+\*?\s?)+/g;
const SPACE_COMMAND = /\\[,;:! ]/g;

const GREEK_LETTERS = 'αβγδεζηθικλμνξπρστυφχψω'.split('');
const GREEK_BY_NAME = new Map(GREEK_LETTERS.map((letter) => [greekName(letter) as string, letter]));
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  rsquo: '\u2019',
  shy: '\u00ad',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
  eth: 'ð',
  thorn: 'þ',
  micro: 'μ',
  sup1: '1',
  sup2: '2',
  sup3: '3',
};

/** The text without HTML and LaTeX markup. Text without markup is returned unchanged. */
export function stripMarkup(text: string): string {
  let plain = text;
  if (plain.includes('&')) plain = plain.replace(ENTITY, readEntity);
  if (plain.includes('<')) plain = withoutMarkup(plain);
  if (plain.includes('\\')) {
    plain = plain
      .replace(LINE_BREAK, ' ')
      .replace(ACCENT, '$1')
      .replace(SPECIAL_LETTER, '$1')
      .replace(COMMANDS, readCommands)
      .replace(SPACE_COMMAND, ' ')
      .replace(/[{}$]/g, '');
  }
  // `CO$_2$`, `x^{2}`: a subscript or superscript belongs to the word before it.
  if (plain.includes('$') || plain.includes('{')) plain = plain.replace(/[_^]\s?\{?|[{}$]/g, '');
  else if (plain.includes('^') || plain.includes('_')) plain = plain.replace(/[_^](?=[\w({])/g, '');
  return plain;
}

/** Replaces commands by the names of the Greek letters they stand for, as separate words; drops all others. */
function readCommands(run: string): string {
  const names = run.split('\\').slice(1);
  return names
    .map((name) => readGreek(name.replace(/[*\s]/g, '')) ?? ' ')
    .join(' ')
    .replace(/ +/g, ' ');
}

function readGreek(name: string): string | undefined {
  const plain = name.replace(/^var/i, '').toLowerCase();
  return GREEK_BY_NAME.has(plain) ? plain : undefined;
}

function readEntity(whole: string, hex: string | undefined, decimal: string | undefined, name: string | undefined) {
  if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? namedLetter(name) ?? ' ';
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** `&eacute;` becomes e; `&alpha;` becomes the Greek letter. */
function namedLetter(name: string): string | undefined {
  const accented = /^([a-z])(?:acute|grave|circ|tilde|uml|ring|cedil|caron|slash)$/i.exec(name)?.[1];
  return accented ?? GREEK_BY_NAME.get(name.toLowerCase());
}
