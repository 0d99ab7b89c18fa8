import { shown } from '../../lib/shown.ts';
import { readLabel, type ScreeningDecision } from '../decisions/screening.ts';
import { findDelimiter, readCells } from './csv-records.ts';

/** A line of a list of decisions; `reasons` from its third column, if it has one. */
export type DecisionLine = { ref: string; decision: ScreeningDecision | 'withdraw'; reasons?: string[] };

/**
 * Reads a list of two columns, a record's reference and the decision on it, separated by commas, semicolons, tabs or
 * blanks, with or without a header. Undecided records are left out. A returned text says what is wrong, and where.
 */
export function readDecisionLines(file: string): DecisionLine[] | string {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const lines = text.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const delimiter = findDelimiter(first);
  const isSpaced = !first.includes(delimiter);
  const read: DecisionLine[] = [];
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = (isSpaced ? line.trim().split(/\s+/) : readCells(line, delimiter)).map((cell) => cell.trim());
    const [ref = '', word = '', named = ''] = cells;
    const decision = word.toLowerCase() === 'withdraw' ? 'withdraw' : readLabel(word);
    const isHeader = isFirst && decision === undefined && !/\d/.test(ref);
    isFirst = false;
    if (isHeader || decision === null) continue;
    if (ref === '' || decision === undefined)
      return `line ${index + 1}: a record and include, exclude, maybe or withdraw, got ${shown(line.trim())}`;
    const reasons = named.split(/[;,\s]+/).filter(Boolean);
    read.push({ ref, decision, ...(reasons.length > 0 && { reasons }) });
  }
  return read.length > 0 ? read : 'it has no decision';
}
