import { untilAborted, withDeadline } from '../lib/deadline.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { Note } from '../wording/notes.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import { prepareSelection, withPaperRefs } from './answers/prepare-selection.ts';
import { findJobs, namesJobs, namesSeveral } from './answers/several-jobs.ts';
import type { PageRequest } from './answers/show-page.ts';
import { explainForgottenJob, explainUnknownJob, markReported, mustAskService, waitForAll } from './awaited-job.ts';
import { findJob, isOwnForm, noSuchJob } from './job-refs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import type { JobRecord } from './ports/store.ts';
import { readOne, readSeveral } from './read-jobs.ts';
import { type CallOptions, MAX_CALL_MS, readInTime, remainingWait } from './spending/call.ts';
import { reconcileJob } from './spending/reconcile.ts';
import { describeRefund } from './spending/refund.ts';
import { waitForJob } from './spending/wait.ts';

/** Reads a recorded job, or several as one, after waiting for those that still run. Free. */
export function createGetJob(deps: JobsDeps) {
  const isAwaited = (job: JobRecord) =>
    job.account === deps.account && job.jobId !== null && mustAskService(deps.account, job);
  return (name: string, request: PageRequest, call: CallOptions): Promise<JobAnswerView> =>
    withDeadline(MAX_CALL_MS, call.drainSignal, async (deadline) => {
      call.signal.throwIfAborted();
      const { jobId, ...unprepared } = await withPaperRefs(deps, { ...request, jobId: name }, call.signal);
      if (namesSeveral(jobId)) {
        const running = namesJobs(jobId) ? findJobs(deps.store, jobId, deps.account).filter(isAwaited) : [];
        const seconds = remainingWait(call, call.waitSeconds ?? deps.defaultWaitSeconds);
        await waitForAll(deps, running, { ...call, seconds, deadline });
        return readSeveral(deps, jobId, unprepared, { signal: call.signal, deadline });
      }
      const preparing = (signal: AbortSignal) => prepareSelection(deps, unprepared, untilAborted(signal));
      const page = await readInTime(call.signal, deadline, preparing);
      const adopting = (signal: AbortSignal) => adopt(deps, jobId, signal);
      const local = findJob(deps.store, jobId, deps.account) ?? (await readInTime(call.signal, deadline, adopting));
      const { job: recorded, note } = await reconcileJob(deps, local);
      const seconds = remainingWait(call, call.waitSeconds ?? deps.defaultWaitSeconds);
      const job = mustAskService(deps.account, recorded)
        ? await explainForgottenJob(deps.store, recorded, () =>
            waitForJob(deps, recorded, { ...call, seconds, deadline }),
          )
        : recorded;
      markReported(deps.store, job);
      const refundNote = await describeRefund(deps, job);
      const known = [note, refundNote].filter((each) => each !== undefined);
      const cost = { kind: job.operation === null ? 'made-elsewhere' : 'reading-is-free' } as const;
      const notes: Note[] = refundNote ? known : [...known, cost];
      return readOne(deps, job, { unprepared, page, notes }, { signal: call.signal, deadline });
    });
}

/** Records a service's job id that is unknown on this machine, once the service confirms it. */
async function adopt(deps: JobsDeps, jobId: string, signal: AbortSignal): Promise<JobRecord> {
  if (isOwnForm(jobId)) throw noSuchJob(deps.store, jobId);
  await explainUnknownJob(deps.store, jobId, () => deps.service.status(jobId.trim(), signal));
  const identity = { mode: deps.mode, account: deps.account, jobId: jobId.trim() };
  return whenStoreIsFree(() => deps.store.adopt(identity), { signal });
}
