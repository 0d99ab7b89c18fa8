import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readAsreviewNotes } from './asreview-notes.ts';
import { readRayyanNote } from './rayyan-notes.ts';
import type { FileDecision, Screening } from './screening.ts';

/** Covidence's notes on an excluded record, and what our own export adds: `Decision: include`. */
const COVIDENCE_REASON = /(?:^|[;\n])[^\S\n]*Exclusion reason:\s*([^;\n]*)/gi;
const COVIDENCE_DECISION = /(?:^|[;\n])[^\S\n]*Decision:\s*(include|exclude|maybe)\b/i;

/** The screening data of an entry in a file, and its other notes. */
export type EntryScreening = { screening: Screening; notes: string[] };

/**
 * The decisions on a record: those in columns of its table, those in its notes as written by ASReview, Rayyan and
 * Covidence (it may have been through several), and if there are none, those that the file name implies for all its
 * records.
 */
export function readScreening(
  { columns, notes }: { columns?: Screening; notes: readonly string[] },
  fileName = '',
): EntryScreening {
  const asreview = readAsreviewNotes(notes);
  const read = [columns ?? NOTHING, asreview ?? NOTHING];
  const rest = (asreview?.rest ?? notes).flatMap((note) => {
    const found = readRayyanNote(note) ?? readCovidenceNote(note);
    if (found === undefined) return [note];
    read.push(found);
    return found.rest === '' ? [] : [found.rest];
  });
  const decisions = read.flatMap((each) => each.decisions);
  const refused = read.flatMap((each) => each.refused ?? []);
  const ofFile = decisions.length + refused.length === 0 ? decisionOfFile(fileName) : undefined;
  const program = ofFile ? 'Covidence' : read.find((each) => each.program)?.program;
  const resolutions = read.flatMap((each) => each.resolutions ?? []);
  const noted = read.flatMap((each) => each.notes ?? []);
  const { criteria, record } = columns ?? NOTHING;
  return {
    screening: {
      decisions: ofFile ? [ofFile] : decisions,
      ...(noted.length > 0 && { notes: noted }),
      ...(resolutions.length > 0 && { resolutions }),
      ...(program && { program }),
      ...(read.some(({ prior }) => prior) && { prior: true }),
      ...(refused.length > 0 && { refused }),
      ...omitUndefined({ criteria, record }),
    },
    notes: rest,
  };
}

const NOTHING: Screening = { decisions: [] };

/** A note that contains only reasons, as Covidence writes it: `Exclusion reason: Wrong study design; `. */
function readCovidenceNote(note: string): (Screening & { rest: string }) | undefined {
  const reasons = [...note.matchAll(COVIDENCE_REASON)].map(([, reason = '']) => reason.trim()).filter(Boolean);
  const decision = COVIDENCE_DECISION.exec(note)?.[1]?.toLowerCase() as FileDecision['decision'] | undefined;
  if (decision === undefined && reasons.length === 0) return undefined;
  return {
    decisions: [{ decision: decision ?? 'exclude', ...(reasons.length > 0 && { reasons }) }],
    program: 'Covidence',
    rest: '',
  };
}

/** The lists that Covidence exports, by a part of the file name: `review_1234_irrelevant_csv_20240303.csv`. */
const COVIDENCE_LISTS = new Map<string, Pick<FileDecision, 'decision' | 'stage'>>([
  ['select', { decision: 'include', stage: 'abstract' }],
  ['irrelevant', { decision: 'exclude', stage: 'abstract' }],
  ['included', { decision: 'include', stage: 'text' }],
  ['excluded', { decision: 'exclude', stage: 'text' }],
]);

function decisionOfFile(fileName: string): Pick<FileDecision, 'decision' | 'stage'> | undefined {
  const [, list = ''] = /(?:^|[/\\_])review_\d+_([a-z]+)_csv_\d+/i.exec(fileName) ?? [];
  return COVIDENCE_LISTS.get(list.toLowerCase());
}
