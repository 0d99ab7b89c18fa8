/** What the local page shows of a job that runs. */
export type JobProgress = {
  status: string;
  /** Whether there is nothing more to wait for: the page of the job says what became of it. */
  isOver: boolean;
  /** Since the job was made. */
  seconds: number;
  /** The sources that are asked, where the service tells; `gave` and `failed` are absent while there is no answer. */
  sources: { title: string; gave?: number | undefined; failed?: string | undefined }[];
  /** Why the last look at the job failed. */
  problem?: string;
};
