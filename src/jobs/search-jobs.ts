import type { JobRequest } from '../contract/requests.ts';
import { untilAborted, withDeadline } from '../lib/deadline.ts';
import type { Note } from '../wording/notes.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import { prepareSelection } from './answers/prepare-selection.ts';
import type { PageRequest } from './answers/show-page.ts';
import { markReported, waitForBegun } from './awaited-job.ts';
import { type BeginOptions, beginSearch } from './begin-search.ts';
import { jobRef, mustFindJob, readJobRef } from './job-refs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import { readOne } from './read-jobs.ts';
import { asReused, inRequestedOrder, withBalance } from './search-answer.ts';
import { searchInParts } from './search-parts.ts';
import { type CallOptions, MAX_CALL_MS, readInTime, remainingWait } from './spending/call.ts';
import { describeRefund } from './spending/refund.ts';
import { checkLabel } from './tidy-jobs.ts';

export type SearchOptions = CallOptions &
  Pick<
    BeginOptions,
    'fresh' | 'acceptPossibleDoubleCharge' | 'overCap' | 'series' | 'after' | 'startedAt' | 'label'
  > & {
    /** Sub-questions, each searched as a job of its own; the answer fuses their papers, and those of the request. */
    parts?: readonly string[] | undefined;
    /** A job reference: returns only papers that this job lacks, from a search made after it. */
    newSince?: string;
    /** Called with the job as soon as it is known, new or not. */
    onJob?: (job: number) => void;
    /** The caller calls `markReported` once it has reported the job's final state. Default: the answer reports it. */
    reportsLater?: boolean;
  };

/** Makes a search: its job, or those of its parts, created or re-attached to, waited for and answered. */
export function createSearch(deps: JobsDeps) {
  return (request: JobRequest, unprepared: PageRequest, call: SearchOptions): Promise<JobAnswerView> =>
    withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
      // If the call was cancelled together with its request, nothing may be spent.
      call.signal.throwIfAborted();
      // Validates everything the answer needs before anything is spent.
      for (const ref of unprepared.where?.notIn ?? []) mustFindJob(deps.store, ref);
      const { newSince, parts, onJob, reportsLater, ...submitOptions } = call;
      const newerThan = newSince === undefined ? undefined : mustFindJob(deps.store, newSince).number;
      const preparing = (signal: AbortSignal) => prepareSelection(deps, unprepared, untilAborted(signal));
      const seconds = call.waitSeconds ?? deps.defaultWaitSeconds;
      const started = performance.now();
      const label = call.label && checkLabel(deps.store, call.label);
      const beginning = { ...submitOptions, label, newerThan, waitSeconds: seconds };
      if (parts)
        return searchInParts(deps, request, parts, excludeJob(newerThan, unprepared), { call, beginning, deadline });
      const page = excludeJob(newerThan, await readInTime(call.signal, deadline, preparing));
      const attempt = await beginSearch(deps, request, beginning, deadline);
      const { reused, without } = attempt;
      // Creating and waiting together stay within the call's time.
      const remainingSeconds = remainingWait(call, seconds, started);
      onJob?.(attempt.job.number);
      const job = await waitForBegun(deps, attempt, { ...call, seconds: remainingSeconds, deadline });
      if (!reportsLater || job.status === 'error') markReported(deps.store, job);
      const refundNote = await describeRefund(deps, job);
      const chosen = (pageRequest: PageRequest) =>
        withoutItself(job.number, reused ? inRequestedOrder(pageRequest, request, job) : pageRequest);
      const notes: Note[] = [
        ...(without ? [{ kind: 'field-not-taken', field: without } as const] : []),
        ...(refundNote ? [refundNote] : []),
      ];
      const pages = { unprepared: chosen(excludeJob(newerThan, unprepared)), page: chosen(page) };
      const answer = await readOne(deps, job, { ...pages, notes }, { signal: call.signal, deadline });
      return reused ? asReused(answer, submitOptions) : withBalance(deps, answer);
    });
}

/** The page request, excluding a job's papers. */
function excludeJob(job: number | undefined, page: PageRequest): PageRequest {
  if (job === undefined) return page;
  return { ...page, where: { ...page.where, notIn: [...(page.where?.notIn ?? []), jobRef(job)] } };
}

/** Never compares a job with itself: a resumed run may be among the jobs whose papers are known. */
function withoutItself(job: number, page: PageRequest): PageRequest {
  const notIn = page.where?.notIn?.filter((ref) => readJobRef(ref) !== job);
  return notIn ? { ...page, where: { ...page.where, notIn } } : page;
}
