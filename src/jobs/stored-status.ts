import type { JobRequest } from '../contract/requests.ts';
import { findJob, jobRef } from './job-refs.ts';
import type { JobRecord, StoredJobs } from './ports/store.ts';
import { type PollSchedule, pollPauseMs } from './spending/wait.ts';

export type JobStatus = {
  ref: string;
  jobId: string | null;
  status: string;
  /** The request of a search; null for other jobs. */
  request: JobRequest | null;
  sources: JobRecord['sources'];
  createdAt: string;
  finishedAt: string | null;
  /** Milliseconds until the next poll is due. */
  nextLookMs: number;
};

/** The stored state of a job of this account; undefined if unknown. */
export function readJobStatus(
  { store, account, polls }: { store: StoredJobs; account: string; polls: PollSchedule },
  jobId: string,
): JobStatus | undefined {
  const job = findJob(store, jobId, account);
  if (!job) return undefined;
  const { createdAt, finishedAt, status, request, sources } = job;
  const nextLookMs = Math.ceil(pollPauseMs(Math.max(Date.now() - Date.parse(createdAt), 0), polls));
  return { ref: jobRef(job.number), jobId: job.jobId, status, request, sources, createdAt, finishedAt, nextLookMs };
}
