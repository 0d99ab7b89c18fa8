import { isFinal } from '../contract/answers.ts';
import { freeFailure, invalidInput, PaperqueueError } from '../contract/errors.ts';
import { READING_IS_FREE } from '../contract/note-kinds.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { ExportedPaper } from '../formats/write/export-formats.ts';
import { type Deadline, orLate, withDeadline } from '../lib/deadline.ts';
import type { ViewData } from '../papers/report/view-data.ts';
import { type DryRunView, dryRunSearch } from './dry-run.ts';
import type { ExportRequest, ExportView } from './exporting/export.ts';
import { type OwnedPapers, prepareSelection } from './full-text/prepare-selection.ts';
import type { FullTextCases, FullTextDeps } from './full-text/read-paper.ts';
import { findJob, jobRef, mustFindJob, noSuchJob, readJobRef } from './job-refs.ts';
import type { LookUpDeps, LookUpRequest } from './look-up/look-up.ts';
import type { LookUpView } from './look-up/look-up-view.ts';
import type { DryRun } from './ports/dry-run.ts';
import type { ExportFolder } from './ports/exports.ts';
import type { RelatedRequest } from './ports/related.ts';
import type { CreationAttempt, JobRecord } from './ports/store.ts';
import { whenStoreIsFree } from './ports/when-store-is-free.ts';
import { answerJob, type JobAnswerView } from './reading/answer.ts';
import type { JobSelectionRequest } from './reading/job-selection.ts';
import { type JobsView, type ListRequest, listJobs } from './reading/list.ts';
import type { PageRequest } from './reading/page.ts';
import { answerJobs, answerPapers, findJobs, isAll, readPaperRefs } from './reading/several-jobs.ts';
import { findRelatedPapers, type RelatedDeps } from './related.ts';
import { asReused, inRequestedOrder, stillSubmitting, withBalance } from './search-answer.ts';
import { MAX_CALL_MS, noAnswerInTime, readInTime } from './spending/call-deadline.ts';
import { type EstimateDeps, type EstimateView, estimateCredits, explainingLackOfCredits } from './spending/estimate.ts';
import { reconcileJob } from './spending/reconcile.ts';
import { describeRefund } from './spending/refund.ts';
import { type SubmitDeps, type SubmitOptions, submitJob } from './spending/submit.ts';
import { type PollSchedule, type Progress, pollPauseMs, waitForJob } from './spending/wait.ts';

/** How long a call may take and who listens to it. */
export type CallOptions = {
  /** How long to wait for the job, in seconds; by default as the configuration says. */
  waitSeconds?: number | undefined;
  /** Bounds the wait, default included: for a caller that has another way to the answer. */
  maxWaitSeconds?: number | undefined;
  signal: AbortSignal;
  /** Aborted when the process stops: the wait ends early, with the job as it then is. */
  drainSignal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};

type SearchOptions = CallOptions & Pick<SubmitOptions, 'fresh' | 'acceptPossibleDoubleCharge' | 'overCap'>;

export type JobStatus = {
  ref: string;
  jobId: string | null;
  status: string;
  createdAt: string;
  finishedAt: string | null;
  /** After how many milliseconds the next look at the service is due. */
  nextLookMs: number;
};

