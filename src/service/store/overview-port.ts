import type { Pool } from '../../contract/credits.ts';
import type { StoredFailure } from '../../wording/notes/source-outcomes.ts';

/** What the operator of a service can see of its jobs: no query, no paper, no URL of a request. */

/** A job: its reference, state and charge. `createdAt` is ISO 8601. */
export type JobLine = {
  id: string;
  /** The account's name. */
  account: string;
  state: string;
  pool: Pool | null;
  credits: number;
  isRefunded: boolean;
  attempts: number;
  createdAt: string;
  /** The sources that returned nothing, or only a part. */
  failures: SourceFailureLine[];
};

export type SourceFailureLine = { title: string; why: StoredFailure };

/** A source that failed in some of the latest jobs. */
export type FailingSource = SourceFailureLine & { jobs: number; lastAt: string };

export type OverviewStore = {
  /** How many jobs each account has, by state. */
  counts(): Promise<{ account: string; state: string; jobs: number }[]>;
  /** Queued and running jobs, oldest first, of one account or of all. */
  open(count: number, account?: number): Promise<JobLine[]>;
  /** Failed jobs, latest first. */
  failed(count: number, account?: number): Promise<JobLine[]>;
  /** The sources that failed in the latest jobs, most frequent first, and the number of jobs examined. */
  sources(count: number): Promise<{ failing: FailingSource[]; of: number }>;
};
