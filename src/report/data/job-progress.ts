import type { FirstPaper } from './first-papers.ts';

/** The local page's view of a running job. */
export type JobProgress = {
  status: string;
  /** Whether waiting is over: the job's page then shows the outcome. */
  isOver: boolean;
  /** Since the job was made. */
  seconds: number;
  /** The sources that are asked, if the service names them. `gave` and `failed` are absent until one answers. */
  sources: { title: string; gave?: number | undefined; failed?: string | undefined }[];
  /** What the sources put first, before anything is ranked; empty where the service does not say. */
  first: FirstPaper[];
  /** Why the last status request failed. */
  problem?: string;
};
