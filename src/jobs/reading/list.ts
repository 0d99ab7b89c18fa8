import { type ChargeState, invalidInput } from '../../contract/errors.ts';
import { invalidField, shown } from '../../contract/invalid.ts';
import type { Advice, Note } from '../../contract/notes.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { nameEntry } from '../../papers/references/entry-name.ts';
import { shorten } from '../../papers/text.ts';
import { jobRef, mustFindJob } from '../job-refs.ts';
import type { Mode } from '../ports/service.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { finalCharge } from '../spending/charge-state.ts';
import { describeRelated } from './describe-related.ts';
import { countSharedWorks } from './job-selection.ts';
import { pastTheEnd } from './show-page.ts';

/** Default page size. */
const DEFAULT_COUNT = 20;
const MAX_ABOUT_CHARACTERS = 120;

export type ListedJob = {
  ref: string;
  jobId: string | null;
  operation: string;
  /** The beginning of the query. */
  about: string;
  status: string;
  createdAt: string;
  cost: number;
  pool: string;
  charged: ChargeState;
  papers?: number;
  /** Works found by both this job and the one in `overlapWith`. */
  overlap?: number;
};

export type JobsView = {
  mode: Mode;
  page: { offset: number; count: number; total: number; nextOffset: number | null };
  jobs: ListedJob[];
  notes?: Note[];
  next: Advice[];
};

export type ListRequest = {
  offset?: number | undefined;
  count?: number | undefined;
  status?: string | undefined;
  /** A job reference: for each listed job, how many works it shares with this one. */
  overlapWith?: string | undefined;
};

/**
 * The recorded jobs of this machine, newest first: query, time, cost and state. Throws JOB_NOT_FOUND if `overlapWith`
 * is not a recorded job, INVALID_INPUT for an impossible status.
 */
export function listJobs(
  store: StoredJobs,
  mode: Mode,
  { offset = 0, count = DEFAULT_COUNT, status, overlapWith }: ListRequest,
): JobsView {
  const { jobs, total } = store.list({ offset, count, status });
  if (total === 0 && status !== undefined) refuseUnknownStatus(store, status);
  const end = offset + jobs.length;
  const loss = store.loss?.();
  const notes: Note[] = pastTheEnd(offset, total, 'job');
  if (loss) notes.push({ kind: 'jobs-lost', ...loss });
  const other = overlapWith === undefined ? undefined : mustFindJob(store, overlapWith).number;
  const overlap = (job: JobRecord) =>
    other === undefined || !job.papers ? {} : { overlap: countSharedWorks(store, job.number, other) };
  return {
    mode,
    page: { offset, count: jobs.length, total, nextOffset: end < total ? end : null },
    jobs: jobs.map((job) => ({ ...listed(job), ...overlap(job) })),
    ...(notes.length > 0 && { notes }),
    next: [{ do: 'read-listed' }],
  };
}

/** Our own statuses and the embedded service's. A hosted service may have others, which recorded jobs show. */
const STATUSES = ['submitting', 'queued', 'success', 'error', 'refused', 'unknown'];

function refuseUnknownStatus(store: StoredJobs, status: string): void {
  if (STATUSES.includes(status)) return;
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status: undefined });
  const names = [...new Set([...STATUSES, ...jobs.map((job) => job.status)])];
  throw invalidInput([invalidField('status', `one of ${names.join(', ')}, got ${shown(status)}`)]);
}

function listed(job: JobRecord): ListedJob {
  return {
    ref: jobRef(job.number),
    jobId: job.jobId,
    operation: job.operation ?? 'unknown',
    about: aboutJob(job),
    status: job.status,
    createdAt: job.createdAt,
    cost: job.cost,
    pool: job.pool,
    charged: finalCharge(job),
    ...(job.papers === null ? {} : { papers: job.papers }),
  };
}

/** The beginning of a job's query, on one line. */
export function aboutJob(job: JobRecord): string {
  return shorten(visibleLine(questionOf(job)), MAX_ABOUT_CHARACTERS);
}

function questionOf({ related, lookUp, request }: JobRecord): string {
  if (related) return describeRelated(related, `${related.ref}${related.title ? `: ${related.title}` : ''}`);
  if (lookUp) return lookUp.items.map(({ item }) => nameEntry(item)).join(' | ');
  const { keywords = [], query, strategy } = request?.body ?? {};
  return [[...new Set(keywords)].join(', '), query, strategy].filter(Boolean).join(' | ');
}
