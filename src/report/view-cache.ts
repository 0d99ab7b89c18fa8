import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import { findJobs, readPaperRefs } from '../jobs/answers/several-jobs.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { RetractionTableSummary } from '../library/ports/retractions.ts';
import type { ViewData } from './data/report-data.ts';
import type { ReceiptDeps } from './exporting/receipt.ts';

type Deps = ReceiptDeps & {
  /** The table of Retraction Watch that the papers are marked by. */
  retractionTable?: (() => RetractionTableSummary | undefined) | undefined;
};

type ViewRequest = JobSelectionRequest & { jobId: string };

/** Maximum cached views. Making a view takes a second of CPU time, and it holds the abstracts of its papers. */
const MAX_KEPT_VIEWS = 12;

/**
 * Caches the views of whole jobs. A view is made again if the stored results, their retraction status, or anything else
 * that it shows of a job has changed. `make` also makes views of selections, which are not cached.
 */
export function cacheViews(
  deps: Deps,
  make: (request: ViewRequest, call?: Call) => Promise<ViewData>,
): (request: ViewRequest, call?: Call) => Promise<ViewData> {
  const kept = new Map<string, Promise<ViewData>>();
  return (request, call) => {
    if (!isOfWholeJobs(request)) return make(request, call);
    const key = keyOf(deps, request.jobId);
    // Made without the call's signal, because other calls will use it, too.
    const view = kept.get(key) ?? make(request);
    // Moves the view to the end, as the most recently used.
    kept.delete(key);
    kept.set(key, view);
    view.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT_VIEWS) kept.delete(oldest);
    return view;
  };
}

/** Whether a request names jobs without selecting among their papers. */
export function isOfWholeJobs({ jobId, ...selection }: ViewRequest): boolean {
  return readPaperRefs(jobId) === undefined && Object.values(selection).every((value) => value === undefined);
}

/** Everything that determines a view. The hash of the stored results stands for the papers, which are not read. */
function keyOf({ store, account, identifiedRecords, retractionTable }: Deps, jobId: string): string {
  const jobs = findJobs(store, jobId, account, 'success').map((job) => [job, store.digest(job.number)]);
  return JSON.stringify([jobs, identifiedRecords?.(), retractionTable?.()]);
}
