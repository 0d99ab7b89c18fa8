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
import { readInTime, tooManyPapers } from './spending/call-deadline.ts';

/** Answers from stored papers, in this thread or, if there is much to read, in another. */

/** The codes of a thread that ended or was too late; what is wrong with a request or the store is thrown. */
const OF_THREAD: ReadonlySet<string> = new Set(['INTERNAL', 'UPSTREAM_UNAVAILABLE']);

type Ended = { signal: AbortSignal; deadline: Deadline };

/**
 * The answer about one job, within the call's deadline. `page` is the request as prepared for this thread, `asked` the
 * same for another.
 */
export async function readOne(
  deps: Pick<JobsDeps, 'store' | 'readingsFor'>,
  job: JobRecord,
  { asked, page, notes }: { asked: PageRequest; page: PageRequest; notes: Note[] },
  call: Ended,
): Promise<JobAnswerView> {
  const { answerOne } = deps.readingsFor({ ...asked, jobId: jobRef(job.number) });
  if (answerOne)
    return inTime(call, (signal) => answerOne(job, asked, notes, untilAborted(signal))).catch(async (error) => {
      if (error instanceof PaperqueueError && !OF_THREAD.has(error.details.code)) throw error;
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
  call: Ended,
): Promise<JobAnswerView> {
  return inTime(call, (signal) =>
    deps.readingsFor({ ...page, jobId }).answerSeveral(jobId, page, untilAborted(signal)),
  );
}

function inTime<T>({ signal, deadline }: Ended, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return orLate(readInTime(signal, deadline, read), deadline, () => {
    throw tooManyPapers();
  });
}
