import { type ChargeState, freeFailure, invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { groupBy } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { shown } from '../../lib/shown.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { nameEntry } from '../../papers/references/entry-name.ts';
import { shorten } from '../../papers/text.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import { jobRef, mustFindJob } from '../job-refs.ts';
import type { Mode } from '../ports/service.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { finalCharge, olderStoreNote } from '../spending/charges.ts';
import { describeRelated, describeTopic } from './describe-query.ts';
import { countSharedWorks } from './job-candidates.ts';
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
  /** The user's name for it, and the project it belongs to. */
  name?: string;
  group?: string;
  starred?: true;
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
  /** Only jobs of this group. */
  group?: string | undefined;
  /** A job reference: jobs that share no work with this one are left out, the others say how many. */
  overlapWith?: string | undefined;
};

/**
 * The recorded jobs of this machine, newest first: query, time, cost and state. Throws JOB_NOT_FOUND if `overlapWith`
 * is not a recorded job or no job is in the group, INVALID_INPUT for an impossible status.
 */
export function listJobs(
  store: StoredJobs,
  mode: Mode,
  { offset = 0, count = DEFAULT_COUNT, status, group, overlapWith }: ListRequest,
): JobsView {
  const groupNumbers = group === undefined ? undefined : jobsOfGroup(store, group, status);
  const { jobs, total } = groupNumbers
    ? { jobs: groupNumbers.slice(offset, offset + count), total: groupNumbers.length }
    : store.list({ offset, count, status });
  if (total === 0 && status !== undefined) refuseUnknownStatus(store, status);
  const end = offset + jobs.length;
  const loss = store.loss?.();
  const missing = store.missing?.();
  const notes: Note[] = pastTheEnd(offset, total, 'job');
  if (loss) notes.push({ kind: 'jobs-lost', ...loss });
  if (missing && !missing.isLoss) notes.push(olderStoreNote(missing));
  const other = overlapWith === undefined ? undefined : mustFindJob(store, overlapWith).number;
  const overlap = (job: JobRecord) =>
    other === undefined || !job.papers ? {} : { overlap: countSharedWorks(store, job.number, other) };
  const all = jobs.map((job) => ({ ...listed(job), ...overlap(job) }));
  // A job without papers may still run, and find some.
  const shown = all.filter((job) => job.overlap !== 0);
  const without = all.length - shown.length;
  if (other !== undefined && without > 0) notes.push({ kind: 'share-nothing', job: jobRef(other), jobs: without });
  return {
    mode,
    page: { offset, count: shown.length, total, nextOffset: end < total ? end : null },
    jobs: shown,
    ...(notes.length > 0 && { notes }),
    next: [{ kind: 'read-listed' }],
  };
}

/** Our own statuses and the embedded service's. A hosted service may have others, which recorded jobs show. */
const STATUSES = ['submitting', 'queued', 'success', 'error', 'refused', 'unknown', 'removed'];

function refuseUnknownStatus(store: StoredJobs, status: string): void {
  if (STATUSES.includes(status)) return;
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status: undefined });
  const names = [...new Set([...STATUSES, ...jobs.map((job) => job.status)])];
  throw invalidInput([invalidField('status', `one of ${names.join(', ')}, got ${shown(status)}`)]);
}

/** The jobs of a group, newest first, however its name is capitalised. Throws JOB_NOT_FOUND if there are none. */
export function jobsOfGroup(store: StoredJobs, group: string, status?: string): JobRecord[] {
  const folded = foldGroup(group);
  const isOfGroup = (job: JobRecord) => job.group !== undefined && foldGroup(job.group) === folded;
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status });
  const found = jobs.filter(isOfGroup);
  if (found.length > 0) return found;
  const groups = listGroups(store).map((each) => each.group);
  const isKnown = groups.some((each) => foldGroup(each) === folded);
  throw freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'no-job-in-group', group: shown(group), ...(isKnown && { status }), groups }],
    advice: [{ kind: 'use-job-ref', canSearch: false }],
  });
}

/** The groups of recorded jobs by name, and how many jobs each has. */
export function listGroups(store: StoredJobs): { group: string; jobs: number }[] {
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status: undefined });
  const named = jobs.filter((job) => job.group !== undefined);
  return [...groupBy(named, ({ group = '' }) => foldGroup(group)).values()]
    .map(([first, ...others]) => ({ group: first?.group ?? '', jobs: 1 + others.length }))
    .sort((a, b) => a.group.localeCompare(b.group, 'en'));
}

/** Groups whose names differ in case are one. */
export function foldGroup(group: string): string {
  return group.trim().toLowerCase();
}

/** A job as it is listed. */
export function listed(job: JobRecord): ListedJob {
  return {
    ref: jobRef(job.number),
    jobId: job.jobId,
    operation: job.operation ?? 'unknown',
    about: aboutJob(job),
    status: job.removedAt === undefined ? job.status : 'removed',
    createdAt: job.createdAt,
    cost: job.cost,
    pool: job.pool,
    charged: finalCharge(job),
    ...(job.papers === null ? {} : { papers: job.papers }),
    ...omitUndefined({ name: job.name, group: job.group, starred: job.isStarred }),
  };
}

/** The beginning of a job's query, on one line. */
export function aboutJob(job: JobRecord): string {
  return shorten(visibleLine(describeQuery(job)), MAX_ABOUT_CHARACTERS);
}

function describeQuery({ related, lookUp, request }: JobRecord): string {
  if (related) return describeRelated(related, `${related.ref}${related.title ? `: ${related.title}` : ''}`);
  if (lookUp) return lookUp.items.map(({ item }) => nameEntry(item)).join(' | ');
  return request ? describeTopic(request.body) : '';
}
