import type { JobAnswerView } from '../jobs/answers/answer-view.ts';

/** Remembers the jobs that a client has had an answer about, so that later answers need not repeat what it said. */
export type FollowUps = {
  isFollowUp(job: string): boolean;
  remember(answer: object): void;
};

/** For one connection. A server that exists for one request remembers nothing, and each of its answers is whole. */
export function trackFollowUps(): FollowUps {
  const answered = new Set<string>();
  return {
    isFollowUp: (job) => answered.has(job.trim().toUpperCase()),
    remember(answer) {
      const { job, papers } = answer as Partial<JobAnswerView>;
      // While a job runs, its answers have no papers, and say little about it.
      if (!job || papers === undefined) return;
      // Answers of other tools name a job in another form.
      for (const name of [job.ref, job.jobId]) if (typeof name === 'string') answered.add(name.toUpperCase());
    },
  };
}
