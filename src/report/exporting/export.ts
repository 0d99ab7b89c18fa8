import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import {
  EXPORT_KINDS,
  type ExportKind,
  fileText,
  hasPapers,
  isOfCitations,
  isPaperFormat,
  leavesAbstractsOut,
} from '../../formats/export-kinds.ts';
import { PAPER_COLUMNS } from '../../formats/tables/write-csv.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from '../../jobs/answers/answer-size.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { KnownCounts } from '../../papers/retraction/retraction-marks.ts';
import type { ReviewKind } from '../../review/review-files.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import type { ExportFolder } from './export-folder.ts';
import { type ExportRequest, namedJobs, selectForExport } from './export-selection.ts';
import type { ReceiptDeps } from './receipt.ts';
import { makeSearchLog, type SearchLog } from './search-log.ts';
import { searchLogInAnswer, searchLogToMarkdown } from './search-log-markdown.ts';
import { writeText } from './write-text.ts';

/** An export as one text of any length. */
export type Rendered = {
  text: string;
  /** Number of papers, or of works that a receipt counts. */
  papers: number;
  /** Base name of a file: references and plain words only. */
  name: string;
  notes: Note[];
  /** Set if `where` filters by retraction. */
  known?: KnownCounts | undefined;
};

/** An export for an assistant: its text if it fits an answer, else the path of a new file. */
export type ExportView = {
  mode: Mode;
  export: { format: ExportKind | ReviewKind; papers: number; characters: number; text?: string; path?: string };
  known?: KnownCounts;
  notes?: Note[];
  next: Advice[];
};

export type ExportDeps = ReceiptDeps & { mode: Mode; exports: ExportFolder };

/** Characters of an answer reserved for the other fields. */
const RESERVED_CHARACTERS = 3_000;

/**
 * Exports stored papers or receipts, without a request to the service; a report is always a file. Throws
 * PaperqueueError.
 */
export async function exportPapers(
  deps: ExportDeps,
  request: ExportRequest,
  render = renderExport,
): Promise<ExportView> {
  const { format, columns, abstracts = columns?.includes('abstract') ?? false } = request;
  const wrong = wrongOptions(request);
  if (wrong) throw invalidInput([wrong]);
  const isReport = format === 'html';
  const asFile = request.as === 'file' || isReport;
  const view = ({ papers, text, notes, known }: Rendered, content: object, next: Advice[]): ExportView => ({
    mode: deps.mode,
    export: { format, papers, characters: text.length, ...content },
    ...(known && { known }),
    ...(notes.length > 0 && { notes }),
    next,
  });
  if (!asFile) {
    const short = render(deps, { ...request, abstracts });
    if (format === 'receipt') return receiptInAnswer(deps, request, short, view);
    const couldHaveAbstracts = leavesAbstractsOut(format) && !abstracts;
    const passOn: Advice[] = short.papers === 0 ? [] : [{ kind: 'pass-on', couldHaveAbstracts }];
    if (fitsAnswer(short.text)) return view(short, { text: short.text }, passOn);
    await nextTurn();
  }
  // A table in a file is for screening, which needs abstracts.
  const whole = render(deps, { ...request, abstracts: request.abstracts ?? !isOfCitations(format) });
  const path = deps.exports.write(whole.name, EXPORT_KINDS[format].ending, fileText(format, whole.text));
  return view(whole, { path }, [{ kind: 'tell-of-file', path, isReport, isTooLong: !asFile }]);
}

/** Whether a text fits into an answer, beside its other fields. */
export function fitsAnswer(text: string): boolean {
  return sizeOf(JSON.stringify(text)) <= MAX_ANSWER_CHARACTERS - RESERVED_CHARACTERS;
}

/** A short receipt is returned whole. For a longer one the answer contains the beginning, and a new file the whole. */
function receiptInAnswer(
  deps: ExportDeps,
  request: ExportRequest,
  whole: Rendered,
  view: (rendered: Rendered, content: object, next: Advice[]) => ExportView,
): ExportView {
  const { text, isWhole } = searchLogInAnswer(logOf(deps, request).log);
  const next: Advice = { kind: 'pass-on', couldHaveAbstracts: false };
  if (isWhole) return view(whole, { text }, [next]);
  if (request.as === 'text') return view(whole, { text }, [next, { kind: 'see-whole-record' }]);
  const path = deps.exports.write(whole.name, EXPORT_KINDS.receipt.ending, whole.text);
  return view(whole, { text, path }, [next, { kind: 'see-whole-record', path }]);
}

/** Refuses options that cannot be combined, instead of ignoring them. */
export function wrongOptions({
  format,
  style,
  count,
  columns,
}: Pick<ExportRequest, 'format' | 'style' | 'count' | 'columns'>) {
  if (columns?.length && format !== 'csv') return invalidField('columns', { kind: 'other-format', format: 'csv' });
  if (columns?.some((name) => !PAPER_COLUMNS.includes(name)))
    return invalidField('columns', `some of ${PAPER_COLUMNS.join(', ')}`);
  if (style !== undefined && format !== 'bibliography')
    return invalidField('style', { kind: 'other-format', format: 'bibliography' });
  if (count !== undefined && !hasPapers(format)) return invalidField('count', { kind: 'other-format' });
  return undefined;
}

/** Renders an export for other programs as one text. Throws as `selectForExport` does. */
export function renderExport(deps: ExportDeps, request: ExportRequest): Rendered {
  const { format } = request;
  if (format === 'bibliography' || isPaperFormat(format)) {
    const { papers, name, notes, selection } = selectForExport(deps, request);
    const { text, notes: incomplete } = writeText(format, papers, request);
    return { text, papers: papers.length, name, notes: [...notes, ...incomplete], known: selection.known };
  }
  const { log, name } = logOf(deps, request);
  const text = format === 'receipt' ? searchLogToMarkdown(log) : `${JSON.stringify(log, undefined, 2)}\n`;
  return { text, papers: log.prisma.toScreen, name, notes: [] };
}

/** The record of the requested jobs, narrowed to the requested papers. */
function logOf(deps: ExportDeps, request: ExportRequest): { log: SearchLog; name: string } {
  const { refs, jobs, name } = namedJobs(deps, request);
  return { log: makeSearchLog(deps, jobs, refs ? { refs, ...request } : request), name };
}
