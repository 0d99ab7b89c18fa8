import type { JobRequest } from '../contract/requests.ts';
import type { Deadline } from '../lib/deadline.ts';
import type { Note } from '../wording/notes.ts';
import { answerJob } from './answers/answer.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import type { PageRequest } from './answers/show-page.ts';
import { markReported, waitForAll } from './awaited-job.ts';
import { type BeginOptions, beginSearches } from './begin-search.ts';
import { jobRef } from './job-refs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import { searchesOfParts } from './parts-of-question.ts';
import type { CreationAttempt, JobRecord } from './ports/store.ts';
import { readSeveral } from './read-jobs.ts';
import { type CallOptions, remainingWait } from './spending/call.ts';
import { type Credits, combineCharges } from './spending/charges.ts';

/**
 * A question in parts: one job of the service for each part, with all rules of spending. The papers of the jobs are
 * then read as one, fused by their ranks.
 */

type PartsCall = CallOptions & {
  onJob?: (job: number) => void;
  reportsLater?: boolean;
};

/** One job for each part; the answer combines the papers of all jobs. */
export async function searchInParts(
  deps: JobsDeps,
  request: JobRequest,
  parts: readonly string[],
  page: PageRequest,
  { call, beginning, deadline }: { call: PartsCall; beginning: BeginOptions; deadline: Deadline },
): Promise<JobAnswerView> {
  const started = performance.now();
  const searches = searchesOfParts(request, parts);
  const begun = await beginSearches(deps, searches, beginning, deadline, (job) => call.onJob?.(job));
  const attempts = [...new Map(begun.map((attempt) => [attempt.job.number, attempt])).values()];
  const seconds = remainingWait(call, beginning.waitSeconds, started);
  const awaiting = { ...call, seconds, deadline };
  const created = attempts.map(({ job }) => job);
  const jobs = await waitForAll(deps, created, awaiting);
  for (const job of jobs) if (!call.reportsLater || job.status === 'error') markReported(deps.store, job);
  const [first] = jobs;
  // Throws what one search would throw: nothing came of any part.
  if (first && jobs.every(({ status }) => status === 'error')) return answerJob(deps.store, first, page);
  const refs = jobs.map(({ number }) => jobRef(number)).join(',');
  // The field that each search is sorted by also sorts their combined papers.
  const { sort } = request.filters;
  const ordered = sort === undefined || sort.startsWith('score') ? page : { sort, ...page };
  const answer = await readSeveral(deps, refs, ordered, { signal: call.signal, deadline });
  const reused = attempts.every((attempt) => attempt.reused);
  const credits = creditsOfParts(attempts, jobs);
  const notes = [...notesOfParts(attempts, jobs), ...(answer.notes ?? [])];
  return {
    ...answer,
    job: { ...answer.job, reused },
    ...(credits && { credits }),
    ...(notes.length > 0 && { notes }),
  };
}

/** What a group of jobs cost this call. */
function creditsOfParts(attempts: readonly CreationAttempt[], jobs: readonly JobRecord[]): Credits | undefined {
  const [first] = jobs;
  if (!first) return undefined;
  const current = attempts.map(({ reused }, index) => ({ reused, job: jobs[index] as JobRecord }));
  const cost = current.reduce((sum, { reused, job }) => (reused ? sum : sum + job.cost), 0);
  return { cost, pool: first.pool, charged: combineCharges('no', current) };
}

/** Notes on single jobs of a group: re-attached ones, unsupported fields, and jobs that could not be polled. */
function notesOfParts(attempts: readonly CreationAttempt[], jobs: readonly JobRecord[]): Note[] {
  const untaken = new Set(attempts.flatMap(({ without }) => without ?? []));
  const reused = attempts.filter((attempt) => attempt.reused).map(({ job }) => jobRef(job.number));
  const isLookFailed = jobs.some(({ notes }) => notes.some(({ kind }) => kind === 'first-look-failed'));
  return [
    ...(reused.length > 0 ? [{ kind: 'parts-reused' as const, jobs: reused, of: attempts.length }] : []),
    ...[...untaken].map((field) => ({ kind: 'field-not-taken' as const, field })),
    ...(isLookFailed ? [{ kind: 'first-look-failed' as const }] : []),
  ];
}
