import type { Note } from '../wording/notes.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import type { SelectionDeps } from './answers/prepare-selection.ts';
import type { PageRequest } from './answers/show-page.ts';
import type { DryRun } from './ports/dry-run.ts';
import type { Call } from './ports/reviews.ts';
import type { JobRecord } from './ports/store.ts';
import type { EstimateDeps } from './spending/estimate.ts';
import type { SubmitDeps } from './spending/submit.ts';
import type { PollSchedule } from './spending/wait.ts';

/** Answers from stored papers. `call` limits requests to a lab for its decisions. */
export type ReadPapers = {
  /** Papers of several jobs, or the referenced papers. */
  answerSeveral(jobId: string, page: PageRequest, call?: Call): Promise<JobAnswerView>;
  /** Only if the job's papers have so much text that a thread reads them. */
  answerOne?(job: JobRecord, page: PageRequest, notes: Note[], call?: Call): Promise<JobAnswerView>;
};

/** The dependencies of jobs: one service, one store, and readers of stored papers. */
export type JobsDeps = SubmitDeps &
  EstimateDeps &
  SelectionDeps & {
    /** Reads stored papers, in this thread or, if there is much to read, in another. */
    readingsFor: (request: PageRequest & { jobId: string }) => ReadPapers;
    /** Absent if the service does its own searching and does not say how. */
    dryRun?: DryRun;
    /** Default wait within the call. */
    defaultWaitSeconds: number;
    polls: PollSchedule;
  };
