import { type Balances, isFinal } from '../contract/answers.ts';
import { invalidInput, type PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { JobRequest } from '../contract/requests.ts';
import { type Deadline, orLate, untilAborted, withDeadline } from '../lib/deadline.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { Note } from '../wording/notes.ts';
import { answerJob, type JobAnswerView } from './answers/answer.ts';
import { type JobsView, type ListRequest, listJobs } from './answers/list.ts';
import { prepareSelection, type SelectionDeps } from './answers/prepare-selection.ts';
import { readAhead } from './answers/relevance.ts';
import { findJobs, namesJobs, namesSeveral } from './answers/several-jobs.ts';
import type { PageRequest } from './answers/show-page.ts';
import { explainForgottenJob, keepJobOnError, needsAsking, waitForEarlierJob } from './awaited-job.ts';
import { type BeginOptions, beginSearch } from './begin-search.ts';
import { type DryRunView, dryRunParts, dryRunSearch } from './dry-run.ts';
import { findJob, jobRef, mustFindJob, noSuchJob, readJobRef } from './job-refs.ts';
import type { DryRun } from './ports/dry-run.ts';
import type { Call } from './ports/reviews.ts';
import { CALLERS, type JobRecord, type RecordedJobs } from './ports/store.ts';
import { asReused, inRequestedOrder, withBalance } from './search-answer.ts';
import { beginParts, creditsOfParts, notesOfParts, searchesOfParts, waitForAll } from './search-parts.ts';
import { type CallOptions, freeCall } from './spending/call.ts';
import { MAX_CALL_MS, readInTime, tooManyPapers } from './spending/call-deadline.ts';
import { type EstimateDeps, type EstimateRequest, type EstimateView, estimateCredits } from './spending/estimate.ts';
import { reconcileJob } from './spending/reconcile.ts';
import { describeRefund } from './spending/refund.ts';
import type { SubmitDeps, SubmitOptions } from './spending/submit.ts';
import { type PollSchedule, waitForJob } from './spending/wait.ts';
import { type JobStatus, readJobStatus } from './stored-status.ts';
import { checkLabel, createTidyCases, type TidyCases } from './tidy-jobs.ts';

declare module './features.ts' {
  interface Features {
    jobs(): Promise<Jobs>;
  }
  interface OperatorFeatures {
    /** The service's current balances: an answer that only the right token gets. */
    balances(signal: AbortSignal): Promise<Balances | undefined>;
    /** Opens the job store: how many jobs it holds, and what it lacks. */
    recordedJobs(): Promise<RecordedJobs>;
  }
}

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

/** Searches as jobs: created once, waited for, read for free. Methods throw PaperqueueError or the signal's reason. */
export type Jobs = TidyCases & {
  search(request: JobRequest, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** How a search, or each of its parts, would be sent and what it would cost, without a job; free. */
  dryRun(request: JobRequest, call: CallOptions & Pick<SearchOptions, 'parts'>): Promise<DryRunView>;
  /** Repeats a job's search as a new, paid job, and returns only papers that the old one did not have. */
  rerun(ref: string, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** Records that a search with `tellsLater` has reported its job's final state: repeating it now creates a new job. */
  told(ref: string): void;
  getJob(jobId: string, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** The stored state of a job of this account, without asking the service; undefined if unknown. */
  jobStatus(jobId: string): JobStatus | undefined;
  listJobs(request: ListRequest): JobsView;
  estimate(request: EstimateRequest, signal: AbortSignal): Promise<EstimateView>;
};

type ManyJobs = { answerSeveral(jobId: string, page: PageRequest, call?: Call): Promise<JobAnswerView> };

export type JobsDeps = SubmitDeps &
  EstimateDeps &
  SelectionDeps & {
    /** Reads the papers of several jobs, in this thread or, for many jobs, in another. */
    readingsFor: (request: PageRequest & { jobId: string }) => ManyJobs;
    /** Absent if the service does its own searching and does not say how. */
    dryRun?: DryRun;
    /** Default wait within the call. */
    defaultWaitSeconds: number;
    polls: PollSchedule;
  };

/** Searches with one service and one store. */
export function createJobs(deps: JobsDeps): Jobs {
  const wait = (job: JobRecord, seconds: number, deadline: Deadline, { signal, onProgress }: CallOptions) =>
    waitForJob(deps, job, { seconds, deadline, signal, onProgress });

  const tellCallers = ({ number, status }: JobRecord) => {
    if (isFinal(status)) deps.store.toldRun(number, CALLERS);
  };

  const isAwaited = (job: JobRecord) => job.account === deps.account && job.jobId !== null && !isFinal(job.status);

  const readSeveral = (jobId: string, page: PageRequest, { signal: call }: CallOptions, deadline: Deadline) => {
    const answer = readInTime(call, deadline, (signal) =>
      deps.readingsFor({ ...page, jobId }).answerSeveral(jobId, page, untilAborted(signal)),
    );
    return orLate(answer, deadline, () => {
      throw tooManyPapers();
    });
  };

  /** One job for each part; the answer is that of all the jobs, read as one. */
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
    for (const job of jobs) if (!call.tellsLater || job.status === 'error') tellCallers(job);
    const [first] = jobs;
    // Throws what one search would throw: nothing came of any part.
    if (first && jobs.every(({ status }) => status === 'error')) return answerJob(deps.store, first, page);
    const refs = jobs.map(({ number }) => jobRef(number)).join(',');
    const answer = await readSeveral(refs, page, call, deadline);
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

  return {
    search: (request, asked, call) =>
      withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
        // If the call was cancelled together with its request, nothing may be spent.
        call.signal.throwIfAborted();
        // Validates everything the answer needs before anything is spent.
        for (const ref of asked.where?.notIn ?? []) mustFindJob(deps.store, ref);
        const { newSince, parts, onJob, tellsLater, ...submitOptions } = call;
        const newerThan = newSince === undefined ? undefined : mustFindJob(deps.store, newSince).number;
        const preparing = (signal: AbortSignal) => prepareSelection(deps, asked, untilAborted(signal));
        const seconds = call.waitSeconds ?? deps.defaultWaitSeconds;
        const started = performance.now();
        const label = call.label && checkLabel(deps.store, call.label);
        const beginning = { ...submitOptions, label, newerThan, waitSeconds: seconds };
        if (parts)
          return searchInParts(request, parts, withoutPapersOf(newerThan, asked), { call, beginning, deadline });
        const page = withoutPapersOf(newerThan, await readInTime(call.signal, deadline, preparing));
        const { job: begun, reused, without } = await beginSearch(deps, request, beginning, deadline);
        // Creating and waiting together stay within the call's time.
        const remainingSeconds = remainingWait(call, seconds, started);
        onJob?.(begun.number);
        const isOver = isFinal(begun.status) || deadline.signal.aborted;
        const waiting = () => wait(begun, remainingSeconds, deadline, call);
        const keep = reused ? waitForEarlierJob.bind(undefined, deps) : keepJobOnError;
        const job = isOver ? begun : await keep(begun, call.signal, waiting);
        if (!tellsLater || job.status === 'error') tellCallers(job);
        const refundNote = await describeRefund(deps, job);
        await readAhead(deps.store, job);
        const chosen = withoutItself(job.number, reused ? inRequestedOrder(page, request, job) : page);
        const answer = answerJob(deps.store, job, chosen, [
          ...(without ? [{ kind: 'field-not-taken', field: without } as const] : []),
          ...(refundNote ? [refundNote] : []),
        ]);
        return reused ? asReused(answer, submitOptions) : withBalance(deps, answer);
      }),

    async dryRun(request, call) {
      call.signal.throwIfAborted();
      const { parts, ...others } = call;
      const asking = freeCall(deps.defaultWaitSeconds, others);
      return parts ? dryRunParts(deps, request, parts, asking) : dryRunSearch(deps, request, asking);
    },

    async rerun(ref, page, call) {
      const { request, group } = mustFindJob(deps.store, ref);
      if (!request) throw notRepeatable(ref);
      // A rerun of a project's search belongs to the project.
      return this.search(request, page, { label: { group }, ...call, fresh: true, newSince: ref });
    },

    getJob: (jobId, asked, call) =>
      withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
        call.signal.throwIfAborted();
        if (namesSeveral(jobId)) {
          const running = namesJobs(jobId) ? findJobs(deps.store, jobId, deps.account).filter(isAwaited) : [];
          const seconds = remainingWait(call, call.waitSeconds ?? deps.defaultWaitSeconds);
          await waitForAll(deps, running, { ...call, seconds, deadline });
          return readSeveral(jobId, asked, call, deadline);
        }
        const preparing = (signal: AbortSignal) => prepareSelection(deps, asked, untilAborted(signal));
        const page = await readInTime(call.signal, deadline, preparing);
        const adopting = (signal: AbortSignal) => adopt(deps, jobId, signal);
        const local = findJob(deps.store, jobId, deps.account) ?? (await readInTime(call.signal, deadline, adopting));
        const { job: recorded, note } = await reconcileJob(deps, local);
        const requestedSeconds = call.waitSeconds ?? deps.defaultWaitSeconds;
        const seconds = Math.min(requestedSeconds, call.maxWaitSeconds ?? requestedSeconds);
        const job = needsAsking(deps.account, recorded)
          ? await explainForgottenJob(deps.store, recorded, () => wait(recorded, seconds, deadline, call))
          : recorded;
        tellCallers(job);
        const refundNote = await describeRefund(deps, job);
        await readAhead(deps.store, job);
        const notes: Note[] = [note, refundNote].filter((each) => each !== undefined);
        return answerJob(deps.store, job, page, refundNote ? notes : [...notes, { kind: 'reading-is-free' }]);
      }),

    jobStatus: (jobId) => readJobStatus(deps, jobId),
    told: (ref) => deps.store.toldRun(mustFindJob(deps.store, ref).number, CALLERS),
    listJobs: (request) => listJobs(deps.store, deps.mode, request),
    ...createTidyCases(deps),
    estimate: (request, signal) => estimateCredits(deps, request, signal),
  };
}

