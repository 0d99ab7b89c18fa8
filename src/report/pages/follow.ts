import { isFinal } from '../../contract/answers.ts';
import { MAX_WAIT_SECONDS } from '../../contract/rules.ts';
import { UI_WORDING } from '../../faces/ui/wording.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { renderReports } from '../../wording/sentences/sources.ts';
import { fuseFirst } from '../data/first-papers.ts';
import type { JobProgress } from '../data/page-answers.ts';

type Followed = Pick<JobProgress, 'sources' | 'first' | 'problem'> & { isWaiting: boolean };

/** About one screen of papers. */
const MAX_FIRST = 20;

/** Reports a job's progress; undefined if this machine does not know the job. */
export type Follow = (jobs: Pick<Jobs, 'getJob' | 'jobStatus'>, ref: string) => JobProgress | undefined;

/**
 * Waits once for each watched job, whatever the number of pages: several waits would use up the service's rate limit.
 * `drainSignal` ends the waits when the server stops; jobs continue.
 */
export function createFollower(drainSignal: AbortSignal, now = Date.now): Follow {
  const following = new Map<string, Followed>();

  const wait = async (jobs: Pick<Jobs, 'getJob' | 'jobStatus'>, ref: string, followed: Followed) => {
    followed.isWaiting = true;
    try {
      await jobs.getJob(
        ref,
        { count: 1, facets: false },
        {
          waitSeconds: MAX_WAIT_SECONDS,
          signal: drainSignal,
          drainSignal,
          onProgress: ({ sources, notes }) => {
            if (sources) {
              followed.sources = renderReports(sources).map(({ title, gave, failed }) => ({ title, gave, failed }));
              followed.first = fuseFirst(sources.map(({ first = [] }) => first)).slice(0, MAX_FIRST);
            }
            if (notes) followed.problem = UI_WORDING.notes(notes).join(' ');
            else delete followed.problem;
          },
        },
      );
      delete followed.problem;
    } catch (error) {
      followed.problem = error instanceof Error ? error.message : 'The job could not be read.';
    } finally {
      followed.isWaiting = false;
    }
  };

  return (jobs, ref) => {
    const job = jobs.jobStatus(ref);
    if (!job) return undefined;
    const { status, createdAt } = job;
    const isOver = isFinal(status) || status === 'refused' || status === 'unknown';
    const followed = following.get(job.ref) ?? { sources: [], first: [], isWaiting: false };
    if (isOver) following.delete(job.ref);
    else following.set(job.ref, followed);
    if (!isOver && !followed.isWaiting) void wait(jobs, job.ref, followed);
    const seconds = Math.max(Math.round((now() - Date.parse(createdAt)) / 1000), 0);
    const { sources, first, problem } = followed;
    return { status, isOver, seconds, sources, first, ...(problem !== undefined && { problem }) };
  };
}
