import type { Note } from '../contract/notes.ts';
import type { JobRequest } from '../contract/requests.ts';
import { jobRef } from './job-refs.ts';
import type { JobRecord, JobStore } from './ports/store.ts';
import type { JobAnswerView } from './reading/answer.ts';
import type { PageRequest } from './reading/page.ts';

/** What the answer of a search says beside that of its job: whether it re-attached, and what is left of the credits. */

/** The answer of a call whose time is up while its creation is on its way; that goes on, and is recorded. */
export function stillSubmitting(job: JobRecord): JobRecord {
  return { ...job, notes: [...job.notes, { kind: 'still-submitting', job: jobRef(job.number) }] };
}

/** The balance after a new job, where one is known without asking: what was measured before, less its cost. */
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

/** The order of a job without `sort`. */
export const BEST_FIRST = 'score:desc';

/** A search re-attaches to one with another `sort`, in embedded mode: its papers are shown in the order asked for. */
export function inRequestedOrder(page: PageRequest, { filters: { sort } }: JobRequest, job: JobRecord): PageRequest {
  if (job.mode === 'hosted' || sort === job.request?.filters.sort) return page;
  return { sort: sort ?? BEST_FIRST, ...page };
}

/** The answer of a call that re-attached: it cost nothing, whatever the job cost when it was created. */
export function asReused(answer: JobAnswerView, { fresh }: { fresh?: boolean | undefined }): JobAnswerView {
  const { job, credits, notes = [] } = answer;
  // Asked for a new job, the call got the run that stands.
  const note: Note = { kind: fresh ? 'taken-over' : 'reused', job: job.ref, createdAt: job.createdAt };
  return {
    ...answer,
    job: { ...job, reused: true },
    ...(credits && { credits: { ...credits, cost: 0, charged: 'no' } }),
    notes: [note, ...notes],
  };
}
