import type { ExportedPaper } from '../formats/format.ts';
import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import { prepareSelection, type SelectionDeps, withPaperRefs } from '../jobs/answers/prepare-selection.ts';
import { jobRef } from '../jobs/job-refs.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import { untilAborted } from '../lib/deadline.ts';
import type { AsreviewFiles } from '../review/exchange/asreview-port.ts';
import type { Reviews } from '../review/screening/reviewing.ts';
import type { ReadingsFor } from './choose-readings.ts';
import type { ViewData } from './data/report-data.ts';
import type { ExportDeps, ExportView } from './exporting/export.ts';
import type { ExportRequest } from './exporting/export-selection.ts';
import type { RenderedReview, ReviewExportRequest } from './exporting/review-export.ts';
import type { Readings, RenderedExport } from './readings.ts';

declare module '../jobs/features.ts' {
  interface Features {
    exports(): Promise<Exports>;
  }
}

/** Aborts a call that does not wait for a job. */
type Ended = { signal: AbortSignal };

function asCall(call: Ended | undefined): Call | undefined {
  return call && untilAborted(call.signal);
}

/** Stored papers and reviews for other programs; free. Each throws PaperqueueError. */
export type Exports = {
  /** Stored papers in a format for other programs, or receipts: as text, or as a new file if long. */
  exportPapers(request: ExportRequest, call?: Ended): Promise<ExportView>;
  /**
   * As one text of any length, for readers without a size limit, with notes. `forFile`: in the form for files, if that
   * differs.
   */
  renderExport(request: ExportRequest, forFile?: boolean, call?: Ended): Promise<RenderedExport>;
  /** The papers of an export, for a program that processes them directly. */
  exportedPapers(request: Omit<ExportRequest, 'format'>, call?: Ended): Promise<ExportedPaper[]>;
  /** The view's data for one or several jobs, with all papers that the request selects. */
  viewData(request: JobSelectionRequest & { jobId: string }, call?: Ended): Promise<ViewData>;
  /** An export of a review: as text, or as a new file. */
  exportReview(review: string, request: ReviewExportRequest, call: Ended): Promise<ExportView>;
  /** As `exportReview`, as the content of one file of any length. */
  renderReview(review: string, request: ReviewExportRequest, call: Ended): Promise<RenderedReview>;
};

export type ExportsDeps = ExportDeps &
  SelectionDeps & {
    readingsFor: ReadingsFor;
    viewData: Readings['viewData'];
    reviews: (call: Call) => Promise<Pick<Reviews, 'read'>>;
    asreviewFiles: () => Promise<AsreviewFiles>;
    /** The tables of evidence over papers of these jobs, or these papers, as HTML; empty if there are none. */
    tablesOver?: (refs: readonly string[]) => Promise<string>;
  };

/** Loads the writers with the first export. */
export function createExports(deps: ExportsDeps): Exports {
  const { readingsFor, viewData, reviews, asreviewFiles, tablesOver } = deps;
  /** The thread for a request, and the request with references in place of identifiers. */
  const prepare = async <Request extends Parameters<ReadingsFor>[0]>(original: Request, call: Ended | undefined) => {
    const request = await withPaperRefs(deps, original, call?.signal);
    return { readings: readingsFor(request), request };
  };
  /** A report has the tables of evidence over its papers. */
  const withTables = async (request: ExportRequest): Promise<ExportRequest> => {
    if (request.format !== 'html' || !tablesOver) return request;
    const { findJobs, readPaperRefs } = await import('../jobs/answers/several-jobs.ts');
    const { jobId = '', refs = readPaperRefs(jobId) } = request;
    const jobs = refs ? [] : findJobs(deps.store, jobId, deps.account, 'success');
    return { ...request, appendix: await tablesOver(refs ?? jobs.map(({ number }) => jobRef(number))) };
  };
  const prepareReview = async (ref: string, request: ReviewExportRequest, { signal }: Ended) => {
    const call = untilAborted(signal);
    const review = await (await reviews(call)).read(ref);
    const [exporting, asreview] = await Promise.all([import('./exporting/review-export.ts'), asreviewFiles()]);
    return { exporting, review, request: await prepareSelection(deps, request, call), asreview };
  };
  return {
    async exportPapers(original, call) {
      const { readings, request } = await prepare(original, call);
      return readings.exportPapers(await withTables(request), asCall(call));
    },
    async renderExport(original, forFile = false, call) {
      const { readings, request } = await prepare(original, call);
      return readings.renderExport(await withTables(request), forFile, asCall(call));
    },
    async exportedPapers(original, call) {
      const { readings, request } = await prepare(original, call);
      return readings.exportedPapers(request, asCall(call));
    },
    viewData: (request, call) => viewData(request, asCall(call)),
    async exportReview(ref, original, call) {
      const { exporting, review, request, asreview } = await prepareReview(ref, original, call);
      return exporting.exportReview(deps, review, request, asreview);
    },
    async renderReview(ref, original, call) {
      const { exporting, review, request, asreview } = await prepareReview(ref, original, call);
      return exporting.renderReview(deps, review, request, asreview);
    },
  };
}
