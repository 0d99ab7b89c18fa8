import { isFinal } from '../contract/answers.ts';
import { creditCost, creditPool, type Pool } from '../contract/credits.ts';
import { PaperqueueError } from '../contract/errors.ts';
import type { JobRequest } from '../contract/requests.ts';
import { answerJob, balanceOf, type Credits, type JobAnswerView, type PageRequest } from './answer.ts';
import type { JobRecord, Mode } from './ports.ts';
import { findJob, noSuchReference, readJobRef } from './references.ts';
import { type SubmitDeps, type SubmitOptions, submitJob } from './submit.ts';
import { type PollSchedule, type Progress, waitForJob } from './wait.ts';

/** How long a call may take and who listens to it. */
export type CallOptions = {
  waitSeconds?: number | undefined;
  signal: AbortSignal;
  onProgress?: ((progress: Progress) => void) | undefined;
};

type EstimateView = { mode: Mode; credits: Credits; notes: string[] };

/** What the faces (MCP and CLI) can do. Every method throws PaperqueueError only, or the signal's reason. */
export type UseCases = {
  search(request: JobRequest, page: PageRequest, call: CallOptions & SubmitOptions): Promise<JobAnswerView>;
  getJob(jobId: string, page: PageRequest, call: CallOptions): Promise<JobAnswerView>;
  estimate(asked: { limit: number; enrich?: boolean | undefined }, signal: AbortSignal): Promise<EstimateView>;
};

export type UseCaseDeps = SubmitDeps & {
  /** Inline wait when a call does not say how long. */
  defaultWaitSeconds: number;
  polls: PollSchedule;
  /** What this mode does not do of a request, in plain words. */
  limitations: (request: JobRequest) => string[];
};

/** The use-cases over one service and one store. */
export function createUseCases(deps: UseCaseDeps): UseCases {
  const wait = (job: JobRecord, { waitSeconds, signal, onProgress }: CallOptions) =>
    waitForJob(deps, job, {
      seconds: waitSeconds ?? deps.defaultWaitSeconds,
      signal,
      ...(onProgress ? { onProgress } : {}),
    });

  return {
    async search(request, page, call) {
      // A call that was cancelled together with its request must not spend anything.
      call.signal.throwIfAborted();
      const { job: begun, reused } = await submitJob(deps, request, call);
      const job = isFinal(begun.status) ? begun : await keepingJob(begun, () => wait(begun, call));
      const answer = answerJob(deps.store, job, page, deps.limitations(request));
      return reused ? asReused(answer) : answer;
    },

    async getJob(jobId, page, call) {
      call.signal.throwIfAborted();
      const recorded = findJob(deps.store, jobId, deps.account) ?? (await adopt(deps, jobId, call.signal));
      const job = needsAsking(deps, recorded) ? await wait(recorded, call) : recorded;
      const free = 'Reading a job is free; credits show what creating it took.';
      return answerJob(deps.store, job, page, [free]);
    },

    async estimate({ limit, enrich }, signal) {
      const pool = poolFor(deps, enrich);
      const balances = await deps.service.balances(signal);
      const credits: Credits = { cost: creditCost(limit), pool, charged: 'no', ...balanceOf(balances, pool) };
      return { mode: deps.mode, credits, notes: estimateNotes(deps, credits) };
    },
  };
}

/** The answer of a call that re-attached: it cost nothing, whatever the job cost when it was created. */
function asReused(answer: JobAnswerView): JobAnswerView {
  const { job, credits, notes = [] } = answer;
  const note = `An equal search was made at ${job.createdAt}: this call re-attached to it for 0 credits. fresh: true makes a new job.`;
  return {
    ...answer,
    job: { ...job, reused: true },
    credits: { ...credits, cost: 0, charged: 'no' },
    notes: [note, ...notes],
  };
}

/** A job that exists must not be lost to its caller because the first wait for it failed. */
async function keepingJob(created: JobRecord, wait: () => Promise<JobRecord>): Promise<JobRecord> {
  try {
    return await wait();
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    return { ...created, notes: [...created.notes, `The first look at the job failed: ${error.facts.message}`] };
  }
}

function poolFor(deps: UseCaseDeps, enrich: boolean | undefined): Pool {
  const scraperKey = enrich === false ? undefined : deps.scraperKey?.reveal();
  return creditPool({ scraperKey, enrich });
}

function estimateNotes(deps: UseCaseDeps, credits: Credits): string[] {
  const notes = ['Asking is free. Credits are taken when a job is created: 1 per 100 results requested.'];
  if (deps.mode === 'embedded') notes.push('Embedded mode: the credits are this machine’s own count, no money.');
  if (credits.pool === 'privateKey') notes.push('query_search sends no scraper key: it takes from pro or basic.');
  if (credits.balance === undefined)
    notes.push('No balance is known: the pool has no ceiling, or the service tells none.');
  else if (credits.balance < credits.cost) notes.push('The balance does not cover the cost.');
  return notes;
}

/** A service's job id that this machine has not seen. It is recorded once the service has said that it exists. */
async function adopt(deps: UseCaseDeps, jobId: string, signal: AbortSignal): Promise<JobRecord> {
  if (readJobRef(jobId) !== undefined) throw noSuchReference(jobId);
  await deps.service.status(jobId.trim(), signal);
  return deps.store.adopt({ mode: deps.mode, account: deps.account, jobId: jobId.trim() });
}

/** Whether the service has to be asked: not for a final job, nor for one that nobody knows to exist. */
function needsAsking(deps: UseCaseDeps, job: JobRecord): boolean {
  if (isFinal(job.status) || job.jobId === null) return false;
  if (job.account === deps.account) return true;
  throw new PaperqueueError({
    code: 'JOB_NOT_FOUND',
    message:
      'This job belongs to another account or mode than the one that is configured now, and has no stored papers.',
    charged: 'no',
    retryable: false,
    next: 'Restore the configuration (PAPERQUEUE_BASE_URL, PAPERQUEUE_TOKEN) that created it, then call get_job again.',
  });
}
