import { visibleLine } from '../../lib/visible-text.ts';
import { readNumbers } from './numbers.ts';

/** The columns of a table, and which values they take. */

export const COLUMN_TYPES = ['text', 'number', 'category', 'yes-no'] as const;
type ColumnType = (typeof COLUMN_TYPES)[number];

export type Column = {
  /** `C1`: never given twice in a table. */
  id: string;
  name: string;
  /** What to find in each paper. */
  ask: string;
  type: ColumnType;
  /** Of a number. */
  unit?: string | undefined;
  /** What a category may be. */
  values?: readonly string[] | undefined;
};

/** The value that says that a paper does not report it: of every type. */
export const NOT_REPORTED = 'not reported';

const MAX_VALUE_CHARACTERS = 500;

/** Why a column does not take a value. */
export type WrongValue =
  | { kind: 'no-value' }
  | { kind: 'long-value'; most: number }
  | { kind: 'no-number' }
  | { kind: 'no-yes-no' }
  | { kind: 'no-category'; values: readonly string[] };

const YES_NO: Readonly<Record<string, string>> = { yes: 'yes', y: 'yes', true: 'yes', no: 'no', n: 'no', false: 'no' };

/** As many signs as stand before a number: `p < `, `n = `, `≥ `, `US$`. */
const BEFORE_NUMBER = /^(?:[a-z]{1,2}\s?(?=[<>=≤≥$]))?[<>=≤≥~≈±+$€£¥\s]{0,4}[-−–]?\s?/iu;

/** The value as the table has it, or why the column does not take it. */
export function readValue(column: Column, given: unknown): { value: string } | WrongValue {
  const text =
    typeof given === 'string' ? given : typeof given === 'number' || typeof given === 'boolean' ? `${given}` : '';
  const value = visibleLine(text.replace(/\s+/g, ' '));
  if (value === '') return { kind: 'no-value' };
  if (value.length > MAX_VALUE_CHARACTERS) return { kind: 'long-value', most: MAX_VALUE_CHARACTERS };
  const plain = value.toLowerCase();
  if (plain === NOT_REPORTED) return { value: NOT_REPORTED };
  switch (column.type) {
    case 'text':
      return { value };
    case 'number':
      return startsWithNumber(value) ? { value } : { kind: 'no-number' };
    case 'yes-no': {
      const answer = YES_NO[plain];
      return answer ? { value: answer } : { kind: 'no-yes-no' };
    }
    case 'category': {
      const values = column.values ?? [];
      const chosen = values.find((each) => each.toLowerCase() === plain);
      return chosen === undefined ? { kind: 'no-category', values } : { value: chosen };
    }
  }
}

function startsWithNumber(value: string): boolean {
  const rest = value.slice(BEFORE_NUMBER.exec(value)?.[0].length ?? 0);
  const [first] = readNumbers(rest);
  return first?.start === 0;
}
