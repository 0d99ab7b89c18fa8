import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import { readAll } from '../jobs/answers/several-jobs.ts';
import { findJob } from '../jobs/job-refs.ts';
import type { JobRecord, StoredJobs } from '../jobs/ports/store.ts';
import type { RetractionTableSummary } from '../library/ports/library.ts';
import { asksForDecision } from '../papers/filters/where-filter.ts';
import { createReadings, type ReadingDeps, type Readings } from './readings.ts';
import { cacheViews } from './view-data.ts';

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
  const { answerOne: _, ...here } = createReadings(deps, viewData);
  const readingsFor: ReadingsFor = (request) => {
    // The thread cannot send requests to the lab.
    const asksLab = deps.mode === 'hosted' && asksForDecision(request.where ?? {});
    return deps.readingThread && !asksLab && looksAtMany(deps, request) ? deps.readingThread : here;
  };
  return { readingsFor, viewData };
}

/** This many records, and bytes of text, can be read without delaying other calls for long. */
const MAX_RECORDS_AT_ONCE = 400;
const MAX_BYTES_AT_ONCE = 3_000_000;
/** Maximum jobs whose records are counted before reading; more jobs always count as many records. */
const MAX_JOBS_AT_ONCE = 20;

/** Whether a request reads more than other calls should wait for. */
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
  const read = [...jobs, ...[...texts].flatMap((text) => findJob(store, text, account) ?? [])];
  const sumOf = (sizeOf: (job: JobRecord) => number) => read.reduce((sum, job) => sum + sizeOf(job), 0);
  return (
    sumOf(({ papers }) => papers ?? 0) > MAX_RECORDS_AT_ONCE ||
    sumOf(({ number }) => store.textBytes(number)) > MAX_BYTES_AT_ONCE
  );
}
