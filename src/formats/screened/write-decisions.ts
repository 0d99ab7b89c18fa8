import { writeAsreviewNotes } from '../decisions/asreview-notes.ts';
import { writeRayyanNote } from '../decisions/rayyan-notes.ts';
import type { ScreenedPaper } from '../format.ts';
import { format as ris } from '../tagged/ris.ts';
import { type Carries, OF_COVIDENCE, OF_LABELLED, OF_RAYYAN } from './left-out.ts';
import { writeCovidence } from './write-covidence.ts';
import { writeDecisionsCsv } from './write-decisions-csv.ts';

/** A text format for records with their decisions. */
type DecisionFormat = {
  title: string;
  ending: string;
  mimeType: string;
  carries: Carries;
  write(records: readonly ScreenedPaper[]): string;
};

const RIS = { ending: 'ris', mimeType: 'application/x-research-info-systems' };

/** `.asreview` is not a text format: see `asreview-project.ts`. */
export const DECISION_FORMATS = {
  'decisions-csv': {
    title: 'Decisions (CSV)',
    ending: 'csv',
    mimeType: 'text/csv',
    carries: 'all',
    write: (records) => `\ufeff${writeDecisionsCsv(records)}`,
  },
  ris: {
    title: 'RIS with ASReview labels',
    ...RIS,
    carries: OF_LABELLED,
    write: (records) => writeRisWith(records, writeAsreviewNotes),
  },
  rayyan: {
    title: 'Rayyan (RIS)',
    ...RIS,
    carries: OF_RAYYAN,
    write: (records) => writeRisWith(records, (record) => [writeRayyanNote(record) ?? ''].filter(Boolean)),
  },
  covidence: {
    title: 'Covidence (CSV)',
    ending: 'csv',
    mimeType: 'text/csv',
    carries: OF_COVIDENCE,
    write: (records) => `\ufeff${writeCovidence(records)}`,
  },
} as const satisfies Record<string, DecisionFormat>;

export type DecisionFormatName = keyof typeof DECISION_FORMATS;

/** The records without their decisions. */
export function writeRis(records: readonly ScreenedPaper[]): string {
  return ris.write?.papers(records) ?? '';
}

/** RIS with the decisions in notes, before the paper's own. */
function writeRisWith(records: readonly ScreenedPaper[], notesOf: (record: ScreenedPaper) => string[]): string {
  const noted = records.map((record) => {
    const { notes = [], ...paper } = record.paper;
    return { ...record, paper: { ...paper, notes: [...notesOf(record), ...notes] } };
  });
  return writeRis(noted);
}
