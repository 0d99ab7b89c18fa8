import { stem } from '../../papers/analysis/stem.ts';
import { type Column, NOT_REPORTED } from './columns.ts';
import { among, readNumbers } from './numbers.ts';
import type { CellCheck } from './table-events.ts';
import { hasUnit, unitOf } from './units.ts';

/** What is wrong with a cell, or what could not be checked: it is kept, and every view and export says so. */
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

/** Fewer words stand in most papers by chance. */
const MIN_QUOTED_WORDS = 3;

/** The marks of a cell, derived from its value, its quotation and what the check of that found; none if it holds. */
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

/** Of a category, only its name may have numbers, which are the column's. */
function markNumbers({ type }: Column, value: string, quote: string): Mark[] {
  if (type === 'category' || type === 'yes-no') return [];
  const isQuoted = among(readNumbers(quote));
  const own = readNumbers(value).filter(({ text }) => type === 'number' || text.toLowerCase() !== 'one');
  const parts = own.filter(
    ({ start, text }) =>
      !own.some(
        (other) => other.start <= start && other.text.length > text.length && start < other.start + other.text.length,
      ),
  );
  const missing = parts.filter((number) => !isQuoted(number));
  return missing.length > 0
    ? [{ kind: 'number-not-quoted', numbers: [...new Set(missing.map(({ text }) => text))] }]
    : [];
}

/** The unit of the column, and that which the value names itself. */
function markUnit({ type, unit }: Column, value: string, quote: string): Mark[] {
  if (type !== 'number') return [];
  const units = [...new Set([unit, unitOf(value)].filter((each) => each !== undefined && each !== ''))] as string[];
  const missing = units.find((each) => !hasUnit(quote, each));
  return missing === undefined ? [] : [{ kind: 'unit-not-quoted', unit: missing }];
}

const NEGATION = /^(?:not?|never|without|neither|nor|none|cannot|n['’]t|non)$/i;

/** `did not improve` is `improved`, negated. */
const AUXILIARY = new Set(['do', 'does', 'did']);

/** The stems of a text's words; a negation inside one (`didn't`, `cannot`) is a word of its own. */
function wordsOf(text: string): string[] {
  const plain = text.replace(/\bcannot\b/gi, 'can not').replace(/n['’]t\b/gi, ' not');
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !AUXILIARY.has(word)).map((word) => (isNegation(word) ? word : stem(word)));
}

const isNegation = (word: string) => NEGATION.test(word);

/**
 * Whether the value has the quotation's own words with a negation more or less. A value in other words is nobody's to
 * judge.
 */
function markNegation({ type }: Column, value: string, quote: string): Mark[] {
  if (type !== 'text') return [];
  const all = wordsOf(value);
  // What a negation at the end denies is not in the value: it stands in the quotation, too.
  const own = withoutLastNegation(all);
  const quoted = wordsOf(quote);
  const plain = own.filter((word) => !isNegation(word));
  if (plain.length === 0) return [];
  const quotedPlain = quoted.filter((word) => !isNegation(word));
  const starts = findRuns(quotedPlain, plain);
  if (starts.length === 0) return [];
  const holds = starts.some((start) => {
    const stretch = stretchOf(quoted, start, plain.length);
    const [inner, before] = [stretch.inner, stretch.isAfterNegation];
    if (own.length < all.length && !stretch.isBeforeNegation) return false;
    const negations = own.length - plain.length;
    const isLed = isNegation(own[0] ?? '');
    return isLed ? before && inner === negations - 1 : !before && inner === negations;
  });
  return holds ? [] : [{ kind: 'negation-differs' }];
}

function withoutLastNegation(words: readonly string[]): readonly string[] {
  return words.slice(0, words.findLastIndex((word) => !isNegation(word)) + 1);
}

/** Where the words stand in sequence. */
function findRuns(all: readonly string[], words: readonly string[]): number[] {
  const starts: number[] = [];
  for (let start = 0; start + words.length <= all.length && starts.length < 20; start += 1) {
    if (words.every((word, at) => all[start + at] === word)) starts.push(start);
  }
  return starts;
}

/** The negations within, just before and just after the stretch that begins with the nth word that is none. */
function stretchOf(
  words: readonly string[],
  from: number,
  length: number,
): { inner: number; isAfterNegation: boolean; isBeforeNegation: boolean } {
  const places = words.flatMap((word, at) => (isNegation(word) ? [] : [at]));
  const [start = 0, end = 0] = [places[from], places[from + length - 1]];
  const inner = words.slice(start, end).filter(isNegation).length;
  const [before = '', after = ''] = [words[start - 1], words[end + 1]];
  return { inner, isAfterNegation: isNegation(before), isBeforeNegation: isNegation(after) };
}
