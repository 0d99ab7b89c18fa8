import { readDoi } from '../../papers/identifiers.ts';
import type { RetractionKind } from '../../papers/retraction/notes.ts';
import { cleanLine, shorten } from '../../papers/text.ts';
import { readCells, readNames } from './csv-records.ts';

/** The table of Retraction Watch, as Crossref publishes it in one CSV file. */

/** The table's entry for an identifier (`doi:10.1234/a`, `pmid:123`). */
export type ListedPaper = {
  name: string;
  kind: RetractionKind | 'reinstated';
  /** ISO day of the notice. */
  date?: string;
  reasons: string[];
};

/** One row: the paper, and the date of its notice. */
export type TableRow = { listed: ListedPaper[]; date?: string };

/** The columns that the table must have, in lower case, without spaces. */
const NEEDED = {
  retractiondate: 'RetractionDate',
  retractiondoi: 'RetractionDOI',
  originalpaperdoi: 'OriginalPaperDOI',
  originalpaperpubmedid: 'OriginalPaperPubMedID',
  retractionnature: 'RetractionNature',
  reason: 'Reason',
} as const;

const MAX_REASONS = 20;
const MAX_REASON_CHARACTERS = 120;

/** Opens the table by its header line; a returned text says why this is not that table. */
export function openRetractionTable(header: string): ((record: string) => TableRow) | string {
  const { delimiter, names } = readNames(header);
  const missing = Object.entries(NEEDED).flatMap(([name, column]) => (names.includes(name) ? [] : [column]));
  if (missing.length > 0)
    return `it is not the table of Retraction Watch: it has no column ${missing.join(', no column ')}`;
  // Cached, because the rows share about a hundred reasons and a few thousand dates.
  const dates = memorise(readTableDate);
  const reasonNames = memorise((text) => shorten(cleanLine(text).replace(/^\+\s*/, ''), MAX_REASON_CHARACTERS));
  return (record) => {
    const cells = readCells(record, delimiter);
    const cell = (name: keyof typeof NEEDED | 'retractionpubmedid') => cells[names.indexOf(name)]?.trim() ?? '';
    const kind = readNature(cell('retractionnature'));
    const date = dates(cell('retractiondate'));
    if (kind === undefined) return { listed: [] };
    const about = { ...(date !== undefined && { date }), reasons: readReasons(cell('reason'), reasonNames) };
    const paper = toNames(cell('originalpaperdoi'), cell('originalpaperpubmedid'));
    const notice = toNames(cell('retractiondoi'), cell('retractionpubmedid')).filter((name) => !paper.includes(name));
    const noticeKind = kind === 'retracted' ? ('notice' as const) : kind;
    return {
      listed: [
        ...paper.map((name) => ({ name, kind, ...about })),
        ...(noticeKind === 'reinstated' ? [] : notice.map((name) => ({ name, kind: noticeKind, ...about }))),
      ],
      ...(date !== undefined && { date }),
    };
  };
}

function readNature(nature: string): 'retracted' | 'expression-of-concern' | 'corrected' | 'reinstated' | undefined {
  const plain = nature.toLowerCase();
  if (/^retract/.test(plain)) return 'retracted';
  if (/concern/.test(plain)) return 'expression-of-concern';
  if (/^correct/.test(plain)) return 'corrected';
  return /^reinstat/.test(plain) ? 'reinstated' : undefined;
}

/** The table writes `unavailable` or 0 for a missing identifier. */
function toNames(doi: string, pmid: string): string[] {
  const plainDoi = readDoi(doi);
  return [
    ...(plainDoi === undefined ? [] : [`doi:${plainDoi}`]),
    ...(/^[1-9]\d{0,8}$/.test(pmid) ? [`pmid:${pmid}`] : []),
  ];
}

/** `+Error in Data;+Misconduct by Author;`, also without the signs. */
function readReasons(text: string, nameOf: (text: string) => string): string[] {
  const named = text.split(';').map(nameOf);
  return [...new Set(named.filter((reason) => reason !== ''))].slice(0, MAX_REASONS);
}

const MAX_MEMORISED = 10_000;

function memorise<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const result = read(text);
    if (known.size < MAX_MEMORISED) known.set(text, result);
    return result;
  };
}

/** `2/28/1998 0:00`, month first as in the United States, or an ISO date. */
function readTableDate(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  const [, month = isoMonth, day = isoDay, year = isoYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? undefined : date;
}
