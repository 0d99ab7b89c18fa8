import { isFinal } from '../contract/answers.ts';
import type { JobRequest } from '../contract/requests.ts';
import { type Deadline, untilAborted, withDeadline } from '../lib/deadline.ts';
import type { Note } from '../wording/notes.ts';
import { answerJob } from './answers/answer.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import { prepareSelection } from './answers/prepare-selection.ts';
import type { PageRequest } from './answers/show-page.ts';
import { keepJobOnError, waitForEarlierJob } from './awaited-job.ts';
import { type BeginOptions, beginSearch } from './begin-search.ts';
import { jobRef, mustFindJob, readJobRef } from './job-refs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import { searchesOfParts } from './parts-of-question.ts';
import { readOne, readSeveral } from './read-jobs.ts';
import { asReused, inRequestedOrder, withBalance } from './search-answer.ts';
import { beginParts, creditsOfParts, markReported, notesOfParts, waitForAll } from './search-parts.ts';
import { type CallOptions, MAX_CALL_MS, readInTime, remainingWait } from './spending/call.ts';
import { describeRefund } from './spending/refund.ts';
import type { SubmitOptions } from './spending/submit.ts';
import { waitForJob } from './spending/wait.ts';
import { checkLabel } from './tidy-jobs.ts';

export type SearchOptions = CallOptions &
  Pick<
    SubmitOptions,
    'fresh' | 'acceptPossibleDoubleCharge' | 'overCap' | 'series' | 'after' | 'startedAt' | 'label'
  > & {
    /** Sub-questions, each searched as a job of its own; the answer fuses their papers, and those of the request. */
    parts?: readonly string[] | undefined;
    /** A job reference: returns only papers that this job lacks, from a search made after it. */
    newSince?: string;
    /** Called with the job as soon as it is known, new or not. */
    onJob?: (job: number) => void;
    /** The caller calls `told` once it has reported the job's final state. Default: the answer counts as the report. */
    tellsLater?: boolean;
  };

/** Makes a search: its job, or those of its parts, created or re-attached to, waited for and answered. */
export function createSearch(deps: JobsDeps) {
  /** One job for each part; the answer combines the papers of all jobs. */
  const searchInParts = async (
    request: JobRequest,
    parts: readonly string[],
    page: PageRequest,
    { call, beginning, deadline }: { call: SearchOptions; beginning: BeginOptions; deadline: Deadline },
  ): Promise<JobAnswerView> => {
    const started = performance.now();
    const searches = searchesOfParts(request, parts);
    const begun = await beginParts(deps, searches, beginning, deadline, (job) => call.onJob?.(job));
    const attempts = [...new Map(begun.map((attempt) => [attempt.job.number, attempt])).values()];
    const seconds = remainingWait(call, beginning.waitSeconds, started);
    const awaiting = { ...call, seconds, deadline };
    const created = attempts.map(({ job }) => job);
    const jobs = await waitForAll(deps, created, awaiting);
    for (const job of jobs) if (!call.tellsLater || job.status === 'error') markReported(deps.store, job);
    const [first] = jobs;
    // Throws what one search would throw: nothing came of any part.
    if (first && jobs.every(({ status }) => status === 'error')) return answerJob(deps.store, first, page);
    const refs = jobs.map(({ number }) => jobRef(number)).join(',');
    // The field that each search is sorted by also sorts their combined papers.
    const { sort } = request.filters;
    const ordered = sort === undefined || sort.startsWith('score') ? page : { sort, ...page };
    const answer = await readSeveral(deps, refs, ordered, { signal: call.signal, deadline });
    const reused = attempts.every((attempt) => attempt.reused);
    const credits = creditsOfParts(attempts, jobs);
    const notes = [...notesOfParts(attempts, jobs), ...(answer.notes ?? [])];
    return {
      ...answer,
      job: { ...answer.job, reused },
      ...(credits && { credits }),
      ...(notes.length > 0 && { notes }),
    };
  };

  return (request: JobRequest, unprepared: PageRequest, call: SearchOptions): Promise<JobAnswerView> =>
    withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
      // If the call was cancelled together with its request, nothing may be spent.
      call.signal.throwIfAborted();
      // Validates everything the answer needs before anything is spent.
      for (const ref of unprepared.where?.notIn ?? []) mustFindJob(deps.store, ref);
      const { newSince, parts, onJob, tellsLater, ...submitOptions } = call;
      const newerThan = newSince === undefined ? undefined : mustFindJob(deps.store, newSince).number;
      const preparing = (signal: AbortSignal) => prepareSelection(deps, unprepared, untilAborted(signal));
      const seconds = call.waitSeconds ?? deps.defaultWaitSeconds;
      const started = performance.now();
      const label = call.label && checkLabel(deps.store, call.label);
      const beginning = { ...submitOptions, label, newerThan, waitSeconds: seconds };
      if (parts) return searchInParts(request, parts, excludeJob(newerThan, unprepared), { call, beginning, deadline });
      const page = excludeJob(newerThan, await readInTime(call.signal, deadline, preparing));
      const { job: begun, reused, without } = await beginSearch(deps, request, beginning, deadline);
      // Creating and waiting together stay within the call's time.
      const remainingSeconds = remainingWait(call, seconds, started);
      onJob?.(begun.number);
      const isOver = isFinal(begun.status) || deadline.signal.aborted;
      const waiting = () => waitForJob(deps, begun, { ...call, seconds: remainingSeconds, deadline });
      const keep = reused ? waitForEarlierJob.bind(undefined, deps) : keepJobOnError;
      const job = isOver ? begun : await keep(begun, call.signal, waiting);
      if (!tellsLater || job.status === 'error') markReported(deps.store, job);
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
