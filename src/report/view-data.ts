import { type JobSelection, type JobSelectionRequest, selectPapers } from '../jobs/answers/job-selection.ts';
import { keywordsOfSearches } from '../jobs/answers/relevance.ts';
import { findJobs, readPaperRefs } from '../jobs/answers/several-jobs.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { JobRecord } from '../jobs/ports/store.ts';
import { visibleLine } from '../lib/visible-text.ts';
import type { RetractionTableSummary } from '../library/ports/library.ts';
import { nameVenues } from '../papers/journals/venue-names.ts';
import { linksWithin } from '../papers/references/referenced-works.ts';
import type { ViewData } from './data/report-data.ts';
import { mapTopics } from './data/topic-map.ts';
import type { ReceiptDeps } from './exporting/receipt.ts';
import { makeSearchLog } from './exporting/search-log.ts';
import { viewLinks, viewPaper } from './view-papers.ts';
import { fitOf, titleOfSource, viewFlow, viewSearch } from './view-searches.ts';

/** The view's data for one or several jobs. Throws PaperqueueError. */
export function viewJobs(
  deps: ReceiptDeps & { account: string },
  { jobId, ...request }: JobSelectionRequest & { jobId: string },
): ViewData {
  const jobs = findJobs(deps.store, jobId, deps.account, 'success');
  return makeViewData(deps, jobs, selectPapers(deps.store, jobs, request));
}

/** The view's data for selected papers and their jobs. Throws PaperqueueError. */
export function makeViewData(deps: ReceiptDeps, jobs: readonly JobRecord[], selection: JobSelection): ViewData {
  const log = makeSearchLog(deps, jobs);
  const sourceTitles = new Map(log.searches.flatMap(({ sources = [] }) => sources.map(titleOfSource)));
  const searchOfJob = new Map(log.searches.map(({ ref }, index) => [Number(ref.slice(1)), index]));
  const found = selection.papers.map(({ paper }) => paper);
  const venueNames = nameVenues(found);
  const keywords = jobs.length > 1 ? keywordsOfSearches(jobs, found) : undefined;
  const papers = selection.papers.map((selected, at) => ({
    ...viewPaper(selected, { sourceTitles, searchOfJob, venueNames }),
    ...(keywords?.[at]?.length && { keywords: keywords[at] }),
  }));
  // The text shown for a missing title is not the paper's own words.
  const { topics, positions } = mapTopics(
    papers.map((paper, index) => ({ ...paper, title: selection.papers[index]?.paper.title ?? '' })),
  );
  const links = linksWithin(found);
  return {
    v: 2,
    searches: log.searches.map((receipt) => ({ ...viewSearch(receipt), ...fitOf(jobs, selection) })),
    papers: papers.map((paper, index) => ({
      ...paper,
      ...positions[index],
      ...viewLinks(selection.papers[index], links[index]),
    })),
    topics,
    flow: viewFlow(log),
    methods: visibleLine(log.methods),
  };
}

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
