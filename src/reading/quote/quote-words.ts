import { greekName } from '../../papers/analysis/characters.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import { DECIMAL_POINT, type DocumentWords } from './document-words.ts';
import { CAPITONYMS, SWAPPED_TWINS } from './real-words.ts';

/** The differences between a quotation and a text that keep the meaning; all others count as changes. */

/** Words that a quotation may add or omit. */
const ARTICLES = new Set(['the', 'a', 'an', 'that']);
/** Words that mean something else after an article: a little, the most, a second. */
const WITH_ARTICLE =
  /^(?:little|few|bit|lot|number|couple|most|least|more|less|same|only|other|first|second|third|fourth|fifth|half|quarter|one|two|three|hundred|thousand|million|many|great|good)$/i;
const isIndefinite = (article: string) => article === 'a' || article === 'an';
/** Punctuation marks that are a matter of style. */
const STYLE_MARKS = /^[,;:'"—-]$/;
const EXCHANGED_MARKS = /^[,;:()—-]$/;
/** Between two numbers an x is a sign, and weighs as one. */
const TIMES = new Set(['x', '×']);

/** A token with its neighbours; `written`: as in the text. */
export type InContext = { word: string; written: string; before: string | undefined; after: string | undefined };

/** Whether inserting or omitting a token leaves the meaning unchanged. */
export function isIdle(token: InContext): boolean {
  if (ARTICLES.has(token.word.toLowerCase())) return !WITH_ARTICLE.test(token.after ?? '');
  return STYLE_MARKS.test(token.word) && !isBetweenOperands(token) && token.written !== '\u2212';
}

/** Whether replacing one article or punctuation mark by another leaves the meaning unchanged. */
export function mayExchange(quote: InContext, document: InContext): boolean {
  const [one, other] = [quote.word.toLowerCase(), document.word.toLowerCase()];
  // `a number of` and `the number of` differ in meaning; `the risk` and `a risk` hardly ever do.
  if (ARTICLES.has(one) && ARTICLES.has(other))
    return isIndefinite(one) === isIndefinite(other) || !WITH_ARTICLE.test(document.after ?? '');
  const areMarks = EXCHANGED_MARKS.test(quote.word) && EXCHANGED_MARKS.test(document.word);
  return !areMarks || !(isBetweenOperands(quote) || isBetweenOperands(document) || document.written === '\u2212');
}

/** Between two numbers or symbols a mark is significant: a range, a list, a ratio, a difference. */
function isBetweenOperands({ before, after }: InContext): boolean {
  return isOperand(before) && isOperand(after);
}

function isOperand(word: string | undefined): boolean {
  return (
    word !== undefined && /\d|^(?:[^\p{L}]*\p{L}|\p{Script=Greek}+|[\p{S}%]+)$/u.test(word) && !/^[aI]$/.test(word)
  );
}

/** Whether two different tokens mean the same. */
export type Slips = (quote: string, document: string) => boolean;

/**
 * Harmless differences, and other spellings of words and numbers, between a quotation and a document. `isHeld`: whether
 * the document has a word in lower case.
 */
export function createSlips(
  { names, isEnglish, hasDecimalPoints }: DocumentWords,
  quoted: string,
  isHeld: (word: string) => boolean,
): Slips {
  const ofDocument = { hasDecimalCommas: !hasDecimalPoints, hasThousands: isEnglish };
  const hasPoints = DECIMAL_POINT.test(quoted);
  const ofQuote = {
    hasDecimalCommas: !hasPoints,
    hasThousands: isEnglish,
    hasRaisedPoints: !hasPoints && RAISED_POINT.test(quoted),
  };
  const isRealWord = (word: string) =>
    isHeld(word) || FUNCTION_WORDS.has(word) || SWAPPED_TWINS.has(word) || isCountedTerm(stem(word));
  return (quote, document) => {
    // Called for each pair of words of two passages: most start with different letters.
    if (beginOtherwise(quote, document)) return ARTICLES.has(quote) && ARTICLES.has(document);
    if (EXCHANGED_MARKS.test(quote) && EXCHANGED_MARKS.test(document)) return true;
    if (TIMES.has(quote) && TIMES.has(document)) return true;
    if (/\d/.test(quote + document)) {
      const number = plainNumber(quote, ofQuote);
      return number !== undefined && number === plainNumber(document, ofDocument);
    }
    if (!isWord(quote) || !isWord(document)) return false;
    const [one, other] = [plain(quote), plain(document)];
    const isSymbol = [quote, document].some((word) => word.length < 3 || /\p{Lu}.*\p{Lu}/u.test(word));
    if (one === other) {
      if (isGreek(quote) !== isGreek(document)) return true;
      const isOtherCase = withoutAccents(quote) !== withoutAccents(document);
      return (
        !isSymbol && !(isOtherCase && isCaseOfMeaning(one, names)) && (isEnglish || !hasOtherAccents(quote, document))
      );
    }
    if (isSymbol || Math.min(one.length, other.length) < MIN_LETTERS - 1) return false;
    return isSpelling(one, other) || (isSwapped(one, other) && !isRealWord(quote.toLowerCase()));
  };
}

/** Whether both start with ASCII letters that differ even in lower case. */
function beginOtherwise(one: string, other: string): boolean {
  const [first, second] = [one.charCodeAt(0) | 32, other.charCodeAt(0) | 32];
  return first !== second && first > 96 && first < 123 && second > 96 && second < 123;
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{M}']+$/u.test(text);
}

const isGreek = (word: string) => /\p{Script=Greek}/u.test(word);

/** Marks that strike letters out, or enclose them, are not accents. */
const ACCENTS = /(?![\u0334-\u0338\u20d2-\u20d3\u20d8-\u20f0])\p{M}/gu;
const withoutAccents = (word: string) => word.normalize('NFKD').replace(ACCENTS, '');
const hasOtherAccents = (one: string, other: string) =>
  one.normalize('NFD').toLowerCase() !== other.normalize('NFD').toLowerCase();

/** The word in lower case, without accents, with Greek letters by name. */
function plain(word: string): string {
  const folded = withoutAccents(word).toLowerCase();
  return folded.replace(/\p{Script=Greek}/gu, (letter) => greekName(letter) ?? letter);
}

/** `mbar` and `Mbar`: a unit with a prefix. */
const UNIT =
  /^[mpzyktge](?:bars?|bits?|bytes?|cals?|eV|ev|g|gals?|grams?|hz|ohms?|pa|rads?|sv|w|watts?|volts?|v|l|lit(?:er|re)s?|mol|moles?|m|met(?:er|re)s?|joules?|j|newtons?|n|curies?|ci|bq|gy|tonn?e?s?|molar|torr|amps?|amperes?|s|seconds?)$/;

/** Whether the case of a word's first letter changes its meaning, as in a name or a unit. */
function isCaseOfMeaning(word: string, names: ReadonlySet<string>): boolean {
  return names.has(word) || CAPITONYMS.has(word) || UNIT.test(word);
}

type NumberStyle = { hasDecimalCommas: boolean; hasThousands: boolean; hasRaisedPoints?: boolean };

/** A number below one shows that the point between two numbers is that of decimals, as The Lancet writes it. */
const RAISED_POINT = /(?<![\d·])0·\d/;

/**
 * `1,000` becomes 1000, and `0,05` and `0·05` become 0.05 in texts that write numbers so; other commas may separate
 * two numbers.
 */
function plainNumber(
  text: string,
  { hasDecimalCommas, hasThousands, hasRaisedPoints }: NumberStyle,
): string | undefined {
  if (!/^[\u2212\ue004]?\d[\d.,·]*$/.test(text)) return undefined;
  if (hasThousands && /^\D?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (
    /^\D?0·\d+$/.test(text) ||
    (hasRaisedPoints && /^\D?\d+·\d+$/.test(text)) ||
    (hasDecimalCommas && /^\D?0,\d+$/.test(text))
  )
    return text.replace(/[,·]/, '.');
  return /^\D?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

const MIN_LETTERS = 6;

/** British and American spellings of one word: they differ in s and z, in the u of `our`, in `ae` or `oe`. */
function isSpelling(one: string, other: string): boolean {
  const american = (word: string) =>
    word
      .replace(/(?<=\p{L}{3})ys(?=e|ing)/gu, 'yz')
      .replace(/(?<=\p{L}{3})is(?=e|ing|ation|able)/gu, 'iz')
      .replace(/(?<=\p{L}{2})our/gu, 'or')
      .replace(/(?<=\p{L})(?:ae|oe)(?=\p{L}{3})/gu, 'e')
      .replace(/(?<=\p{L}{2}[ltb])re(?=s?$)/gu, 'er')
      .replace(/(?<=\p{L}{3}[aeo])ll(?=ed$|ing$|er$)/gu, 'l');
  return american(one) === american(other);
}

/** Whether two adjacent letters are swapped inside a word. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < MIN_LETTERS) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const isPair = one[at] === other[at + 1] && one[at + 1] === other[at];
  return at >= 2 && isPair && one.slice(at + 2) === other.slice(at + 2);
}