/** The page request, excluding a job's papers. */
function withoutPapersOf(job: number | undefined, page: PageRequest): PageRequest {
  if (job === undefined) return page;
  return { ...page, where: { ...page.where, notIn: [...(page.where?.notIn ?? []), jobRef(job)] } };
}

/** Never compares a job with itself: a resumed run may be among the jobs whose papers are known. */
function withoutItself(job: number, page: PageRequest): PageRequest {
  const notIn = page.where?.notIn?.filter((ref) => readJobRef(ref) !== job);
  return notIn ? { ...page, where: { ...page.where, notIn } } : page;
}

/** Seconds that a call may still wait, of those it asked for. */
function remainingWait({ maxWaitSeconds }: CallOptions, seconds: number, started = performance.now()): number {
  return Math.max(Math.min(seconds, maxWaitSeconds ?? seconds) - (performance.now() - started) / 1000, 0);
}

function notRepeatable(ref: string): PaperqueueError {
  return invalidInput([invalidField('ref', { kind: 'no-search', ref: ref.trim() })]);
}

/** Records a service's job id that is unknown on this machine, once the service confirms it. */
async function adopt(deps: JobsDeps, jobId: string, signal: AbortSignal): Promise<JobRecord> {
  if (readJobRef(jobId) !== undefined) throw noSuchJob(jobId);
  await deps.service.status(jobId.trim(), signal);
  const identity = { mode: deps.mode, account: deps.account, jobId: jobId.trim() };
  return whenStoreIsFree(() => deps.store.adopt(identity), { signal });
}
