import { type ChargeState, freeFailure, PaperqueueError } from '../../contract/errors.ts';
import { isUnknownStatus, saysThatItRuns } from '../../contract/reading/status-words.ts';
import { type Advice, isNote, isSourceFailure, type Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { JobRecord } from '../ports/store.ts';
import { finalCharge } from '../spending/charges.ts';
import { isDoubtLasting } from '../spending/reconcile.ts';
import type { JobAnswerView } from './answer-view.ts';

/** The fields with which every answer about a job begins. */
export function answerHead(job: JobRecord): Pick<JobAnswerView, 'mode' | 'job' | 'credits'> {
  return {
    mode: job.mode,
    job: {
      ref: jobRef(job.number),
      jobId: job.jobId,
      operation: job.operation ?? 'unknown',
      status: job.status,
      createdAt: job.createdAt,
      reused: false,
    },
    credits: { cost: job.cost, pool: job.pool, charged: job.charged },
  };
}

export function withNotes(notes: Note[]): { notes?: Note[] } {
  return notes.length > 0 ? { notes } : {};
}

export const IN_MEMORY_ONLY: Note = { kind: 'in-memory-only', setting: 'PAPERQUEUE_DATA_DIR' };

/** A job that has run this long is reported as stuck; after an hour if its state is known and it reports progress. */
const LONG_SECONDS = 10 * 60;
const LONG_WITH_PROGRESS_SECONDS = 60 * 60;

export function answerRunning(head: ReturnType<typeof answerHead>, job: JobRecord, notes: Note[]): JobAnswerView {
  if (job.related?.search)
    return { ...head, ...withNotes(notes), next: [{ kind: 'go-on-following', job: jobRef(job.number) }] };
  const { ageSeconds, askAgainSeconds } = measurePace(job);
  const { serviceProgress } = job;
  const about = { ...head.job, ageSeconds, ...(serviceProgress && { serviceProgress }), askAgainSeconds };
  // The service's id finds the job even if this process and its store are lost.
  const id = job.isInMemoryOnly && job.jobId !== null ? job.jobId : jobRef(job.number);
  const isUnknown = job.mode === 'hosted' && job.jobId !== null && isUnknownStatus(job.status);
  const isUncertain =
    job.notes.some(isNote('first-look-failed')) || (job.jobId !== null && !saysThatItRuns(job.status));
  const isStuck = ageSeconds >= (serviceProgress && !isUnknown ? LONG_WITH_PROGRESS_SECONDS : LONG_SECONDS);
  const next: Advice =
    isStuck && job.mode === 'hosted'
      ? { kind: 'stop-waiting', job: id, jobId: job.jobId, ageSeconds, setting: 'PAPERQUEUE_BASE_URL' }
      : { kind: 'wait-for', job: id, ageSeconds, askAgainSeconds, ...(isUncertain && { isUncertain }) };
  const unknown: Note[] = isUnknown ? [{ kind: 'status-unknown', status: job.status, ageSeconds }] : [];
  return { ...head, job: about, ...withNotes([...unknown, ...notes]), next: [next] };
}

/** How long a job has run, and when another look is worthwhile: the longer it has run, the longer the pause. */
function measurePace({ createdAt }: JobRecord): { ageSeconds: number; askAgainSeconds: number } {
  const ageSeconds = Math.max(Math.round((Date.now() - Date.parse(createdAt)) / 1000), 0);
  return { ageSeconds, askAgainSeconds: Math.min(Math.max(Math.round(ageSeconds / 20) * 10, 10), LONG_SECONDS) };
}

/** Advice to wait for a job; `ref` may name several jobs. */
export function waitFor(ref: string, job: JobRecord): Advice {
  return { kind: 'wait-for', job: ref, ...measurePace(job), ...(!saysThatItRuns(job.status) && { isUncertain: true }) };
}

/** The progress of a running or interrupted citation search, unless a note has it already. */
export function progressNote({ related, notes }: JobRecord): Note[] {
  const progress = related?.search?.progress;
  return progress && !notes.some(isNote('citations-unfinished')) ? [{ kind: 'citations-unfinished', progress }] : [];
}

export function nextForUnknown(job: JobRecord, notes: readonly Note[]): Advice {
  const ref = jobRef(job.number);
  if (job.charged === 'yes') return { kind: 'pay-again', job: ref };
  return { kind: isDoubtLasting(job, notes) ? 'ask-elsewhere' : 'ask-again-later', job: ref };
}

export function refused(job: JobRecord, notes: readonly Note[]): PaperqueueError {
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [
      { kind: 'never-created', job: jobRef(job.number) },
      ...notes.filter(({ kind }) => kind !== 'reading-is-free'),
    ],
    advice: [{ kind: 'search-anew' }],
  });
}

export function jobFailed(job: JobRecord, refundNotes: readonly Note[]): PaperqueueError {
  const charged = finalCharge(job);
  const chargeNotes: Note[] = charged === 'no' ? [] : [{ kind: 'credits-taken' }, ...refundNotes];
  if (job.mode === 'embedded' && job.notes.some(isSourceFailure)) return noSource(job, charged);
  return new PaperqueueError({
    code: 'JOB_FAILED',
    problem: [{ kind: 'job-failed', job: jobRef(job.number) }, ...job.notes, ...chargeNotes],
    charged,
    retryable: false,
    advice: [
      charged === 'no'
        ? { kind: job.mode === 'hosted' ? 'search-refunded' : 'again' }
        : { kind: 'ask-about-refund', job: jobRef(job.number), isOwn: true },
    ],
  });
}

function noSource(job: JobRecord, charged: ChargeState): PaperqueueError {
  const hasStarterOnly = job.notes.some(isNote('starter-only'));
  return new PaperqueueError({
    code: 'JOB_FAILED',
    problem: [{ kind: 'nothing-reached' }, ...job.notes],
    charged,
    retryable: false,
    advice: [{ kind: 'check-network', ...(hasStarterOnly && { hasStarterOnly }) }],
  });
}
