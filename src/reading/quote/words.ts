import { greekName } from '../../papers/analysis/characters.ts';

/** Differences between a quotation and a text that do not change the meaning. All others do. */

/** Words that may be put in or left out. */
const ARTICLES = new Set(['the', 'a', 'an', 'that']);
/** Marks whose place is a matter of style. */
const STYLE_MARKS = /^[,;:'"()—-]$/;

/** Whether inserting or omitting a token leaves the meaning unchanged. */
export function isIdle(word: string): boolean {
  return ARTICLES.has(word.toLowerCase()) || STYLE_MARKS.test(word);
}

/** Whether two different tokens mean the same: a slip, or another spelling of a word or number. */
export function isSlip(quote: string, document: string): boolean {
  // Asked of each pair of words of two passages: most begin otherwise.
  if (beginOtherwise(quote, document)) return ARTICLES.has(quote) && ARTICLES.has(document);
  if (/^[,;:()—-]$/.test(quote) && /^[,;:()—-]$/.test(document)) return true;
  if (/\d/.test(quote + document)) return numberOf(quote) !== undefined && numberOf(quote) === numberOf(document);
  if (!isWord(quote) || !isWord(document)) return false;
  const [one, other] = [plain(quote), plain(document)];
  const isSymbol = [quote, document].some((word) => word.length < 3 || /\p{Lu}.*\p{Lu}/u.test(word));
  if (one === other) return !isSymbol || isGreek(quote) !== isGreek(document);
  return !isSymbol && isMisspelling(one, other);
}

/** Letters of ASCII that are not equal in lower case. */
function beginOtherwise(one: string, other: string): boolean {
  const [first, second] = [one.charCodeAt(0) | 32, other.charCodeAt(0) | 32];
  return first !== second && first > 96 && first < 123 && second > 96 && second < 123;
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{M}']+$/u.test(text);
}

const isGreek = (word: string) => /\p{Script=Greek}/u.test(word);

/** In lower case, without accents, and with the names of Greek letters. */
function plain(word: string): string {
  const folded = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return folded.replace(/\p{Script=Greek}/gu, (letter) => greekName(letter) ?? letter);
}

/** `1,000` is 1000, `0,05` and `0·05` are 0.05; other commas may part two numbers. */
function numberOf(text: string): string | undefined {
  if (!/^[\u2212\ue004]?\d[\d.,·]*$/.test(text)) return undefined;
  if (/^\D?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^\D?0[,·]\d+$/.test(text)) return text.replace(/[,·]/, '.');
  return /^\D?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

const MIN_LETTERS = 6;

/** Two letters in each other's place, or one too many or few, inside a word with its own beginning and end. */
function isMisspelling(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length < MIN_LETTERS || longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  let end = 0;
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end += 1;
  const [lacks, has] = [shorter.slice(start, shorter.length - end), longer.slice(start, longer.length - end)];
  const isInside = start >= 3 && (end >= 2 || lacks.length === 2);
  const isSwapped = lacks.length === 2 && has.length === 2 && lacks[0] === has[1] && lacks[1] === has[0];
  const isLetter = lacks === '' && has.length === 1 && !/[aeiouy]/.test(has) ? true : lacks === '' && has === 'u';
  const isSpelling = /^[sz]$/.test(lacks) && /^[sz]$/.test(has);
  return isInside && (isSwapped || isLetter || isSpelling);
}