/** What the faces (MCP and CLI) can do. Every method throws PaperqueueError only, or the signal's reason. */
export type UseCases = FullTextCases & {
  search(request: JobRequest, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** How a search would be sent and what it would cost, without a job; free. */
  dryRun(request: JobRequest, call: CallOptions): Promise<DryRunView>;
  /** The search of a job again, as a new job that costs what a search does; only papers that the former one lacks. */
  rerun(ref: string, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  getJob(jobId: string, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** Papers that follow from a stored one, as a job that is finished at once; free. */
  relatedPapers(request: RelatedRequest, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** Looks up papers by what is known of them, as a job that is finished at once; free. */
  lookUpPapers(request: LookUpRequest, call: CallOptions, options?: { limitSize?: boolean }): Promise<LookUpView>;
  /**
   * What the store knows of a job of this account, without asking the service; undefined when it has none of that name.
   */
  jobStatus(jobId: string): JobStatus | undefined;
  listJobs(request: ListRequest): JobsView;
  /** Stored papers in a format for other programs, or receipts: as text, or as a new file when they are long. */
  exportPapers(request: ExportRequest): Promise<ExportView>;
  /** The same as one text, whatever its length, for readers without a limit; as a file holds it where that differs. */
  renderExport(request: ExportRequest, forFile?: boolean): Promise<string>;
  /** The papers of an export, for a program that takes them itself. */
  exportedPapers(request: Omit<ExportRequest, 'format'>): Promise<ExportedPaper[]>;
  /** What the view draws of a job or several, with all their papers that the request chooses. */
  viewData(request: JobSelectionRequest & { jobId: string }): Promise<ViewData>;
  estimate(request: { limit: number; enrich?: boolean | undefined }, signal: AbortSignal): Promise<EstimateView>;
};

export type UseCaseDeps = SubmitDeps &
  EstimateDeps &
  Pick<RelatedDeps, 'related'> &
  Pick<LookUpDeps & FullTextDeps, 'finder' | 'fullTexts'> & {
    exports: ExportFolder;
    owned?: OwnedPapers | undefined;
    /** Absent where the service searches by itself: it does not tell how. */
    dryRun?: DryRun | undefined;
    /** The hosted service's address, for receipts; undefined in embedded mode. */
    serviceAddress: string | undefined;
    /** Inline wait when a call does not say how long. */
    defaultWaitSeconds: number;
    polls: PollSchedule;
  };

/** A creation may wait this long for its slot in the pace, also in a call that does not wait for the job. */
const MIN_CREATION_SECONDS = 5;

/** The use-cases over one service and one store. */
export function createUseCases(deps: UseCaseDeps): UseCases {
  const wait = (job: JobRecord, seconds: number, deadline: Deadline, { signal, onProgress }: CallOptions) =>
    waitForJob(deps, job, { seconds, deadline, signal, ...(onProgress ? { onProgress } : {}) });

  return {
    search: (request, asked, call) =>
      withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
        // A call that was cancelled together with its request must not spend anything.
        call.signal.throwIfAborted();
        // What the answer needs is found before anything is spent.
        for (const ref of asked.where?.notIn ?? []) mustFindJob(deps.store, ref);
        const page = await prepareSelection(deps, asked);
        const seconds = call.waitSeconds ?? deps.defaultWaitSeconds;
        const started = performance.now();
        const { fresh, acceptPossibleDoubleCharge, overCap } = call;
        const creationMs = Math.max(seconds, MIN_CREATION_SECONDS) * 1000;
        let intent: JobRecord | undefined;
        const onIntent = (job: JobRecord) => {
          intent = job;
        };
        const options = { fresh, acceptPossibleDoubleCharge, overCap, creationMs, deadline, onIntent };
        const submitting = explainingLackOfCredits(deps, request, () => submitJob(deps, request, options));
        const { job: begun, reused } = await orLate<CreationAttempt>(submitting, deadline, () => {
          if (!intent) throw noAnswerInTime();
          return { job: stillSubmitting(intent), reused: false };
        });
        // Creating and waiting together stay within the time that the call has.
        const maxSeconds = Math.min(seconds, call.maxWaitSeconds ?? seconds);
        const remainingSeconds = Math.max(maxSeconds - (performance.now() - started) / 1000, 0);
        const isOver = isFinal(begun.status) || deadline.signal.aborted;
        const job = isOver
          ? begun
          : await keepJobOnError(begun, call.signal, () => wait(begun, remainingSeconds, deadline, call));
        const refundNote = await describeRefund(deps, job);
        const ordered = reused ? inRequestedOrder(page, request, job) : page;
        const answer = answerJob(deps.store, job, ordered, refundNote ? [refundNote] : []);
        return reused ? asReused(answer) : withBalance(deps, answer);
      }),

    async dryRun(request, call) {
      call.signal.throwIfAborted();
      return dryRunSearch(deps, request, freeCall(deps, call));
    },

    async rerun(ref, page, call) {
      const { number, request } = mustFindJob(deps.store, ref);
      if (!request) throw notRepeatable(ref);
      const where = { ...page.where, notIn: [...(page.where?.notIn ?? []), jobRef(number)] };
      return this.search(request, { ...page, where }, { ...call, fresh: true });
    },

    getJob: (jobId, asked, call) =>
      withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
        call.signal.throwIfAborted();
        const page = await prepareSelection(deps, asked);
        const refs = readPaperRefs(jobId);
        if (refs) return answerPapers(deps.store, refs, page);
        if (isAll(jobId) || jobId.includes(',')) {
          const jobs = findJobs(deps.store, jobId, deps.account, 'success');
          if (jobs.length === 0) throw noSuchJob(jobId);
          return answerJobs(deps.store, deps.mode, jobs, { text: jobId, page });
        }
        const adopting = (signal: AbortSignal) => adopt(deps, jobId, signal);
        const local = findJob(deps.store, jobId, deps.account) ?? (await readInTime(call.signal, deadline, adopting));
        const { job: recorded, note } = await reconcileJob(deps, local);
        const requestedSeconds = call.waitSeconds ?? deps.defaultWaitSeconds;
        const seconds = Math.min(requestedSeconds, call.maxWaitSeconds ?? requestedSeconds);
        const job = needsAsking(deps, recorded)
          ? await explainForgottenJob(recorded, () => wait(recorded, seconds, deadline, call))
          : recorded;
        const refundNote = await describeRefund(deps, job);
        const notes = [note, refundNote].filter((text) => text !== undefined);
        return answerJob(deps.store, job, page, refundNote ? notes : [...notes, READING_IS_FREE]);
      }),

    async relatedPapers(request, page, call) {
      call.signal.throwIfAborted();
      const { job, reused } = await findRelatedPapers(deps, request, freeCall(deps, call));
      const answer = answerJob(deps.store, job, page);
      return reused ? { ...answer, job: { ...answer.job, reused: true } } : answer;
    },

    async lookUpPapers(request, call, options) {
      call.signal.throwIfAborted();
      // Loaded with the first look-up: most conversations have none.
      const [{ lookUpPapers }, { viewLookUp }] = await Promise.all([
        import('./look-up/look-up.ts'),
        import('./look-up/look-up-view.ts'),
      ]);
      const { job, reused } = await lookUpPapers(deps, request, freeCall(deps, call));
      const answer = viewLookUp(deps.store, job, options);
      return reused ? { ...answer, job: { ...answer.job, reused: true } } : answer;
    },

    readPaper: async (...given) => (await import('./full-text/read-paper.ts')).readPaper(deps, ...given),
    attachText: async (...given) => (await import('./full-text/read-paper.ts')).attachText(deps, ...given),
    jobStatus(jobId) {
      const job = findJob(deps.store, jobId, deps.account);
      if (!job) return undefined;
      const { createdAt, finishedAt, status } = job;
      const nextLookMs = Math.ceil(pollPauseMs(Math.max(Date.now() - Date.parse(createdAt), 0), deps.polls));
      return { ref: jobRef(job.number), jobId: job.jobId, status, createdAt, finishedAt, nextLookMs };
    },

    listJobs: (request) => listJobs(deps.store, deps.mode, request),

    exportPapers: async (request) =>
      (await import('./exporting/export.ts')).exportPapers(
        deps,
        await prepareSelection(deps, request),
        await rendererOf(request),
      ),

    async renderExport(request, forFile = false) {
      const [render, { fileText }] = await Promise.all([rendererOf(request), import('./exporting/export.ts')]);
      const { text } = render(deps, await prepareSelection(deps, request));
      return forFile ? fileText(request.format, text) : text;
    },

    exportedPapers: async (request) => {
      const { selectForExport } = await import('./exporting/export.ts');
      return selectForExport(deps, await prepareSelection(deps, { ...request, format: 'bibtex' })).papers;
    },

    viewData: async (request) =>
      (await import('./report/view-data.ts')).viewJobs(deps, await prepareSelection(deps, request)),
    estimate: (request, signal) => estimateCredits(deps, request, signal),
  };
}

