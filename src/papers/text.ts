import { oneLine } from '../lib/line.ts';
import { removeInvisible } from '../lib/visible-text.ts';
import { decodeEntity } from './entities.ts';
import { STACKED_MARKS, withoutMarkup } from './markup.ts';

/**
 * Cleans text from outside: markup becomes plain text, control, hidden and reordering characters are removed, the rest
 * is NFC (NFKC would change mathematical letters).
 */

const ENTITY = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,8});/gi;

/**
 * A dotless letter under an accent, left by programs that convert LaTeX's `\'\i` character by character. It becomes `i`
 * with the accent, so that the name equals the same name from other sources.
 */
const ACCENTED_DOTLESS = /[ıȷ](?=[\u0300-\u0304\u0306-\u030c])/g;

/** LaTeX's ampersand, which programs leave when they convert BibTeX. */
const LATEX_AMPERSAND = /\{\\?&\}|\\&/g;

/** An ampersand encoded repeatedly, as `&amp;amp;#38;`. */
const NESTED_AMPERSAND = /&(?:(?:amp|#0{0,5}38|#x0{0,4}26);)+/gi;

/**
 * A removal can create something new to remove, so cleaning repeats until nothing changes. Genuine text needs three
 * rounds. Text that still changes after eight is an attack and loses `&`, `<` and `>`.
 */
const MAX_ROUNDS = 8;

/** Cleans a text, keeping line breaks and tabs, and cuts it at MAX_TEXT_CHARACTERS with a note. Idempotent. */
export function cleanText(raw: string): string {
  return cleanCounted(raw).text;
}

/** How many control, hidden or reordering characters cleaning removes. Markup and spaces do not count. */
export function countRemoved(raw: string): number {
  return cleanCounted(raw).removed;
}

/** No genuine abstract is longer. */
export const MAX_TEXT_CHARACTERS = 20_000;
// Not `toLocaleString`: its first call loads language tables, a tenth of the server's start-up time.
const CUT = ` [...] (cut at ${MAX_TEXT_CHARACTERS / 1_000},000 characters)`;

/** Markup and spaces take the rest. */
const MAX_RAW_CHARACTERS = 50_000;

function cut(text: string, maxCharacters = MAX_TEXT_CHARACTERS): string {
  return text.length <= maxCharacters ? text : text.slice(0, maxCharacters - CUT.length) + CUT;
}

/**
 * Anything that cleaning could change: everything except letters, digits and punctuation of Western languages with
 * single spaces. Most texts are clean, and this check costs a hundredth of cleaning.
 */
const MAY_CHANGE = /[^\n !-%'-;=-[\]-~\u00a1-\u00ac\u00ae-\u024f‐-—‘’“”…]|\s\s|^\s|\s$/;

function cleanCounted(raw: string): { text: string; removed: number } {
  if (raw.length <= MAX_TEXT_CHARACTERS && !MAY_CHANGE.test(raw)) return { text: raw, removed: 0 };
  let text = cut(raw, MAX_RAW_CHARACTERS);
  let removed = 0;
  for (let round = 0; ; round += 1) {
    const before = text;
    const stripped = removeInvisible(round < MAX_ROUNDS ? before : before.replace(/[&<>]/g, ' '));
    removed += stripped.removed;
    text = cut(plainText(stripped.text));
    if (text === before) return { text, removed };
  }
}

function plainText(text: string): string {
  return withoutMarkup(text.replace(NESTED_AMPERSAND, '&').replace(LATEX_AMPERSAND, '&'))
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
  return oneLine(cleanText(raw));
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return decodeEntity(name) ?? whole;
  const hexadecimal = name[1] === 'x' || name[1] === 'X';
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|et al|vs|cf|Fig|Eq|No|Dr|approx|ca|resp)|\b[A-Z])\.$/;

const SENTENCE_END = /[.!?](?=\s+["'([]?[\p{Lu}\d])/gu;

/** The first sentence of a text. If it is longer than `maxCharacters`, it is cut at a space if possible. */
export function firstSentence(text: string, maxCharacters: number): string {
  const line = oneLine(text).trim();
  for (const end of line.matchAll(SENTENCE_END)) {
    const sentence = line.slice(0, end.index + 1);
    if (sentence.length > maxCharacters) break;
    if (sentence.length >= 25 && !ABBREVIATION.test(sentence)) return sentence;
  }
  return shorten(line, maxCharacters);
}

/** The sentences of a text, each on one line. A line break also ends a sentence. */
export function splitSentences(text: string): string[] {
  return text.split('\n').flatMap((part) => {
    const line = oneLine(part).trim();
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

/** Shortens a line to `maxCharacters`, ending with an ellipsis, at a space if possible. */
export function shorten(line: string, maxCharacters: number): string {
  if (line.length <= maxCharacters) return line;
  const blank = line.lastIndexOf(' ', maxCharacters - 1);
  const cut = line.slice(0, blank > maxCharacters / 2 ? blank : maxCharacters - 1).replace(/(?<![\s,;:])[\s,;:]+$/, '');
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/**
 * Whether a word of a name is initials: one letter, or two or three capitals if other words have lower-case letters.
 */
export function areInitials(word: string, isMixed: boolean): boolean {
  return word.length === 1 || (isMixed && /^\p{Lu}{2,3}$/u.test(word));
}

/** Labels that bibliographic databases append to a title in brackets: `[Review]`, `[31 refs]`, `[see comment]`. */
const LABELS = [
  String.raw`(?:systematic )?review|meta-analysis|case reports?|\d+ refs?|(?:see )?comments?|letter|editorial|proceedings`,
  String.raw`in process citation|author's transl|article in \p{L}+|corrected and republished [^[\]]*`,
  String.raw`(?:update|comment|summary for patients) (?:of|in|on) [^[\]]*|(?:published )?errat(?:um|a)\b(?:[^[\]]|\[[^[\]]*\])*`,
];
/** Optionally followed by the record's number in a list. */
const LABEL = new RegExp(String.raw` ?\[ ?(${LABELS.join('|')}) ?\]\.? ?\d{0,5}$`, 'iu');
const NUMBER_BEHIND_LABEL = /(?<=\p{L}{3}\])\d{1,5}$/u;
/** A full stop before a label, but not that of an initial or an ellipsis. */
const FULL_STOP = /(?<!\.|\.\p{Lu})\.$/u;
/** No genuine title has more. Each takes time proportional to the title's length. */
const MAX_LABELS = 8;

/** Splits a one-line title from the labels that databases append. `labels` are in lower case. */
export function splitTitle(line: string): { title: string; labels: string[] } {
  const labels: string[] = [];
  let title = line;
  while (labels.length < MAX_LABELS) {
    const match = LABEL.exec(title);
    if (!match || match.index === 0) break;
    labels.unshift((match[1] as string).toLowerCase());
    title = title.slice(0, match.index).trimEnd();
  }
  if (labels.length === 0) return { title: title.replace(NUMBER_BEHIND_LABEL, ''), labels };
  return { title: title.replace(FULL_STOP, ''), labels };
}

/** Matches only a heading: `Abstract interpretation is a theory` keeps its first word. */
const HEADING =
  /^\s*(?:[Aa]bstract|ABSTRACT|[Ss]ummary|SUMMARY)(?:\s*[:.]\s+|\s*[–—]\s*|\s+-\s+|\s*\n\s*|\s+(?=\p{Lu}))/u;

/** An abstract without its heading, such as `Abstract:`. */
export function withoutHeading(abstract: string): string {
  return abstract.replace(HEADING, '');
}

const MAX_NAMED_CHARACTERS = 80;

/** A reference with the beginning of its paper's title, by which a person knows it. */
export function nameWithTitle(ref: string, title = ''): string {
  const line = cleanLine(title);
  return line === '' ? ref : `${ref} ${shorten(line, MAX_NAMED_CHARACTERS)}`;
}
