import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import { findJobs, readPaperRefs } from '../jobs/answers/several-jobs.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { RetractionTableSummary } from '../library/ports/retractions.ts';
import type { ViewData } from './data/report-data.ts';
import type { ReceiptDeps } from './exporting/receipt.ts';

type Deps = ReceiptDeps & {
  /** Which table of Retraction Watch the papers are read with. */
  retractionTable?: (() => RetractionTableSummary | undefined) | undefined;
};

type ViewRequest = JobSelectionRequest & { jobId: string };

/** A view takes a second of processor to make, and holds the abstracts of its papers. */
const MAX_KEPT_VIEWS = 12;

/**
 * The views of whole jobs, each made once for its stored results: again if the results, what is known of their
 * retractions, or anything else that a view says of a job has changed. `make` also makes those of a selection.
 */
export function keepViews(
  deps: Deps,
  make: (request: ViewRequest, call?: Call) => Promise<ViewData>,
): (request: ViewRequest, call?: Call) => Promise<ViewData> {
  const kept = new Map<string, Promise<ViewData>>();
  return (request, call) => {
    if (!isOfWholeJobs(request)) return make(request, call);
    const key = keyOf(deps, request.jobId);
    // For whoever asks for it, so that no call ends it.
    const view = kept.get(key) ?? make(request);
    // The one that was asked for last goes last.
    kept.delete(key);
    kept.set(key, view);
    view.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT_VIEWS) kept.delete(oldest);
    return view;
  };
}

/** Whether a request names jobs, and chooses nothing among their papers. */
export function isOfWholeJobs({ jobId, ...selection }: ViewRequest): boolean {
  return readPaperRefs(jobId) === undefined && Object.values(selection).every((value) => value === undefined);
}

/** Everything that a view is made of: its papers by the hash of the stored results, without reading them. */
function keyOf({ store, account, identifiedRecords, retractionTable }: Deps, jobId: string): string {
  const jobs = findJobs(store, jobId, account, 'success').map((job) => [job, store.digest(job.number)]);
  return JSON.stringify([jobs, identifiedRecords?.(), retractionTable?.()]);
}
