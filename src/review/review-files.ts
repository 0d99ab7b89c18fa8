import type { Screened } from '../formats/decisions/screening.ts';
import { EXPORT_KINDS, type ExportKind } from '../formats/export-kinds.ts';
import type { ScreenedPaper } from '../formats/format.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../formats/format-facts.ts';
import { toAsreviewProject } from '../formats/screened/asreview-project.ts';
import { type Carries, leftOutOf, OF_PROJECT, ONLY_THE_DECISION } from '../formats/screened/left-out.ts';
import { DECISION_FORMATS, type DecisionFormatName, writeRis } from '../formats/screened/write-decisions.ts';
import type { Note } from '../wording/notes.ts';
import type { AsreviewFiles } from './exchange/asreview-port.ts';
import { writePrismaCsv } from './prisma/prisma-csv.ts';
import { drawPrisma } from './prisma/prisma-drawing.ts';
import type { PrismaFlow } from './prisma/prisma-flow.ts';
import { writeSvg } from './prisma/svg.ts';

/** Formats of a review: its flow, and its records with their decisions. */
export const REVIEW_FORMATS = {
  prisma: { title: 'PRISMA 2020 flow diagram (SVG)', ending: 'prisma.svg', mimeType: 'image/svg+xml' },
  'prisma-csv': { title: 'PRISMA 2020 flow, for the R package', ending: 'prisma.csv', mimeType: 'text/csv' },
  ...DECISION_FORMATS,
  asreview: { title: 'ASReview project', ending: 'asreview', mimeType: 'application/zip', carries: OF_PROJECT },
} as const satisfies Record<string, { title: string; ending: string; mimeType: string; carries?: Carries }>;

export type ReviewFormat = keyof typeof REVIEW_FORMATS;

/** Formats that only a review has. */
export type ReviewKind = Exclude<ReviewFormat, ExportKind>;
export const REVIEW_KIND_NAMES = Object.keys(REVIEW_FORMATS).filter((name) => !(name in EXPORT_KINDS)) as [
  ReviewKind,
  ...ReviewKind[],
];

type NotInFile = Note & { kind: 'not-in-file' };

/** Notes on parts of the decisions that a file of this format cannot contain. */
export function notInFile(format: ReviewFormat, records: readonly Screened[]): NotInFile[] {
  const file = REVIEW_FORMATS[format];
  return 'carries' in file ? lacking(file.title, file.carries, records) : [];
}

/** As `notInFile`, for formats of papers, which contain decisions as a keyword or in a column. */
export function notInPapers(format: ExportFormat, records: readonly Screened[]): NotInFile[] {
  return lacking(EXPORT_FORMATS[format].title, ONLY_THE_DECISION, records);
}

function lacking(format: string, carries: Carries, records: readonly Screened[]): NotInFile[] {
  const left = leftOutOf(records, carries);
  return left ? [{ kind: 'not-in-file', format, ...left }] : [];
}

/** The data that a review is exported from. */
type ReviewContent = {
  /** Its reference and question. */
  name: string;
  papers: readonly ScreenedPaper[];
  flow: PrismaFlow;
};

/** The content of a file. Only a project of ASReview is not text. */
export function writeReviewFile(
  format: ReviewFormat,
  { name, papers, flow }: ReviewContent,
  openAsreview: () => AsreviewFiles,
): string | Uint8Array {
  if (format === 'prisma') return writeSvg(drawPrisma(flow, true));
  if (format === 'prisma-csv') return writePrismaCsv(flow);
  if (format !== 'asreview') return DECISION_FORMATS[format satisfies DecisionFormatName].write(papers);
  return openAsreview().write(toAsreviewProject(name, papers), { name: 'records.ris', text: writeRis(papers) });
}
