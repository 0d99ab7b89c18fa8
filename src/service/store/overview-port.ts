import type { Pool } from '../../contract/credits.ts';
import type { StoredFailure } from '../../wording/notes/source-outcomes.ts';

/** What whoever runs a service sees of its jobs: no query, no paper, no address of a request. */

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
  /** The sources that gave nothing, or only a part. */
  failures: SourceFailureLine[];
};

export type SourceFailureLine = { title: string; why: StoredFailure };

/** A source that failed in some of the latest jobs. */
export type FailingSource = SourceFailureLine & { jobs: number; lastAt: string };

export type OverviewStore = {
  /** How many jobs each account has, by state. */
  counts(): Promise<{ account: string; state: string; jobs: number }[]>;
  /** Jobs that wait or run, the oldest first, of one account or of all. */
  open(count: number, account?: number): Promise<JobLine[]>;
  /** Jobs that failed, the latest first. */
  failed(count: number, account?: number): Promise<JobLine[]>;
  /** The sources that failed in the latest jobs, the most frequent first, and how many jobs were looked at. */
  sources(count: number): Promise<{ failing: FailingSource[]; of: number }>;
};
