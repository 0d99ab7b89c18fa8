import type { Column } from '../../src/evidence/table/columns.ts';
import { markCell } from '../../src/evidence/table/marks.ts';
import { checkQuote } from '../../src/reading/quote/check-quote.ts';
import type { DocumentWords } from '../../src/reading/quote/document-words.ts';
import { TooMuchWork } from '../../src/reading/quote/find-words.ts';

/** A text, and quotations from it. */
export type CellText = { name: string; words: DocumentWords; quotes: readonly string[] };

export type Case = { text: CellText; kind: string; type: Column['type']; value: string; quote: string };

export type Outcome = Case & { passes: boolean; verdict: string; marks: string[] };

/** Whether a cell passes: its value has no mark, and its quotation is exact or near. */
export function judge(one: Case): Outcome {
  const { text, type, value, quote } = one;
  const column: Column = { id: 'C1', name: 'Finding', ask: '', type };
  const verdict = verdictOf(text.words, quote);
  const marks = markCell(column, { value, quote, check: { held: 'text', verdict } }).map(({ kind }) => kind);
  return { ...one, verdict, marks, passes: marks.length === 0 && (verdict === 'exact' || verdict === 'near') };
}

function verdictOf(words: DocumentWords, quote: string) {
  try {
    return checkQuote(words, quote).verdict;
  } catch (error) {
    if (error instanceof TooMuchWork) return 'not-compared';
    throw error;
  }
}

/** A number that is no ordinal or power, and has none beside it: not `1st`, `1.2 × 10⁶`. */
const NUMBER = /(?<![\p{L}\d.,·^])\d+(?:[.,·]\d+)*(?![.,·]?\d|(?:st|nd|rd|th)\b|\s?[×x]\s?10|[⁻⁰¹²³⁴-⁹^])/gu;
const asNumber = (written: string) => Number(written.replaceAll(',', '').replace('·', '.'));

/** A cell for each quotation: its first number, or some of its words, with their negation. */
export function trueCells(text: CellText): Case[] {
  return text.quotes.map((quote) => {
    const number = [...quote.matchAll(NUMBER)][0]?.[0];
    const words = quote.split(/\s+/);
    const middle = Math.max(0, Math.floor(words.length / 2) - 3);
    const from = /^(?:no|not|nor|never|without|neither)$/i.test(words[middle - 1] ?? '') ? middle - 1 : middle;
    const value = number ?? words.slice(from, from + 6).join(' ');
    return { text, kind: 'true', type: number === undefined ? 'text' : 'number', value: value.slice(0, 400), quote };
  });
}

/** A document of the repository is read in several formats. */
const isSame = (one: Case, other: Case) => one.text.name.split(', ')[0] === other.text.name.split(', ')[0];

type Corrupt = (cell: Case, other: Case, random: () => number) => Partial<Case> | undefined;

const otherDigit = (digit: string, random: () => number) => `${(Number(digit) + 1 + Math.floor(9 * random())) % 10}`;

function changeDigit(number: string, random: () => number): string {
  const places = [...number.matchAll(/\d/g)].map(({ index }) => index);
  const at = places[Math.floor(random() * places.length)] ?? 0;
  const changed = number.slice(0, at) + otherDigit(number[at] ?? '0', random) + number.slice(at + 1);
  return /^0\d/.test(changed) ? `${number.startsWith('9') ? '8' : '9'}${changed.slice(1)}` : changed;
}

const putNot = (text: string) => {
  const after = text.replace(/\b(was|were|is|are|had|has|did|can|may|could|should|will)\b/, '$1 not');
  if (after !== text) return after;
  const words = text.split(' ');
  return words.length < 2 ? undefined : [words[0], 'not', ...words.slice(1)].join(' ');
};

/** Ways to make a true cell false. */
export const CORRUPTIONS: Readonly<Record<string, Corrupt>> = {
  'number of the value changed': ({ type, value, quote }, _other, random) => {
    if (type !== 'number') return undefined;
    const changed = changeDigit(value, random);
    const isThere = [...quote.matchAll(NUMBER)].some(([each]) => asNumber(each) === asNumber(changed));
    return isThere ? undefined : { value: changed };
  },
  'number of the quotation changed': ({ quote, type }, _other, random) => {
    const numbers = [...quote.matchAll(NUMBER)];
    const chosen = numbers[Math.floor(random() * numbers.length)];
    if (!chosen || type !== 'number') return undefined;
    const changed = changeDigit(chosen[0], random);
    return { quote: quote.slice(0, chosen.index) + changed + quote.slice(chosen.index + chosen[0].length) };
  },
  'both numbers changed': ({ quote, value, type }, _other, random) => {
    const at = quote.indexOf(value);
    if (type !== 'number' || at < 0) return undefined;
    const changed = changeDigit(value, random);
    return { value: changed, quote: quote.slice(0, at) + changed + quote.slice(at + value.length) };
  },
  'not put into the quotation': ({ quote }) => {
    const changed = /\b(?:not|no)\b/i.test(quote) ? undefined : putNot(quote);
    return changed === undefined ? undefined : { quote: changed };
  },
  'not put into the value': ({ quote, type }) => {
    if (type !== 'text') return undefined;
    const value = putNot(quote.split(/\s+/).slice(0, 12).join(' '));
    return value === undefined || /\b(?:not|no)\b/i.test(quote) ? undefined : { value };
  },
  'not left out of the quotation': ({ quote }) => {
    const changed = quote.replace(/\bnot /, '');
    return changed === quote ? undefined : { quote: changed };
  },
  'of another paper': (cell, other) =>
    isSame(other, cell) ? undefined : { value: other.value, quote: other.quote, type: other.type },
  'half of another paper': (cell, other) => {
    const half = (text: string, from: 0 | 1) =>
      text
        .split(/\s+/)
        .slice(
          from * Math.floor(text.split(/\s+/).length / 2),
          from === 0 ? Math.floor(text.split(/\s+/).length / 2) : undefined,
        );
    const joined = [...half(cell.quote, 0), ...half(other.quote, 1)].join(' ');
    return isSame(other, cell) || joined.split(' ').length < 6 ? undefined : { quote: joined };
  },
  invented: (cell, other, random) => {
    const words = `${cell.quote} ${other.quote}`.split(/\s+/).filter((word) => /\p{L}/u.test(word));
    const picked = Array.from({ length: 14 }, () => words[Math.floor(random() * words.length)] ?? 'it');
    return { value: picked.slice(0, 4).join(' '), quote: `${picked.join(' ')}.`, type: 'text' };
  },
};
