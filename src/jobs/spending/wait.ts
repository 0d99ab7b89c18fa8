import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal, type JobAnswer, type SourceProgress } from '../../contract/answers.ts';
import { isStoreBusy, PaperqueueError } from '../../contract/errors.ts';
import type { ServiceProgress } from '../../contract/service-progress.ts';
import { type Deadline, startDeadline } from '../../lib/deadline.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { listUnknownFields, orderByFrequency } from '../../papers/received-paper.ts';
import { shorten } from '../../papers/text.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { SearchService } from '../ports/service.ts';
import type { JobRecord, JobResult, JobStore } from '../ports/store.ts';

const MAX_NOTES = 30;
const MAX_NOTE_CHARACTERS = 1_000;

/** The state of a wait: the job, seconds waited and allowed, the last state seen, and the sources, if reported. */
export type Progress = {
  ref: string;
  elapsedSeconds: number;
  waitSeconds: number;
  status: string;
  sources?: SourceProgress[];
  /** Progress in the service's own terms. */
  serviceProgress?: ServiceProgress;
  notes?: Note[];
};

export type WaitOptions = {
  /** Maximum wait; 0: look once. */
  seconds: number;
  /** The call's deadline also ends the wait, with the latest record. */
  deadline?: Deadline;
  /** The waiting call: aborting it stops the wait, never the job. */
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
};

/** Pauses between polls in milliseconds: a share of the job's age, within bounds. */
export type PollSchedule = { minPauseMs: number; shareOfAge: number; maxPauseMs: number };

export type WaitDeps = { service: SearchService; store: JobStore; polls: PollSchedule };

/**
 * How often to poll, given the service's allowed requests per minute (undefined: polling costs nothing, so a finished
 * job is noticed at once). The pause follows the job's age, so that a second call does not start over. At 10 per
 * minute, a balance, a creation and the first minute's polls (after 2, 4, 7, 12, 20, 30 ... seconds) fit the pace.
 */
export function pollSchedule(requestsPerMinute: number | undefined): PollSchedule {
  if (requestsPerMinute === undefined) return { minPauseMs: 10, shareOfAge: 0.5, maxPauseMs: 250 };
  const maxPauseMs = Math.min(Math.max(100_000 / requestsPerMinute, 250), 10_000);
  return { minPauseMs: Math.min(2_000, maxPauseMs), shareOfAge: 0.7, maxPauseMs };
}

/** The pause before the next poll of a job of this age, in milliseconds. */
export function pollPauseMs(ageMs: number, { minPauseMs, shareOfAge, maxPauseMs }: PollSchedule): number {
  return Math.min(Math.max(ageMs * shareOfAge, minPauseMs), maxPauseMs);
}

/** Maximum time of the last or only look: its slot in the pace may be a minute away. */
const ONE_LOOK_MS = 3_000;

const PROGRESS_EVERY_MS = 1_000;

/** Reads may lag behind creations. A job this young cannot have expired: if unknown, it is not visible yet. */
const MAX_READ_LAG_MS = 10 * 60_000;

/**
 * Polls a created job until it is final or time is up, records each state and returns the latest record. A poll that
 * fails temporarily (unreachable, rate limited, store held, a new job not visible yet) does not fail the job: polling
 * continues. Rejects with the signal's reason if the call is aborted, and with a PaperqueueError if polling cannot
 * succeed.
 */
export async function waitForJob(
  deps: WaitDeps,
  job: JobRecord,
  { seconds, deadline, signal, onProgress }: WaitOptions,
): Promise<JobRecord> {
  const started = performance.now();
  const callMs = Math.max(deadline?.remainingMs() ?? Number.POSITIVE_INFINITY, 0);
  const waitMs = Math.min(seconds * 1000, Math.max(callMs - ONE_LOOK_MS, 0));
  const end = startDeadline(Math.min(waitMs + ONE_LOOK_MS, callMs), [signal, deadline?.signal]);
  const ageOf = () => jobAgeMs(job);
  let current = job;
  let live: LiveState = {};
  let hasLooked = false;
  const report = () => {
    const elapsedSeconds = Math.round((performance.now() - started) / 1000);
    onProgress?.({
      ref: jobRef(job.number),
      elapsedSeconds,
      waitSeconds: Math.round(waitMs / 1000),
      status: current.status,
      ...live,
    });
  };
  const latest = (): JobRecord => {
    const { serviceProgress, notes = [] } = live;
    return { ...current, notes: [...current.notes, ...notes], ...(serviceProgress && { serviceProgress }) };
  };
  const ticker = onProgress && setInterval(report, PROGRESS_EVERY_MS);
  try {
    // No job finishes that soon: polling at once would only use up the pace.
    const tooYoung = deps.polls.minPauseMs - ageOf();
    if (tooYoung > 0 && waitMs > 0) await sleep(Math.min(tooYoung, waitMs), undefined, { signal: end.signal });
    for (;;) {
      signal.throwIfAborted();
      current = await pollOnce(deps, current, end.signal, (state) => {
        live = { sources: live.sources, ...state };
      });
      hasLooked = true;
      if (isFinal(current.status) || neverCreated(current)) return current;
      const leftMs = waitMs - (performance.now() - started);
      if (leftMs <= 0) return latest();
      // The last look is at the end of the wait, however long the pause would be.
      await sleep(Math.min(pollPauseMs(ageOf(), deps.polls), leftMs), undefined, { signal: end.signal });
    }
  } catch (error) {
    signal.throwIfAborted();
    // All slots in the pace may have been later than the end of the wait.
    if (end.signal.aborted && !hasLooked) live.notes = [...(live.notes ?? []), { kind: 'first-look-failed' }];
    if (end.signal.aborted) return latest();
    throw error;
  } finally {
    clearInterval(ticker);
    end.dispose();
  }
}

