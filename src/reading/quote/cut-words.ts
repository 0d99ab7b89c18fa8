import { lastUpTo } from '../../lib/binary-search.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import { type DocumentWords, type Stretch, textAt } from './document-words.ts';
import { type Ellipses, isInWord } from './find-words.ts';
import type { NormalForm } from './normal-form.ts';
import { isLimiting } from './sentence-part.ts';

/** Words that an ellipsis at an end of a quotation cuts, as in "were coll..." and "...ollected data". */

const MARK = String.raw`(?:\[\s*)?(?:\.\s?\.\s?\.+|…)(?:\s*\])?`;
const CLOSING = String.raw`["'“”‘’„«»\s]*`;
const AT_START = new RegExp(`^${CLOSING}${MARK}`, 'u');
const AT_END = new RegExp(`${MARK}${CLOSING}$`, 'u');

export function findEllipses(quoted: string): Ellipses {
  return { start: AT_START.test(quoted), end: AT_END.test(quoted) };
}

/** The quoted piece of a word, and the whole word; `isOther`: the piece reads as another word. */
export type CutWord = { quote: string; document: string; isOther: boolean };

/** The stretch without the words cut at its ends, and these words. */
export function withoutCutWords(
  document: DocumentWords,
  { from, to }: Stretch,
): { kept: Stretch; first?: CutWord; last?: CutWord } {
  const { form } = document;
  const [isCutBefore, isCutAfter] = [isInWord(form, from), isInWord(form, to)];
  const [firstEnd, lastStart] = [wordEdge(form, from + 1, 1), wordEdge(form, to - 1, -1)];
  const cut = (word: Stretch, quote: Stretch) =>
    cutWord(wordAt(document, word), wordAt(document, quote), quote.from === word.from);
  return {
    kept: {
      from: isCutBefore ? pastBlanks(form, firstEnd, 1) : from,
      to: isCutAfter ? pastBlanks(form, lastStart, -1) : to,
    },
    ...(isCutBefore && {
      first: cut({ from: wordEdge(form, from, -1), to: firstEnd }, { from, to: firstEnd }),
    }),
    ...(isCutAfter && {
      last: {
        ...cut({ from: lastStart, to: wordEdge(form, to, 1) }, { from: lastStart, to }),
        ...(isScrap(document, { from: lastStart, to }) && { isOther: false }),
      },
    }),
  };
}

/** Whether this is the first letter of the next sentence or clause, which a selection included by accident. */
function isScrap({ form, sentences }: DocumentWords, { from, to }: Stretch): boolean {
  const start = form.starts[from] ?? 0;
  const isNext = form.text[from - 1] === ';' || sentences[lastUpTo(sentences, start)] === start;
  return to - from === 1 && isNext;
}

function wordEdge(form: NormalForm, at: number, step: 1 | -1): number {
  let edge = at;
  while (isInWord(form, edge)) edge += step;
  return edge;
}

/** Skips the spaces and marks between two words, to the next letter or (backwards) the last one. */
function pastBlanks({ text }: NormalForm, at: number, step: 1 | -1): number {
  let edge = at;
  while (/[\s,;:.|]/.test(text[step === 1 ? edge : edge - 1] ?? '')) edge += step;
  return edge;
}

/** The word without the hyphen of a line end. */
function wordAt(document: DocumentWords, stretch: Stretch): string {
  return textAt(document, stretch).replace(/[-\u00ad]?\s+/g, '');
}

/** Prefixes and suffixes whose loss changes the meaning of a word. */
const PREFIXES =
  /^(?:an?|ab|anti?|co|contra|counter|de|di[as]?|down|dys|en|extra|hetero|homo|hyper|hypo|i[lmnr]|infra|inter|intra|mal|micro|milli|mis|mono|multi|nano|non|over|para|per|peri|poly|post|pre|pro|pseudo|re|semi|sub|super|supra|trans|tri|un|under|up)$/i;
const SUFFIXES = /^(?:less|free|proof|resist|fold|like|able|ible|ful)/i;
/** Words without meaning of their own, so that `he` and `here` count as their rest. */
const EMPTY = /^(?:the|there)$/i;
/** Endings of the same word. */
const ENDINGS = /^(?:e?s|e?d|ing|ly|e|'s)$/i;

/**
 * A cut must not change the meaning: `asymptomatic` can become `symptomatic`, `harmless` can become `harm`. A piece
 * that may be a word counts as one, unless the cut only removes an ending of the same word.
 */
function cutWord(document: string, quote: string, isBeginning: boolean): CutWord {
  const lost = isBeginning ? document.slice(quote.length) : document.slice(0, document.length - quote.length);
  const isPlain = /^\p{L}?\p{Ll}+$/u.test(document);
  const isSame = isBeginning && ENDINGS.test(lost);
  const isTurned = isBeginning ? SUFFIXES.test(lost) : PREFIXES.test(lost);
  const word = quote.toLowerCase();
  const isWord = FUNCTION_WORDS.has(word) || (!isSame && isCountedTerm(stem(word)));
  const isEmpty = EMPTY.test(document) && lost.length === 1 && !isBeginning;
  const isOther = !isPlain || isTurned || isLimiting(document) || (isWord && !isEmpty);
  return { quote, document, isOther };
}
