import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileText } from '../formats/export-kinds.ts';
import type { ExportedPaper } from '../formats/format.ts';
import { answerJob } from '../jobs/answers/answer.ts';
import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import { prepareSelection, type SelectionDeps } from '../jobs/answers/prepare-selection.ts';
import { answerJobs, answerPapers, findJobs, readPaperRefs } from '../jobs/answers/several-jobs.ts';
import { noSuchJob } from '../jobs/job-refs.ts';
import type { ReadPapers } from '../jobs/jobs-deps.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { Note } from '../wording/notes.ts';
import type { ViewData } from './data/report-data.ts';
import type { ExportDeps, ExportView, renderExport } from './exporting/export.ts';
import type { ExportRequest } from './exporting/export-selection.ts';
import { isOfWholeJobs } from './view-data.ts';

/**
 * Operations that only read stored papers: in this process or, for many papers, in a thread. Each throws
 * PaperqueueError. `call` limits requests to a lab for its decisions.
 */
export type Readings = ReadPapers & {
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
export function createReadings(
  deps: ReadingDeps,
  keptView?: (request: ViewRequest) => Promise<ViewData>,
): Required<Readings> {
  /** Only the report needs the whole view. */
  const rendererOf = async (request: ExportRequest): Promise<typeof renderExport> => {
    if (request.format !== 'html') return (await import('./exporting/export.ts')).renderExport;
    const { renderReport } = await import('./report.ts');
    const { format: _format, as: _as, abstracts: _abstracts, appendix: _appendix, ...selection } = request;
    const view = isOfWholeJobs(selection) ? await keptView?.(selection) : undefined;
    // The second turn begins with what has arrived meanwhile.
    await nextTurn();
    await nextTurn();
    return (deps, prepared) => renderReport(deps, prepared, view);
  };
  return {
    async answerOne(job, request, notes, call) {
      return answerJob(deps.store, job, await prepareSelection(deps, request, call), notes);
    },
    async answerSeveral(jobId, request, call) {
      const page = await prepareSelection(deps, request, call);
      const refs = readPaperRefs(jobId);
      if (refs) return answerPapers(deps.store, deps.mode, refs, page);
      const jobs = findJobs(deps.store, jobId, deps.account, 'success');
      if (jobs.length === 0) throw noSuchJob(deps.store, jobId);
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
