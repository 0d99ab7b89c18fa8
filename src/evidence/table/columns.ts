import { visibleLine } from '../../lib/visible-text.ts';
import { readNumbers } from '../numbers.ts';

/** The columns of a table, and the values that they accept. */

export const COLUMN_TYPES = ['text', 'number', 'category', 'yes-no'] as const;
type ColumnType = (typeof COLUMN_TYPES)[number];

export type Column = {
  /** `C1`; never reused in a table. */
  id: string;
  name: string;
  /** The question to answer from each paper. */
  ask: string;
  type: ColumnType;
  /** For type `number`. */
  unit?: string | undefined;
  /** The allowed values of a category. */
  values?: readonly string[] | undefined;
};

/** The value of a cell whose paper does not report it; valid for every type. */
export const NOT_REPORTED = 'not reported';

const MAX_VALUE_CHARACTERS = 500;

/** Why a column does not accept a value. */
export type WrongValue =
  | { kind: 'no-value' }
  | { kind: 'long-value'; most: number }
  | { kind: 'no-number' }
  | { kind: 'no-yes-no' }
  | { kind: 'no-category'; values: readonly string[] };

const YES_NO: Readonly<Record<string, string>> = { yes: 'yes', y: 'yes', true: 'yes', no: 'no', n: 'no', false: 'no' };

/** Signs and letters before a number: `p < `, `n = `, `≥ `, `US$`. */
const BEFORE_NUMBER = /^(?:[a-z]{1,2}\s?(?=[<>=≤≥$]))?[<>=≤≥~≈±+$€£¥\s]{0,4}[-−–]?\s?/iu;

/** The value in normalised form, or why the column does not accept it. */
export function readValue(column: Column, input: unknown): { value: string } | WrongValue {
  const text =
    typeof input === 'string' ? input : typeof input === 'number' || typeof input === 'boolean' ? `${input}` : '';
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
