import { isFinal } from '../contract/answers.ts';
import { invalidInput, type PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { Note } from '../contract/notes.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { ExportedPaper } from '../formats/format.ts';
import { type Deadline, orLate, untilAborted, withDeadline } from '../lib/deadline.ts';
import type { ViewData } from '../papers/report/report-data.ts';
import type { Reader } from '../review/protocol.ts';
import { explainForgottenJob, keepJobOnError, needsAsking, waitForEarlierJob } from './awaited-job.ts';
import { type CitationCases, createCitationCases } from './citations/citation-cases.ts';
import type { SeedDeps } from './citations/citation-seeds.ts';
import { type DryRunView, dryRunSearch } from './dry-run.ts';
import type { ExportView } from './exporting/export.ts';
import type { ExportRequest } from './exporting/export-selection.ts';
import type { ReceiptDeps } from './exporting/receipt.ts';
import { type OwnedPapers, prepareSelection } from './full-text/prepare-selection.ts';
import type { FullTextCases, FullTextDeps } from './full-text/read-paper.ts';
import { findJob, jobRef, mustFindJob, noSuchJob, readJobRef } from './job-refs.ts';
import type { LookUpDeps, LookUpRequest } from './look-up/look-up.ts';
import type { LookUpView } from './look-up/look-up-view.ts';
import type { DryRun } from './ports/dry-run.ts';
import type { ExportFolder } from './ports/exports.ts';
import type { RelatedRequest } from './ports/related.ts';
import type { RetractionTableSummary } from './ports/retractions.ts';
import { CALLERS, type CreationAttempt, type JobRecord } from './ports/store.ts';
import { whenStoreIsFree } from './ports/when-store-is-free.ts';
import { answerJob, type JobAnswerView } from './reading/answer.ts';
import type { JobSelectionRequest } from './reading/job-selection.ts';
import { type JobsView, type ListRequest, listJobs } from './reading/list.ts';
import { namesSeveral } from './reading/several-jobs.ts';
import type { PageRequest } from './reading/show-page.ts';
import { createReadings, looksAtMany, type ReadingDeps, type Readings, type RenderedExport } from './readings.ts';
import { findRelatedPapers, type RelatedDeps } from './related.ts';
import { keepViews } from './report/kept-views.ts';
import { createReviewCases, type ReviewCases, type ReviewDeps, withRetrieval } from './review-cases.ts';
import { asReused, inRequestedOrder, isRefused, stillSubmitting, withBalance } from './search-answer.ts';
import { MAX_CALL_MS, noAnswerInTime, readInTime, tooManyPapers } from './spending/call-deadline.ts';
import {
  type EstimateDeps,
  type EstimateRequest,
  type EstimateView,
  estimateCredits,
  explainingLackOfCredits,
} from './spending/estimate.ts';
import { reconcileJob } from './spending/reconcile.ts';
import { describeRefund } from './spending/refund.ts';
import { type SubmitDeps, type SubmitOptions, submitJob } from './spending/submit.ts';
import { type PollSchedule, type Progress, waitForJob } from './spending/wait.ts';
import { type JobStatus, readJobStatus } from './stored-status.ts';
import { checkLabel, createTidyCases, type TidyCases } from './tidy-jobs.ts';

/** How long a call may take and who listens to it. */
export type CallOptions = {
  /** How long to wait for the job, in seconds; by default as the configuration says. */
  waitSeconds?: number | undefined;
  /** Bounds the wait, including the default, for a caller with another way to get the answer. */
  maxWaitSeconds?: number | undefined;
  signal: AbortSignal;
  /** Aborted when the process stops: the wait ends early, with the job's current state. */
  drainSignal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** What ends a call that waits for no job. */
type EndedCall = Pick<CallOptions, 'signal'>;

type SearchOptions = CallOptions &
  Pick<
    SubmitOptions,
    'fresh' | 'acceptPossibleDoubleCharge' | 'overCap' | 'series' | 'after' | 'startedAt' | 'label'
  > & {
    /** A job: returns only papers that it lacks, from a search made after it. */
    newSince?: string | undefined;
    /** Called with the job as soon as it is known, new or not. */
    onJob?: ((job: number) => void) | undefined;
    /** The caller confirms with `told` once it has told the end of the job. Default: the answer does. */
    tellsLater?: boolean | undefined;
  };

type CasesOfParts = FullTextCases & TidyCases & ReviewCases & CitationCases<CallOptions>;

/** What the faces (MCP and CLI) can do. Methods only throw PaperqueueError, or the signal's reason. */
export type UseCases = CasesOfParts & {
  search(request: JobRequest, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** How a search would be sent and what it would cost, without a job; free. */
  dryRun(request: JobRequest, call: CallOptions): Promise<DryRunView>;
  /** Repeats a job's search as a new, paid job, and returns only papers that the old one did not have. */
  rerun(ref: string, page: PageRequest, call: SearchOptions): Promise<JobAnswerView>;
  /** A search with `tellsLater` has told the end of its job: repeating it now makes a new job. */
  told(ref: string): void;
  getJob(jobId: string, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** Papers related to a stored one, as a job that is finished at once; free. */
  relatedPapers(request: RelatedRequest, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  /** Looks up papers by what is known about them, as a job that is finished at once; free. */
  lookUpPapers(request: LookUpRequest, call: CallOptions, options?: { limitSize?: boolean }): Promise<LookUpView>;
  /** The answer of a recorded look-up; undefined for another job. */
  lookedUp(jobId: string): Promise<LookUpView | undefined>;
  /** The stored state of a job of this account, without asking the service; undefined if unknown. */
  jobStatus(jobId: string): JobStatus | undefined;
  listJobs(request: ListRequest): JobsView;
  /** Stored papers in a format for other programs, or receipts: as text, or as a new file if long. */
  exportPapers(request: ExportRequest, call?: EndedCall): Promise<ExportView>;
  /** As one text of any length, for readers without a limit; in the form for files if that differs. With its notes. */
  renderExport(request: ExportRequest, forFile?: boolean, call?: EndedCall): Promise<RenderedExport>;
  /** The papers of an export, for a program that takes them directly. */
  exportedPapers(request: Omit<ExportRequest, 'format'>, call?: EndedCall): Promise<ExportedPaper[]>;
  /** The view's data for one or several jobs, with all papers that the request selects. */
  viewData(request: JobSelectionRequest & { jobId: string }, call?: EndedCall): Promise<ViewData>;
  estimate(request: EstimateRequest, signal: AbortSignal): Promise<EstimateView>;
};

export type UseCaseDeps = SubmitDeps &
  EstimateDeps &
  Pick<RelatedDeps, 'related'> &
  Pick<SeedDeps, 'reviewSeeds'> &
  Partial<ReviewDeps> &
  Pick<LookUpDeps & FullTextDeps, 'finder' | 'fullTexts' | 'ownLibrary'> & {
    exports: ExportFolder;
    ownPapers?: OwnedPapers | undefined;
    decisions?: ReadingDeps['decisions'];
    /** Absent if the service searches by itself and does not say how. */
    dryRun?: DryRun | undefined;
    /** The hosted service's address, for receipts; undefined in embedded mode. */
    serviceAddress: string | undefined;
    identifiedRecords?: ReceiptDeps['identifiedRecords'];
    retractionTable?: () => RetractionTableSummary | undefined;
    /** Default inline wait. */
    defaultWaitSeconds: number;
    polls: PollSchedule;
    /** Reads requests over many papers, so that other calls are answered meanwhile. Absent: they are read here. */
    readingThread?: Readings | undefined;
  };

/** A creation may wait this long for its slot in the pace, even in a call that does not wait for the job. */
const MIN_CREATION_SECONDS = 5;

/** Who reads, unless a call says otherwise. */
const ME: Reader = { kind: 'human', name: 'me' };

/** The use-cases over one service and one store. */
export function createUseCases(deps: UseCaseDeps): UseCases {
  const wait = (job: JobRecord, seconds: number, deadline: Deadline, { signal, onProgress }: CallOptions) =>
    waitForJob(deps, job, { seconds, deadline, signal, ...(onProgress ? { onProgress } : {}) });

  const tellCallers = ({ number, status }: JobRecord) => {
    if (isFinal(status)) deps.store.toldRun(number, CALLERS);
  };

  const lookUp: UseCases['lookUpPapers'] = async (request, call, options) => {
    call.signal.throwIfAborted();
    // Loaded with the first look-up: most conversations have none.
    const { answerLookUp } = await import('./look-up/answer-look-up.ts');
    return answerLookUp(deps, request, freeCall(deps, call), options);
  };
  const viewData = keepViews(deps, (request, call) => reading(request).viewData(request, call));
  const readings = createReadings(deps, viewData);
  const reading = (request: Parameters<typeof looksAtMany>[1]): Readings => {
    // A thread does not ask the lab.
    const asksLab = deps.mode === 'hosted' && request.where?.decision !== undefined;
    return deps.readingThread && !asksLab && looksAtMany(deps, request) ? deps.readingThread : readings;
  };

  return {
    search: (request, asked, call) =>
      withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
        // A call cancelled together with its request must not spend anything.
        call.signal.throwIfAborted();
        // Finds everything the answer needs before anything is spent.
        for (const ref of asked.where?.notIn ?? []) mustFindJob(deps.store, ref);
        const { newSince, onJob, tellsLater, ...submitOptions } = call;
        const newerThan = newSince === undefined ? undefined : mustFindJob(deps.store, newSince).number;
        const preparing = (signal: AbortSignal) => prepareSelection(deps, asked, untilAborted(signal));
        const page = withoutPapersOf(newerThan, await readInTime(call.signal, deadline, preparing));
        const seconds = call.waitSeconds ?? deps.defaultWaitSeconds;
        const started = performance.now();
        const creationMs = Math.max(seconds, MIN_CREATION_SECONDS) * 1000;
        let intent: JobRecord | undefined;
        const onIntent = (job: JobRecord) => {
          intent = job;
        };
        const label = call.label && checkLabel(deps.store, call.label);
        const options = { ...submitOptions, label, newerThan, creationMs, deadline, onIntent };
        const submitting = explainingLackOfCredits(deps, request, () => submitJob(deps, request, options));
        const {
          job: begun,
          reused,
          without,
        } = await orLate<CreationAttempt>(submitting, deadline, () => {
          if (!intent || isRefused(deps.store, intent)) throw noAnswerInTime();
          return { job: stillSubmitting(intent), reused: false };
        });
        // Creating and waiting together stay within the call's time.
        const maxSeconds = Math.min(seconds, call.maxWaitSeconds ?? seconds);
        const remainingSeconds = Math.max(maxSeconds - (performance.now() - started) / 1000, 0);
        onJob?.(begun.number);
        const isOver = isFinal(begun.status) || deadline.signal.aborted;
        const waiting = () => wait(begun, remainingSeconds, deadline, call);
        const keep = reused ? waitForEarlierJob.bind(undefined, deps) : keepJobOnError;
        const job = isOver ? begun : await keep(begun, call.signal, waiting);
        if (!tellsLater || job.status === 'error') tellCallers(job);
        const refundNote = await describeRefund(deps, job);
        const chosen = withoutItself(job.number, reused ? inRequestedOrder(page, request, job) : page);
        const answer = answerJob(deps.store, job, chosen, [
          ...(without ? [{ kind: 'field-not-taken', field: without } as const] : []),
          ...(refundNote ? [refundNote] : []),
        ]);
        return reused ? asReused(answer, submitOptions) : withBalance(deps, answer);
      }),

    async dryRun(request, call) {
      call.signal.throwIfAborted();
      return dryRunSearch(deps, request, freeCall(deps, call));
    },

    async rerun(ref, page, call) {
      const { request, group } = mustFindJob(deps.store, ref);
      if (!request) throw notRepeatable(ref);
      // An update of a project's search belongs to the project.
      return this.search(request, page, { label: { group }, ...call, fresh: true, newSince: ref });
    },

    getJob: (jobId, asked, call) =>
      withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
        call.signal.throwIfAborted();
        if (namesSeveral(jobId)) {
          const answer = readInTime(call.signal, deadline, (signal) =>
            reading({ ...asked, jobId }).answerSeveral(jobId, asked, untilAborted(signal)),
          );
          return orLate(answer, deadline, () => {
            throw tooManyPapers();
          });
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
        const notes: Note[] = [note, refundNote].filter((each) => each !== undefined);
        return answerJob(deps.store, job, page, refundNote ? notes : [...notes, { kind: 'reading-is-free' }]);
      }),

    async relatedPapers(request, page, call) {
      call.signal.throwIfAborted();
      const { job, reused } = await findRelatedPapers(deps, request, freeCall(deps, call));
      const answer = answerJob(deps.store, job, page);
      return reused ? { ...answer, job: { ...answer.job, reused: true } } : answer;
    },

    lookUpPapers: lookUp,
    async lookedUp(jobId) {
      const { viewLookUp } = await import('./look-up/look-up-view.ts');
      const job = findJob(deps.store, jobId, deps.account);
      return job?.lookUp && viewLookUp(deps.store, job, { limitSize: false });
    },
    async readPaper(request, call) {
      const { readPaper } = await import('./full-text/read-paper.ts');
      const lookUpOne = async (item: string) => (await lookUp({ items: [item], count: 1 }, call)).items[0];
      const view = await readPaper({ ...deps, lookUp: lookUpOne }, request, call);
      return 'paper' in view ? withRetrieval(deps, view, call.reader ?? ME, call) : view;
    },
    attachText: async (request, call) => {
      const { attachText } = await import('./full-text/read-paper.ts');
      return withRetrieval(deps, await attachText(deps, request, call), call.reader ?? ME, call);
    },
    jobStatus: (jobId) => readJobStatus(deps, jobId),
    told: (ref) => deps.store.toldRun(mustFindJob(deps.store, ref).number, CALLERS),
    listJobs: (request) => listJobs(deps.store, deps.mode, request),
    ...createTidyCases(deps),
    ...createReviewCases(deps),
    ...createCitationCases<CallOptions>(deps, (call) => freeCall(deps, call)),

    exportPapers: (request, call) => reading(request).exportPapers(request, asCall(call)),
    renderExport: (request, forFile = false, call) => reading(request).renderExport(request, forFile, asCall(call)),
    exportedPapers: (request, call) => reading(request).exportedPapers(request, asCall(call)),
    viewData: (request, call) => viewData(request, asCall(call)),
    estimate: (request, signal) => estimateCredits(deps, request, signal),
  };
}

function asCall(call: EndedCall | undefined): Deadline | undefined {
  return call && untilAborted(call.signal);
}

/** The page, excluding a job's papers. */
function withoutPapersOf(job: number | undefined, page: PageRequest): PageRequest {
  if (job === undefined) return page;
  return { ...page, where: { ...page.where, notIn: [...(page.where?.notIn ?? []), jobRef(job)] } };
}

/** Excludes a job from comparison with itself: a run that was taken over may be among those whose papers are known. */
function withoutItself(job: number, page: PageRequest): PageRequest {
  const notIn = page.where?.notIn?.filter((ref) => readJobRef(ref) !== job);
  return notIn ? { ...page, where: { ...page.where, notIn } } : page;
}

/** The time of a call that asks sources itself, without a job of the service. */
function freeCall({ defaultWaitSeconds }: UseCaseDeps, { signal, waitSeconds }: CallOptions) {
  const seconds = waitSeconds ?? Math.max(defaultWaitSeconds, MIN_CREATION_SECONDS);
  return { signal, budgetMs: Math.min(seconds * 1000, MAX_CALL_MS) };
}

function notRepeatable(ref: string): PaperqueueError {
  return invalidInput([invalidField('ref', { is: 'no-search', ref: ref.trim() })]);
}

/** A service's job id unknown on this machine. It is recorded once the service confirms it. */
async function adopt(deps: UseCaseDeps, jobId: string, signal: AbortSignal): Promise<JobRecord> {
  if (readJobRef(jobId) !== undefined) throw noSuchJob(jobId);
  await deps.service.status(jobId.trim(), signal);
  const identity = { mode: deps.mode, account: deps.account, jobId: jobId.trim() };
  return whenStoreIsFree(() => deps.store.adopt(identity), { signal });
}
