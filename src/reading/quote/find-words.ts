import { type DocumentWords, PARAGRAPH_END } from './document-words.ts';
import { LINE_HYPHEN, type NormalForm } from './normal-form.ts';

/** Finds a quotation's words in a document, letter by letter. The quotation may omit the document's citations. */

/** Positions in the form of the document; `to` is after the last. */
export type Stretch = { from: number; to: number };

const MAX_STRETCHES = 50;

/** The ends of a quotation that have an ellipsis. */
export type Ellipses = { start: boolean; end: boolean };

const NO_CUTS: Ellipses = { start: false, end: false };

/** `cuts`: the ends at which a word may be cut. */
export function findWords(document: DocumentWords, quote: NormalForm, after = 0, cuts = NO_CUTS): Stretch[] {
  const { form } = document;
  const { text } = form;
  const mayBegin = (at: number) => isFreeBefore(form, at) || (cuts.start && isInWord(form, at));
  const mayEnd = (at: number) => isFreeAfter(form, at) || (cuts.end && isInWord(form, at));
  const first = quote.text.charAt(0);
  const otherCase = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  const stretches: Stretch[] = [];
  if (first === '') return [];
  for (let from = after; from < text.length && stretches.length < MAX_STRETCHES; from += 1) {
    const isFirst = text[from] === first || (text[from] === otherCase && isOtherCase(document, from));
    if (!isFirst || !mayBegin(from)) continue;
    const to = matchRest(form, quote, from + 1, 1);
    if (to !== undefined && mayEnd(to)) stretches.push({ from, to });
  }
  return stretches;
}

/**
 * Only the first word may differ in case, unless it is a name, abbreviation or symbol: a quotation may begin a
 * sentence, or join one.
 */
function isOtherCase({ form, names }: DocumentWords, at: number): boolean {
  const [word = ''] = /^[\p{L}\p{N}\p{M}]+/u.exec(form.text.slice(at, at + 60)) ?? [];
  const isPlain = /^\p{L}\p{Ll}+$/u.test(word) || /^a$/i.test(word);
  return isPlain && !names.has(word.toLowerCase());
}

/** The position after the last letter of the quotation. */
function matchRest(document: NormalForm, quote: NormalForm, start: number, quoteStart: number): number | undefined {
  let [at, asked] = [start, quoteStart];
  const text = document.text;
  while (asked < quote.text.length) {
    const citation = document.citations[at];
    if (citation && document.citations[at - 1] !== citation) {
      const { form } = citation;
      const isQuoted = quote.text.startsWith(form, asked);
      if (!isQuoted && quote.citations[asked]) return undefined;
      if (isQuoted) asked += form.length;
      else if (isWordLike(text[at - 1]) && isWordLike(text[at + form.length])) {
        if (quote.text[asked] !== ' ') return undefined;
        asked += 1;
      }
      at += form.length;
      continue;
    }
    const [own, other] = [text[at], quote.text[asked]];
    if (own === other) {
      at += 1;
      asked += 1;
    } else if (other === LINE_HYPHEN || own === LINE_HYPHEN) {
      // The hyphen belongs to the word, or divides it at a line end.
      const [isHere, isThere] = [own === LINE_HYPHEN, other === LINE_HYPHEN];
      if (isThere ? own === '-' : other === '-') {
        at += 1;
        asked += 1;
      } else if (!isBetweenLetters(isHere ? text : quote.text, isHere ? at : asked)) return undefined;
      else if (isHere) at += 1;
      else asked += 1;
    } else if (own === PARAGRAPH_END && /[.!?:;,]/.test(text[at - 1] ?? '')) {
      at += 1;
      if (other === ' ') asked += 1;
    } else return undefined;
  }
  return at;
}

const isWordLike = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}\p{M}^]/u.test(letter);

function isBetweenLetters(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '');
}

const OF_WORD = new RegExp(String.raw`[\p{L}\p{M}-]|${LINE_HYPHEN}`, 'u');

/** Whether a position of the form is inside a word. */
export function isInWord({ text, starts, ends, citations }: NormalForm, at: number): boolean {
  const [before, next] = [text[at - 1], text[at]];
  if (before === undefined || next === undefined || citations[at] || citations[at - 1]) return false;
  const isDivided = before === LINE_HYPHEN || next === LINE_HYPHEN;
  return OF_WORD.test(before) && OF_WORD.test(next) && (isDivided || starts[at] === ends[at - 1]);
}

/** Whether nothing before the first word belongs to it, such as a sign, a currency or the rest of a word. */
function isFreeBefore({ text, starts, ends, citations }: NormalForm, from: number): boolean {
  const before = text[from - 1];
  if (before === undefined || before === PARAGRAPH_END || before === ' ') return true;
  if (citations[from - 1]) return citations[from] !== citations[from - 1];
  if (starts[from] !== ends[from - 1]) return true;
  if (/[.,:]/.test(before) && /\d/.test(text[from] ?? '')) return false;
  if (before === "'" && isWordLike(text[from - 2])) return false;
  return /[([{"'\u2014,;:.!?]/.test(before);
}

/** Whether nothing after the last word belongs to it, such as a sign, an exponent or the rest of a number. */
function isFreeAfter({ text, starts, ends, citations }: NormalForm, to: number): boolean {
  const next = text[to];
  if (next === undefined || next === PARAGRAPH_END || next === ' ') return true;
  if (citations[to]) return citations[to] !== citations[to - 1];
  if (starts[to] !== ends[to - 1]) return true;
  const isAdjacent = starts[to + 1] === ends[to];
  if (/[.,:]/.test(next) && /\d/.test(text[to - 1] ?? '') && isAdjacent && /\d/.test(text[to + 1] ?? '')) return false;
  if (next === "'" && isAdjacent && isWordLike(text[to + 1])) return false;
  return /[)\]}"'\u2014,;:.!?]/.test(next);
}