/** Writers are loaded with the first export; the report has the whole view in it, which no other export needs. */
const rendererOf = async ({ format }: ExportRequest) =>
  format === 'html'
    ? (await import('./report/report.ts')).renderReport
    : (await import('./exporting/export.ts')).renderExport;

/** The time of a call that asks sources itself, and makes no job of the service. */
function freeCall({ defaultWaitSeconds }: UseCaseDeps, { signal, waitSeconds }: CallOptions) {
  const seconds = waitSeconds ?? Math.max(defaultWaitSeconds, MIN_CREATION_SECONDS);
  return { signal, budgetMs: Math.min(seconds * 1000, MAX_CALL_MS) };
}

function notRepeatable(ref: string): PaperqueueError {
  const message = `ref: ${ref.trim()} is no search that this machine made, so that its request is not known`;
  return invalidInput([{ field: 'ref', message }]);
}

/** A job that exists must not be lost to its caller because the first wait for it failed. */
async function keepJobOnError(
  created: JobRecord,
  signal: AbortSignal,
  wait: () => Promise<JobRecord>,
): Promise<JobRecord> {
  try {
    return await wait();
  } catch (error) {
    if (signal.aborted) throw error;
    const why = error instanceof PaperqueueError ? error.details.message : 'an error inside paperqueue.';
    return { ...created, notes: [...created.notes, `The first look at the job failed: ${why}`] };
  }
}

/** A service's job id that this machine has not seen. It is recorded once the service has said that it exists. */
async function adopt(deps: UseCaseDeps, jobId: string, signal: AbortSignal): Promise<JobRecord> {
  if (readJobRef(jobId) !== undefined) throw noSuchJob(jobId);
  await deps.service.status(jobId.trim(), signal);
  const identity = { mode: deps.mode, account: deps.account, jobId: jobId.trim() };
  return whenStoreIsFree(() => deps.store.adopt(identity), { signal });
}

/** The service may have forgotten a job that is recorded here: that is another thing than an id that nobody knows. */
async function explainForgottenJob<T>(job: JobRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaperqueueError) || error.details.code !== 'JOB_NOT_FOUND') throw error;
    const message = `The service no longer knows ${jobRef(job.number)}, created at ${job.createdAt}: its results have expired there, and none were stored on this machine.`;
    const next = 'Only a new search can bring its papers: the same one with fresh: true, charged again.';
    throw new PaperqueueError({ ...error.details, message, next }, { cause: error.cause });
  }
}

/** Whether the service has to be asked: not for a final job, nor for one that nobody knows to exist. */
function needsAsking(deps: UseCaseDeps, job: JobRecord): boolean {
  if (isFinal(job.status)) return false;
  // Without an id there is something to wait for only while some process is still creating it.
  if (job.jobId === null) return job.status === 'submitting';
  if (job.account === deps.account) return true;
  throw freeFailure({
    code: 'JOB_NOT_FOUND',
    message:
      'This job belongs to another account or mode than the one that is configured now, and has no stored papers.',
    next: 'Restore the configuration (PAPERQUEUE_BASE_URL, PAPERQUEUE_TOKEN) that created it, then call get_job again.',
  });
}
