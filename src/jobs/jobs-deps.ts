import type { JobAnswerView } from './answers/answer-view.ts';
import type { SelectionDeps } from './answers/prepare-selection.ts';
import type { PageRequest } from './answers/show-page.ts';
import type { DryRun } from './ports/dry-run.ts';
import type { Call } from './ports/reviews.ts';
import type { EstimateDeps } from './spending/estimate.ts';
import type { SubmitDeps } from './spending/submit.ts';
import type { PollSchedule } from './spending/wait.ts';

type ManyJobs = { answerSeveral(jobId: string, page: PageRequest, call?: Call): Promise<JobAnswerView> };

/** What jobs are made of: one service, one store, and what reads stored papers. */
export type JobsDeps = SubmitDeps &
  EstimateDeps &
  SelectionDeps & {
    /** Reads the papers of several jobs, in this thread or, for many jobs, in another. */
    readingsFor: (request: PageRequest & { jobId: string }) => ManyJobs;
    /** Absent if the service does its own searching and does not say how. */
    dryRun?: DryRun;
    /** Default wait within the call. */
    defaultWaitSeconds: number;
    polls: PollSchedule;
  };
