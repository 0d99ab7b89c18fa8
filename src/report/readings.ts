import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileText } from '../formats/export-kinds.ts';
import type { ExportedPaper } from '../formats/format.ts';
import type { JobAnswerView } from '../jobs/answers/answer.ts';
import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import { prepareSelection, type SelectionDeps } from '../jobs/answers/prepare-selection.ts';
import { answerJobs, answerPapers, findJobs, readAll, readPaperRefs } from '../jobs/answers/several-jobs.ts';
import type { PageRequest } from '../jobs/answers/show-page.ts';
import { findJob, noSuchJob } from '../jobs/job-refs.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { StoredJobs } from '../jobs/ports/store.ts';
import type { RetractionTableSummary } from '../library/ports/retractions.ts';
import { asksForDecision } from '../papers/filters/where-filter.ts';
import type { Note } from '../wording/notes.ts';
import type { ViewData } from './data/report-data.ts';
import type { ExportDeps, ExportView, renderExport } from './exporting/export.ts';
import type { ExportRequest } from './exporting/export-selection.ts';
import { cacheViews, isOfWholeJobs } from './view-data.ts';

/**
 * Operations that only read stored papers: in this process or, for many papers, in a thread. Each throws
 * PaperqueueError. `call` limits requests to a lab for its decisions.
 */
export type Readings = {
  /** Papers of several jobs, or the referenced papers. */
  answerSeveral(jobId: string, page: PageRequest, call?: Call): Promise<JobAnswerView>;
  exportPapers(request: ExportRequest, call?: Call): Promise<ExportView>;
  renderExport(request: ExportRequest, forFile: boolean, call?: Call): Promise<RenderedExport>;
  exportedPapers(request: Omit<ExportRequest, 'format'>, call?: Call): Promise<ExportedPaper[]>;
  viewData(request: ViewRequest, call?: Call): Promise<ViewData>;
};

/** A text for other programs, with notes. */
export type RenderedExport = { text: string; notes: readonly Note[] };

type ViewRequest = JobSelectionRequest & { jobId: string };

export type ReadingDeps = ExportDeps & SelectionDeps;

/** Loads the writers with the first export. `keptView` returns the view of whole jobs, possibly from a cache. */
export function createReadings(deps: ReadingDeps, keptView?: (request: ViewRequest) => Promise<ViewData>): Readings {
  /** Only the report needs the whole view. */
  const rendererOf = async (request: ExportRequest): Promise<typeof renderExport> => {
    if (request.format !== 'html') return (await import('./exporting/export.ts')).renderExport;
    const { renderReport } = await import('./report.ts');
    const { format: _format, as: _as, abstracts: _abstracts, ...selection } = request;
    const view = isOfWholeJobs(selection) ? await keptView?.(selection) : undefined;
    await nextTurn();
    return (deps, prepared) => renderReport(deps, prepared, view);
  };
  return {
    async answerSeveral(jobId, request, call) {
      const page = await prepareSelection(deps, request, call);
      const refs = readPaperRefs(jobId);
      if (refs) return answerPapers(deps.store, deps.mode, refs, page);
      const jobs = findJobs(deps.store, jobId, deps.account, 'success');
      if (jobs.length === 0) throw noSuchJob(jobId);
      return answerJobs(deps.store, deps.mode, jobs, { text: jobId, page });
    },
    exportPapers: async (request, call) =>
      (await import('./exporting/export.ts')).exportPapers(
        deps,
        await prepareSelection(deps, request, call),
        await rendererOf(request),
      ),
    async renderExport(request, forFile, call) {
      const render = await rendererOf(request);
      const { text, notes } = render(deps, await prepareSelection(deps, request, call));
      return { text: forFile ? fileText(request.format, text) : text, notes };
    },
    exportedPapers: async (request, call) => {
      const { selectForExport } = await import('./exporting/export-selection.ts');
      return selectForExport(deps, await prepareSelection(deps, { ...request, format: 'bibtex' }, call)).papers;
    },
    viewData: async (request, call) =>
      (await import('./view-data.ts')).viewJobs(deps, await prepareSelection(deps, request, call)),
  };
}

export type ChoiceDeps = ReadingDeps & {
  retractionTable?: () => RetractionTableSummary | undefined;
  /** Handles requests over many papers, so that other calls are answered meanwhile. Absent: they are handled here. */
  readingThread?: Readings;
};

type ReadingRequest = Pick<JobSelectionRequest, 'refs' | 'where'> & { jobId: string };

/** Chooses the thread for a request: this one, or another if there is much to read. */
export type ReadingsFor = (request: ReadingRequest) => Readings;

/** Also caches the views of whole jobs, which take a second to make. */
export function chooseReadings(deps: ChoiceDeps): { readingsFor: ReadingsFor; viewData: Readings['viewData'] } {
  const viewData = cacheViews(deps, (request, call) => readingsFor(request).viewData(request, call));
  const here = createReadings(deps, viewData);
  const readingsFor: ReadingsFor = (request) => {
    // The thread cannot send requests to the lab.
    const asksLab = deps.mode === 'hosted' && asksForDecision(request.where ?? {});
    return deps.readingThread && !asksLab && looksAtMany(deps, request) ? deps.readingThread : here;
  };
  return { readingsFor, viewData };
}

/** This many records can be read without delaying other calls for long. */
const MAX_RECORDS_AT_ONCE = 400;
/** Maximum jobs whose records are counted before reading; more jobs always count as many records. */
const MAX_JOBS_AT_ONCE = 20;

/** Whether a request reads more records than other calls should wait for. */
export function looksAtMany(
  { store, account }: { store: StoredJobs; account: string },
  { jobId, refs = [], where }: ReadingRequest,
): boolean {
  const named = [...jobId.split(','), ...refs, ...(where?.notIn ?? [])];
  const isOne = (text: string) => readAll(text) === undefined;
  const texts = new Set(named.filter(isOne).map((text) => text.trim().replace(/^(J\d+)-\d+$/i, '$1')));
  // For a group, all jobs are counted: an overestimate does no harm.
  const { jobs, total } = !named.every(isOne)
    ? store.list({ offset: 0, count: MAX_JOBS_AT_ONCE, status: 'success' })
    : { jobs: [], total: 0 };
  if (total + texts.size > MAX_JOBS_AT_ONCE) return true;
  const counts = [...jobs, ...[...texts].map((text) => findJob(store, text, account))].map((job) => job?.papers ?? 0);
  return counts.reduce((sum, count) => sum + count, 0) > MAX_RECORDS_AT_ONCE;
}
