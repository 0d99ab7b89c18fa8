import { greekName } from '../../papers/analysis/characters.ts';

/** The differences between a quotation and a text that do not change the meaning; all others do. */

/** Words that a quotation may add or omit. */
const ARTICLES = new Set(['the', 'a', 'an', 'that']);
/** Marks that are a matter of style. */
const STYLE_MARKS = /^[,;:'"()—-]$/;

/** Whether inserting or omitting a token leaves the meaning unchanged. */
export function isIdle(word: string): boolean {
  return ARTICLES.has(word.toLowerCase()) || STYLE_MARKS.test(word);
}

/** Whether two different tokens mean the same: a slip, or another spelling of a word or number. */
export function isSlip(quote: string, document: string): boolean {
  // Called for each pair of words of two passages: most begin with different letters.
  if (beginOtherwise(quote, document)) return ARTICLES.has(quote) && ARTICLES.has(document);
  if (/^[,;:()—-]$/.test(quote) && /^[,;:()—-]$/.test(document)) return true;
  if (/\d/.test(quote + document))
    return plainNumber(quote) !== undefined && plainNumber(quote) === plainNumber(document);
  if (!isWord(quote) || !isWord(document)) return false;
  const [one, other] = [plain(quote), plain(document)];
  const isSymbol = [quote, document].some((word) => word.length < 3 || /\p{Lu}.*\p{Lu}/u.test(word));
  if (one === other) return !isSymbol || isGreek(quote) !== isGreek(document);
  return !isSymbol && isMisspelling(one, other);
}

/** Both begin with ASCII letters that differ even in lower case. */
function beginOtherwise(one: string, other: string): boolean {
  const [first, second] = [one.charCodeAt(0) | 32, other.charCodeAt(0) | 32];
  return first !== second && first > 96 && first < 123 && second > 96 && second < 123;
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{M}']+$/u.test(text);
}

const isGreek = (word: string) => /\p{Script=Greek}/u.test(word);

/** The word in lower case, without accents, with Greek letters by name. */
function plain(word: string): string {
  const folded = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return folded.replace(/\p{Script=Greek}/gu, (letter) => greekName(letter) ?? letter);
}

/** `1,000` is 1000, `0,05` and `0·05` are 0.05; other commas may separate two numbers. */
function plainNumber(text: string): string | undefined {
  if (!/^[\u2212\ue004]?\d[\d.,·]*$/.test(text)) return undefined;
  if (/^\D?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^\D?0[,·]\d+$/.test(text)) return text.replace(/[,·]/, '.');
  return /^\D?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

const MIN_LETTERS = 6;

/** Two letters swapped, or one too many or too few, inside a word whose first and last letters agree. */
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
