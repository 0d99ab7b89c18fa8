import type { Paper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Database } from '../sqlite/database.ts';
import { failExhaustedJobs, failJob, finishJob, type LeasedJob, leaseJob } from './job-queue.ts';

/** What a search gives: the papers, and in plain words what was searched. */
export type SearchOutcome = { papers: Paper[]; notes: string[] };

/** The engine that a job runs on. */
export type SearchEngine = (request: JobRequest) => SearchOutcome;

export type Worker = {
  /** There may be an open job: look soon. */
  wake(): void;
  stop(): void;
};

export type WorkerOptions = {
  database: Database;
  search: SearchEngine;
  onError: (event: string, error: unknown) => void;
};

/** Works off open jobs one after the other, also those that a killed process left behind. Runs only when woken. */
export function startWorker({ database, search, onError }: WorkerOptions): Worker {
  let stopped = false;
  let scheduled: NodeJS.Immediate | undefined;

  const schedule = () => {
    // One job per turn of the event loop, so that answers to polls get in between.
    if (!stopped && !scheduled) scheduled = setImmediate(turn);
  };

  const turn = () => {
    scheduled = undefined;
    try {
      failExhaustedJobs(database);
      const job = leaseJob(database);
      if (!job) return;
      run(job);
      schedule();
    } catch (error) {
      onError('worker could not take a job', error);
    }
  };

  const run = (job: LeasedJob) => {
    try {
      const { papers, notes } = search(job.request);
      if (!finishJob(database, job, papers, notes)) onError('a job was finished by another worker', new Error(job.id));
    } catch (error) {
      onError('a job failed', error);
      failJob(database, job);
    }
  };

  return {
    wake: schedule,
    stop: () => {
      stopped = true;
      if (scheduled) clearImmediate(scheduled);
    },
  };
}
