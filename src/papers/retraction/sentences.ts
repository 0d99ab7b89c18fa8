import { counted } from '../../lib/counted.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { Mark, RetractionKind, RetractionNote, RetractionStatus } from './notes.ts';

export const RETRACTION_SENTENCES: SentencesOf<{ notes: RetractionNote }> = {
  notes: {
    'also-marked': ({ marks }) => `Also marked: ${describeMarks(marks)}.`,
    'retraction-known': ({ papers, of, tableOf }) => `Retraction status ${describeKnownStatus(papers, of, tableOf)}.`,
    retracted: ({ refs }) => `Retracted: ${refs.join(', ')}.`,
  },
};

/** Sentences about retractions and other marks. */

const BEFORE_TITLE: Record<RetractionStatus['kind'], string> = {
  retracted: 'RETRACTED: ',
  withdrawn: 'WITHDRAWN: ',
  notice: 'RETRACTION NOTICE: ',
  replaced: 'REPLACED: ',
  'expression-of-concern': 'EXPRESSION OF CONCERN: ',
  corrected: 'CORRECTED: ',
  none: '',
};

/** The mark before a title, unless the title states it itself. */
export function markBeforeTitle(status: RetractionStatus | undefined): string {
  return status === undefined || status.from === 'title' ? '' : BEFORE_TITLE[status.kind];
}

const NAMES: Record<RetractionKind, string> = {
  retracted: 'Retracted',
  withdrawn: 'Withdrawn',
  notice: 'Notice of retraction',
  replaced: 'Replaced',
  'expression-of-concern': 'Expression of concern',
  corrected: 'Correction',
};

/** `Retracted 2010-02-02: Falsification of Data; Misconduct by Author`. */
export function describeMark({ kind, date, reasons = [] }: RetractionStatus & { kind: RetractionKind }): string {
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return `${NAMES[kind]}${date === undefined ? '' : ` ${date}`}${why}`;
}

/**
 * `not in Retraction Watch as of 2026-11-24`, or that a retraction was withdrawn; undefined without a source for it, or
 * with a mark.
 */
export function describeNoMark(status: RetractionStatus | undefined): string | undefined {
  if (status?.kind !== 'none') return undefined;
  const { from, asOf, date } = status;
  const on = asOf === undefined ? '' : ` as of ${asOf}`;
  if (from === 'retraction-watch' && date !== undefined)
    return `retracted once, and reinstated on ${date}, by Retraction Watch${on}`;
  return from === 'retraction-watch' ? `not in Retraction Watch${on}` : `not retracted by ${from}${on}`;
}

/** The mark at the end of a bibliography entry; a correction has none, and a title that states it needs none. */
export function markAfterEntry(status: RetractionStatus | undefined): string {
  if (status === undefined || status.kind === 'none' || status.kind === 'corrected') return '';
  return status.kind !== 'retracted' && status.from === 'title' ? '' : ` [${NAMES[status.kind]}]`;
}

const MAX_NAMED = 20;

const COUNTED: Record<RetractionKind, [one: string, many: string]> = {
  retracted: ['retracted paper', 'retracted papers'],
  withdrawn: ['withdrawn paper', 'withdrawn papers'],
  notice: ['notice of retraction', 'notices of retraction'],
  replaced: ['replaced paper', 'replaced papers'],
  'expression-of-concern': ['expression of concern', 'expressions of concern'],
  corrected: ['correction', 'corrections'],
};

/** `2 retracted papers (J1-2, J1-7), 1 expression of concern (J1-9)`. */
export function describeMarks(marks: readonly Mark[]): string {
  const describe = ({ mark, refs }: Mark) => {
    const more = refs.length > MAX_NAMED ? `, and ${refs.length - MAX_NAMED} more` : '';
    return `${refs.length} ${COUNTED[mark][refs.length === 1 ? 0 : 1]} (${refs.slice(0, MAX_NAMED).join(', ')}${more})`;
  };
  return marks.map(describe).join(', ');
}

/**
 * `known for 3 of 5 records`, or that it is not known for any: then the number of retracted ones would mean nothing.
 * `tableOf` is the day of the table that the status of some records comes from.
 */
export function describeKnownStatus(known: number, of: number, tableOf?: string): string {
  const table = tableOf === undefined ? '' : ` (the table of Retraction Watch is of ${tableOf})`;
  if (known > 0 || of === 0) return `known for ${known} of ${counted(of, 'record')}${table}`;
  return `not known for ${of === 1 ? 'the one record' : `any of ${of} records`}`;
}
