import { PaperqueueError } from '../contract/errors.ts';
import { type Deadline, orLate, untilAborted } from '../lib/deadline.ts';
import type { Note } from '../wording/notes.ts';
import { answerJob } from './answers/answer.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import { readAhead } from './answers/relevance.ts';
import type { PageRequest } from './answers/show-page.ts';
import { keepJobOnError } from './awaited-job.ts';
import { jobRef } from './job-refs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import type { JobRecord } from './ports/store.ts';
import { readInTime, tooManyPapers } from './spending/call.ts';

/** Answers from stored papers, in this thread or, if there is much to read, in another. */

/** Error codes of a thread that ended or was too late. Errors about the request or the store are thrown. */
const THREAD_FAILURES: ReadonlySet<string> = new Set(['INTERNAL', 'UPSTREAM_UNAVAILABLE']);

type CallEnd = { signal: AbortSignal; deadline: Deadline };

/**
 * The answer about one job, within the call's deadline. `page` is the request prepared for this thread; `unprepared`
 * is the request as the caller gave it, for another thread.
 */
export async function readOne(
  deps: Pick<JobsDeps, 'store' | 'readingsFor'>,
  job: JobRecord,
  { unprepared, page, notes }: { unprepared: PageRequest; page: PageRequest; notes: Note[] },
  call: CallEnd,
): Promise<JobAnswerView> {
  const { answerOne } = deps.readingsFor({ ...unprepared, jobId: jobRef(job.number) });
  if (answerOne)
    return inTime(call, (signal) => answerOne(job, unprepared, notes, untilAborted(signal))).catch(async (error) => {
      if (error instanceof PaperqueueError && !THREAD_FAILURES.has(error.details.code)) throw error;
      // It may have been paid: the answer says what is known without its papers.
      const unread = { ...job, status: 'processing' };
      const failed = await keepJobOnError(unread, call.signal, () => Promise.reject(error));
      return answerJob(deps.store, failed, page, notes);
    });
  await readAhead(deps.store, job);
  return answerJob(deps.store, job, page, notes);
}

/** The papers of several jobs as one answer, within the call's deadline. */
export function readSeveral(
  deps: Pick<JobsDeps, 'readingsFor'>,
  jobId: string,
  page: PageRequest,
  call: CallEnd,
): Promise<JobAnswerView> {
  return inTime(call, (signal) =>
    deps.readingsFor({ ...page, jobId }).answerSeveral(jobId, page, untilAborted(signal)),
  );
}

function inTime<T>({ signal, deadline }: CallEnd, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return orLate(readInTime(signal, deadline, read), deadline, () => {
    throw tooManyPapers();
  });
}
