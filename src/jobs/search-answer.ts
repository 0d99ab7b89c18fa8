import type { JobRequest } from '../contract/requests.ts';
import { rethrowBug } from '../lib/bugs.ts';
import type { Note } from '../wording/notes.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import type { PageRequest } from './answers/show-page.ts';
import { jobRef } from './job-refs.ts';
import type { JobRecord, JobStore } from './ports/store.ts';

/** The parts of an answer specific to a search: whether it re-attached, and the remaining credits. */

/** The answer of a call that ran out of time during its creation. The creation continues and is recorded. */
export function stillSubmitting(job: JobRecord): JobRecord {
  return { ...job, notes: [...job.notes, { kind: 'still-submitting', job: jobRef(job.number) }] };
}

/**
 * Whether a creation was refused meanwhile, so that another one may have its number by now. If not, this look reserves
 * its number (`JobStore.byNumber`).
 */
export function isRefused(store: JobStore, { number, createdAt }: JobRecord): boolean {
  try {
    return store.byNumber(number)?.createdAt !== createdAt;
  } catch (error) {
    rethrowBug(error);
    return false;
  }
}

/** The balance after a new job, if known without a request: the measured one, less the job's cost. */
export function withBalance(deps: { store: JobStore; account: string }, answer: JobAnswerView): JobAnswerView {
  const { credits, job } = answer;
  const measured = deps.store.balances(deps.account);
  if (!credits) return answer;
  const before = measured?.balances[credits.pool];
  if (before === undefined || measured === undefined || measured.measured.to > job.createdAt) return answer;
  return {
    ...answer,
    credits: {
      ...credits,
      balance: before - deps.store.chargedSince(deps.account, credits.pool, measured.measured.to),
    },
  };
}

/** The default order of a job. */
export const BEST_FIRST = 'score:desc';

/** In embedded mode a search may re-attach to a job with another `sort`: shows it in the requested order. */
export function inRequestedOrder(page: PageRequest, { filters: { sort } }: JobRequest, job: JobRecord): PageRequest {
  if (job.mode === 'hosted' || sort === job.request?.filters.sort) return page;
  return { sort: sort ?? BEST_FIRST, ...page };
}

/** The answer of a call that re-attached: it cost nothing, whatever the job originally cost. */
export function asReused(answer: JobAnswerView, { fresh }: { fresh?: boolean | undefined }): JobAnswerView {
  const { job, credits, notes = [] } = answer;
  // The call requested a new job and got the open run.
  const note: Note = { kind: fresh ? 'taken-over' : 'reused', job: job.ref, createdAt: job.createdAt };
  return {
    ...answer,
    job: { ...job, reused: true },
    ...(credits && { credits: { ...credits, cost: 0, charged: 'no' } }),
    notes: [note, ...notes],
  };
}