/** Whether a job's creation failed, so that there is nothing to wait for. */
export function neverCreated(job: JobRecord): boolean {
  return job.status === 'refused' || job.status === 'unknown';
}

/** What the service says about a running job. Not stored: it may be outdated at the next look. */
type LiveState = Pick<Progress, 'notes' | 'sources' | 'serviceProgress'>;

async function pollOnce(
  { service, store }: { service: SearchService; store: JobStore },
  job: JobRecord,
  signal: AbortSignal,
  onWaiting: (live: LiveState) => void,
): Promise<JobRecord> {
  // Another call, perhaps in another process, is creating this job.
  if (job.jobId === null) return store.byNumber(job.number) ?? job;
  try {
    const answer = await service.status(job.jobId, signal, job.request?.filters.limit);
    const status = finalStatus(answer, job);
    if (isFinal(status)) {
      const result = await toResult({ ...answer, status });
      return await whenStoreIsFree(() => store.finish(job.number, result), { signal });
    }
    const serviceNotes = shownNotes(answer);
    onWaiting({
      ...(serviceNotes.length > 0 && { notes: serviceNotes }),
      ...(answer.progress && { sources: visibleTexts(answer.progress) }),
      ...(answer.serviceProgress && { serviceProgress: answer.serviceProgress }),
    });
    return answer.status === job.status ? job : store.setStatus(job.number, answer.status);
  } catch (error) {
    if (!(error instanceof PaperqueueError) || !isPassing(error, job)) throw error;
    const { code, problem } = error.details;
    // The service may know the job in a moment.
    const why = code === 'JOB_NOT_FOUND' ? [NOT_YET_KNOWN, ...problem.filter(isNote('service-said'))] : problem;
    onWaiting({ notes: [{ kind: 'first-look-failed' }, ...why] });
    return job;
  }
}

/** What is stored of a final answer. */
export async function toResult(answer: JobAnswer): Promise<JobResult> {
  const { status, papers = [], sources, flow } = answer;
  const notes = [...shownNotes(answer), ...(await notesOnResults(answer))];
  return { status, papers, notes, ...visibleTexts(omitUndefined({ sources, flow })) };
}

const shownNotes = ({ notes }: JobAnswer): Note[] => notes.slice(0, MAX_NOTES).map(shortNote);

const NOT_YET_KNOWN: Note = { kind: 'status-to-a-read', status: 404 };

/** A job that seems to be over counts as over if an earlier look found the same state and it is at least this old. */
const MIN_SEEMING_AGE_MS = 60_000;

function finalStatus({ status, seemsOver }: JobAnswer, job: JobRecord): string {
  const isConfirmed = job.status === status && jobAgeMs(job) >= MIN_SEEMING_AGE_MS;
  return seemsOver !== undefined && isConfirmed ? seemsOver : status;
}

const MAX_NAMES = 20;
/** Field names come from strangers: a note shows only names that cannot be a sentence. */
const FIELD_NAME = /^[A-Za-z][\w.-]{0,39}$/;

/** Notes on the parts of a finished job's answer that are missing or were not understood. */
async function notesOnResults({ status, papers, unreadable: results }: JobAnswer): Promise<Note[]> {
  const unknown = orderByFrequency(await mapInTurns(papers ?? [], listUnknownFields));
  const names = unknown.filter((name) => FIELD_NAME.test(name)).slice(0, MAX_NAMES);
  return [
    ...(status === 'success' && papers === undefined ? [{ kind: 'no-list' } as const] : []),
    ...(results > 0 ? [{ kind: 'unreadable-results', results } as const] : []),
    ...(unknown.length > 0 ? [{ kind: 'names-unknown', names, more: unknown.length - names.length } as const] : []),
  ];
}

/** A lab's service may send long failure messages; the text is cut to one short line. */
function shortNote(note: Note): Note {
  if (note.kind !== 'text' && note.kind !== 'failure-reason') return visibleTexts(note);
  return { ...note, text: shorten(visibleLine(note.text), MAX_NOTE_CHARACTERS) };
}

/** Puts every text in a value, including field names, on one line without hidden characters. */
function visibleTexts<T>(value: T): T {
  if (typeof value === 'string') return visibleLine(value) as T;
  if (Array.isArray(value)) return value.map(visibleTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [visibleLine(name), visibleTexts(part)])) as T;
}

function isPassing(error: PaperqueueError, job: JobRecord): boolean {
  const { code } = error.details;
  if (code === 'JOB_NOT_FOUND') return jobAgeMs(job) < MAX_READ_LAG_MS;
  return code === 'UPSTREAM_UNAVAILABLE' || code === 'RATE_LIMITED' || isStoreBusy(error);
}

function jobAgeMs({ createdAt }: JobRecord): number {
  return Math.max(Date.now() - Date.parse(createdAt), 0);
}
