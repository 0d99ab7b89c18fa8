import type { FirstPaper } from './first-papers.ts';

/** The local page's view of a running job. */
export type JobProgress = {
  status: string;
  /** Whether the job is over: its page then shows the outcome. */
  isOver: boolean;
  /** Since the job was created. */
  seconds: number;
  /**
   * The sources that are searched, if the service names them. `gave` and `failed` are absent until a source answers.
   */
  sources: { title: string; gave?: number | undefined; failed?: string | undefined }[];
  /** The first results of the sources, before ranking; empty if the service does not report them. */
  first: FirstPaper[];
  /** Why the last status request failed. */
  problem?: string;
};
