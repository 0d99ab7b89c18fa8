import { stem } from '../../papers/analysis/stem.ts';
import { among, readNumbers } from '../numbers.ts';
import { type Column, NOT_REPORTED } from './columns.ts';
import type { CellCheck } from './table-events.ts';
import { hasUnit, unitOf } from './units.ts';

/** A problem of a cell, or a check that was impossible. The value is kept; every view and export shows the mark. */
export type Mark =
  | { kind: 'no-quotation' }
  | { kind: 'short-quotation' }
  | { kind: 'quotation-not-held'; verdict: 'altered' | 'loose' | 'absent' }
  | { kind: 'quoted-of-other'; refs: readonly string[] }
  | { kind: 'not-checked' }
  | { kind: 'number-not-quoted'; numbers: readonly string[] }
  | { kind: 'unit-not-quoted'; unit: string }
  | { kind: 'negation-differs' }
  | { kind: 'value-not-taken' }
  | { kind: 'nothing-searched' };

type Content = { value: string; quote?: string | undefined; check: CellCheck };

/** Shorter quotations occur in most papers by chance. */
const MIN_QUOTED_WORDS = 3;

/** The marks of a cell, from its value, its quotation and the check of the quotation; empty if there is no problem. */
export function markCell(column: Column, { value, quote, check }: Content): Mark[] {
  if (value === NOT_REPORTED) return check.held === 'none' ? [{ kind: 'nothing-searched' }] : [];
  if (quote === undefined) return [{ kind: 'no-quotation' }];
  return [
    ...markQuotation(quote, check),
    ...markNumbers(column, value, quote),
    ...markUnit(column, value, quote),
    ...markNegation(column, value, quote),
  ];
}

function markQuotation(quote: string, { verdict, standsIn = [] }: CellCheck): Mark[] {
  if (verdict === 'no-text' || verdict === 'not-compared') return [{ kind: 'not-checked' }];
  const isShort = (quote.match(/[\p{L}\p{N}]+/gu) ?? []).length < MIN_QUOTED_WORDS;
  if (verdict === 'exact' || verdict === 'near') return isShort ? [{ kind: 'short-quotation' }] : [];
  const elsewhere: Mark[] = standsIn.length > 0 ? [{ kind: 'quoted-of-other', refs: standsIn }] : [];
  return [{ kind: 'quotation-not-held', verdict: verdict ?? 'absent' }, ...elsewhere];
}

/** Marks numbers of the value that the quotation lacks. Numbers in a category are part of its name. */
function markNumbers({ type }: Column, value: string, quote: string): Mark[] {
  if (type === 'category' || type === 'yes-no') return [];
  const isQuoted = among(readNumbers(quote));
  const numbers = readNumbers(value).filter(({ text }) => type === 'number' || text.toLowerCase() !== 'one');
  const parts = numbers.filter(
    ({ start, text }) =>
      !numbers.some(
        (other) => other.start <= start && other.text.length > text.length && start < other.start + other.text.length,
      ),
  );
  const missing = parts.filter((number) => !isQuoted(number));
  return missing.length > 0
    ? [{ kind: 'number-not-quoted', numbers: [...new Set(missing.map(({ text }) => text))] }]
    : [];
}

/** Marks the unit of the column, or that in the value, if the quotation lacks it. */
function markUnit({ type, unit }: Column, value: string, quote: string): Mark[] {
  if (type !== 'number') return [];
  const units = [...new Set([unit, unitOf(value)].filter((each) => each !== undefined && each !== ''))] as string[];
  const missing = units.find((each) => !hasUnit(quote, each));
  return missing === undefined ? [] : [{ kind: 'unit-not-quoted', unit: missing }];
}

const NEGATION = /^(?:not?|never|without|neither|nor|none|cannot|n['’]t|non)$/i;

/** `did not improve` is `improved`, negated. */
const AUXILIARY = new Set(['do', 'does', 'did']);

/** The stems of a text's words; a negation inside a word (`didn't`, `cannot`) becomes a separate word. */
function readStems(text: string): string[] {
  const plain = text.replace(/\bcannot\b/gi, 'can not').replace(/n['’]t\b/gi, ' not');
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !AUXILIARY.has(word)).map((word) => (isNegation(word) ? word : stem(word)));
}

const isNegation = (word: string) => NEGATION.test(word);

/**
 * Marks a value that has the words of the quotation, but not its negations. Values in other words cannot be judged.
 */
function markNegation({ type }: Column, value: string, quote: string): Mark[] {
  if (type !== 'text') return [];
  const all = readStems(value);
  // A negation at the end of the value must also follow the words in the quotation.
  const valueWords = withoutLastNegation(all);
  const quoted = readStems(quote);
  const plain = valueWords.filter((word) => !isNegation(word));
  if (plain.length === 0) return [];
  const quotedPlain = quoted.filter((word) => !isNegation(word));
  const starts = findRuns(quotedPlain, plain);
  if (starts.length === 0) return [];
  const holds = starts.some((start) => {
    const { inner, isAfterNegation, isBeforeNegation } = findNegations(quoted, start, plain.length);
    if (valueWords.length < all.length && !isBeforeNegation) return false;
    const negations = valueWords.length - plain.length;
    return isNegation(valueWords[0] ?? '')
      ? isAfterNegation && inner === negations - 1
      : !isAfterNegation && inner === negations;
  });
  return holds ? [] : [{ kind: 'negation-differs' }];
}

function withoutLastNegation(words: readonly string[]): readonly string[] {
  return words.slice(0, words.findLastIndex((word) => !isNegation(word)) + 1);
}

/** The indexes at which the words occur in sequence. */
function findRuns(all: readonly string[], words: readonly string[]): number[] {
  const starts: number[] = [];
  for (let start = 0; start + words.length <= all.length && starts.length < 20; start += 1) {
    if (words.every((word, at) => all[start + at] === word)) starts.push(start);
  }
  return starts;
}

/**
 * The negations within a run of `length` other words, and whether one is directly before or after it. `from` is the
 * index of the run's first word among the words that are not negations.
 */
function findNegations(
  words: readonly string[],
  from: number,
  length: number,
): { inner: number; isAfterNegation: boolean; isBeforeNegation: boolean } {
  const indexes = words.flatMap((word, at) => (isNegation(word) ? [] : [at]));
  const [start = 0, end = 0] = [indexes[from], indexes[from + length - 1]];
  const inner = words.slice(start, end).filter(isNegation).length;
  const [before = '', after = ''] = [words[start - 1], words[end + 1]];
  return { inner, isAfterNegation: isNegation(before), isBeforeNegation: isNegation(after) };
}
