import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { EXPORT_KINDS, type ExportKind, isPaperFormat } from '../../formats/export-kinds.ts';
import type { ScreenedPaper } from '../../formats/format.ts';
import { type JobSelectionRequest, selectPapers } from '../../jobs/answers/job-selection.ts';
import { unknownRefsNote } from '../../jobs/answers/selection-notes.ts';
import { asksForDecision } from '../../papers/filters/where-filter.ts';
import type { AsreviewFiles } from '../../review/exchange/asreview-port.ts';
import {
  notInFile,
  notInPapers,
  REVIEW_FORMATS,
  type ReviewFormat,
  type ReviewKind,
  writeReviewFile,
} from '../../review/review-files.ts';
import { candidatesOf, decisionNotes } from '../../review/screening/paper-decisions.ts';
import { contentOf } from '../../review/screening/review-content.ts';
import { damageNotes, type OpenReview } from '../../review/screening/review-log.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import { type ExportDeps, type ExportView, fitsAnswer, wrongOptions } from './export.ts';
import { type ExportRequest, selectionNotes, toExported } from './export-selection.ts';
import { writeText } from './write-text.ts';

/**
 * An export of a review. Its own formats contain all records; other paper formats contain the included ones, unless
 * `where.decision` or `refs` selects others. `abstracts` as for jobs.
 */
export type ReviewExportRequest = Omit<ExportRequest, 'jobId' | 'format'> & { format: ExportKind | ReviewKind };

/** The content of a file: text, except for a project of ASReview. */
export type RenderedReview = {
  content: string | Uint8Array;
  papers: number;
  /** Base name and extension of a file. */
  name: string;
  ending: string;
  notes: Note[];
};

type Deps = Pick<ExportDeps, 'store' | 'exports' | 'mode'>;

/** Formats that are always files, because their content is not for a model. */
const AS_FILE: ReadonlySet<string> = new Set(['prisma', 'asreview']);

/** Exports a review for an assistant. Throws INVALID_INPUT for a format that reviews do not have. */
export function exportReview(
  deps: Deps,
  review: OpenReview,
  request: ReviewExportRequest,
  asreview: AsreviewFiles,
): ExportView {
  const { format, as } = request;
  const isFile = as === undefined ? AS_FILE.has(format) : as === 'file';
  const short = isFile ? undefined : renderReview(deps, review, { abstracts: false, ...request }, asreview);
  const view = ({ content, papers, notes }: RenderedReview, where: object, next: Advice[]): ExportView => ({
    mode: deps.mode,
    export: { format, papers, characters: content.length, ...where },
    ...(notes.length > 0 && { notes }),
    next,
  });
  if (typeof short?.content === 'string' && fitsAnswer(short.content))
    return view(
      short,
      { text: short.content },
      short.papers === 0 ? [] : [{ kind: 'pass-on', couldHaveAbstracts: false }],
    );
  const whole = renderReview(deps, review, request, asreview);
  const path = deps.exports.write(whole.name, whole.ending, whole.content);
  const isTooLong = !isFile && typeof whole.content === 'string';
  // A model cannot read the drawing's numbers.
  const text = format === 'prisma' ? { text: contentOf(review).receipt() } : {};
  return view(whole, { path, ...text }, [{ kind: 'tell-of-file', path, isReport: false, isTooLong }]);
}

/** Renders an export of a review. Throws as `exportReview`. */
export function renderReview(...given: Parameters<typeof renderIntact>): RenderedReview {
  const [, review] = given;
  const rendered = renderIntact(...given);
  return { ...rendered, notes: [...damageNotes(review), ...rendered.notes] };
}

/** Renders what is intact of a review. */
function renderIntact(
  { store }: Pick<Deps, 'store'>,
  review: OpenReview,
  request: ReviewExportRequest,
  asreview: AsreviewFiles,
): RenderedReview {
  const { format } = request;
  const wrong = wrongFormat(request);
  if (wrong) throw invalidInput([wrong]);
  const { ref, records } = review;
  const { name, papers: all, flow, receipt } = contentOf(review);
  if (format === 'prisma' || format === 'prisma-csv') {
    const content = writeReviewFile(format, { name, papers: all, flow }, () => asreview);
    return { content, papers: records.size, name: ref, ending: REVIEW_FORMATS[format].ending, notes: [] };
  }
  if (format === 'receipt') {
    return {
      content: receipt(),
      papers: records.size,
      name: `${ref}-receipt`,
      ending: EXPORT_KINDS.receipt.ending,
      notes: [],
    };
  }
  const chosen = withDecision(request);
  const selection = selectPapers(store, [], { ...chosen, review: candidatesOf(review) });
  const byRef = new Map(all.map((paper) => [paper.ref, paper]));
  const selected = selection.papers.slice(0, request.count ?? Number.POSITIVE_INFINITY);
  const papers = selected.flatMap((each): ScreenedPaper[] => {
    const screened = byRef.get(each.ref);
    return screened ? [{ ...screened, ...toExported(each, screened.key) }] : [];
  });
  const isSelection = [request.where, request.refs, request.sort, request.count].some((part) => part !== undefined);
  const base = isSelection ? `${ref}-selection` : ref;
  const notes = [
    ...unknownRefsNote(selection),
    ...decisionNotes(review, papers.length),
    ...selectionNotes(selection, papers, request),
  ];
  if (isReviewFormat(format)) {
    const content = writeReviewFile(format, { name, papers, flow }, () => asreview);
    const { ending } = REVIEW_FORMATS[format];
    const lacks = notInFile(format, papers);
    return { content, papers: papers.length, name: `${base}-${format}`, ending, notes: [...notes, ...lacks] };
  }
  if (format !== 'bibliography' && !isPaperFormat(format)) throw invalidInput([notOfReview(format)]);
  const { text, notes: incomplete } = writeText(format, papers, request);
  const { ending } = EXPORT_KINDS[format];
  const lacks = isPaperFormat(format) ? notInPapers(format, papers) : [];
  return { content: text, papers: papers.length, name: base, ending, notes: [...notes, ...incomplete, ...lacks] };
}

function isReviewFormat(format: string): format is ReviewFormat {
  return format in REVIEW_FORMATS;
}

/** Restricts the export to included records if nothing else was requested and the format cannot express decisions. */
function withDecision({ format, where, refs, ...others }: ReviewExportRequest): JobSelectionRequest {
  const isAll = isReviewFormat(format) || refs !== undefined || asksForDecision(where ?? {});
  return { ...others, refs, where: isAll ? where : { ...where, decision: 'include' } };
}

/** Refuses options that cannot be combined, instead of ignoring them. */
function wrongFormat({ format, where, refs, sort, style, count, columns }: ReviewExportRequest) {
  if (format === 'html' || format === 'receipt-json') return notOfReview(format);
  if (format === 'prisma' || format === 'prisma-csv' || format === 'receipt') {
    const [option] =
      Object.entries({ where, refs, sort, count, style, columns }).find(([, value]) => value !== undefined) ?? [];
    return option && invalidField(option, { kind: 'other-format' });
  }
  if (isReviewFormat(format)) {
    if (columns) return invalidField('columns', { kind: 'other-format', format: 'csv' });
    return style && invalidField('style', { kind: 'other-format', format: 'bibliography' });
  }
  return wrongOptions({ format, style, count, columns });
}

function notOfReview(format: string) {
  return invalidField('format', { kind: 'not-of-review', given: format });
}
