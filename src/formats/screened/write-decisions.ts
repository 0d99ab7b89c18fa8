import { type Citation, toCitation } from '../../papers/citation.ts';
import { formatFamilyFirst } from '../../papers/people.ts';
import { writeAsreviewNotes } from '../decisions/asreview-notes.ts';
import { writeRayyanNote } from '../decisions/rayyan-notes.ts';
import { reasonsInWords } from '../decisions/screening.ts';
import type { ScreenedPaper } from '../format.ts';
import { type Cell, joinList, writeTable } from '../tables/write-csv.ts';
import { format as ris } from '../tagged/ris.ts';
import { type Carries, OF_COVIDENCE, OF_LABELLED, OF_RAYYAN } from './left-out.ts';
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

/** The columns of Covidence's own export, in its order. */
const COLUMNS: Record<string, (citation: Citation, record: ScreenedPaper, number: number) => Cell> = {
  Title: ({ title }) => title,
  Authors: ({ people }) => joinList(people.map(formatFamilyFirst)),
  Abstract: ({ abstract }) => abstract,
  'Published Year': ({ issued }) => issued[0],
  'Published Month': ({ issued }) => issued[1],
  Journal: ({ venue }) => venue,
  Volume: ({ volume }) => volume,
  Issue: ({ issue }) => issue,
  Pages: ({ pages }) => pages,
  'Accession Number': ({ databases = [] }) => databases.find((each) => each.accessionNumber)?.accessionNumber,
  DOI: ({ doi }) => doi,
  Ref: (_, { ref }) => ref,
  'Covidence #': (_, __, number) => `#${number}`,
  Study: ({ people: [first], issued: [year] }) =>
    first && year ? `${first.family ?? first.literal} ${year}` : undefined,
  Notes: (_, record) => notesOf(record),
  Tags: (_, { decisions, notes = [] }) =>
    joinList([...new Set([...decisions, ...notes].flatMap(({ tags = [] }) => tags))]),
};

/**
 * Records in the columns of Covidence's export. Covidence expresses decisions by separate lists and writes only the
 * reasons of an exclusion, in its notes; the verdict is added there (`Decision: include`).
 */
function writeCovidence(records: readonly ScreenedPaper[]): string {
  const rows = records.map((record, index) => {
    const citation = toCitation(record.paper);
    return Object.fromEntries(Object.entries(COLUMNS).map(([name, cell]) => [name, cell(citation, record, index + 1)]));
  });
  return writeTable(Object.keys(COLUMNS), rows);
}

function notesOf(record: ScreenedPaper): string | undefined {
  const { verdict } = record;
  if (verdict === undefined) return undefined;
  const reasons =
    verdict === 'exclude' ? reasonsInWords(record).map((reason) => reason.replace(/[;\s]+/g, ' ').trim()) : [];
  return [`Decision: ${verdict}`, ...reasons.map((reason) => `Exclusion reason: ${reason}`)].join('; ');
}
