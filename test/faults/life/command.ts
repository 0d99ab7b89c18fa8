import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { JobAnswerView } from '../../../src/jobs/answers/answer-view.ts';
import { jobRef } from '../../../src/jobs/job-refs.ts';
import { createJobs, type Jobs } from '../../../src/jobs/jobs.ts';
import type { CallOptions } from '../../../src/jobs/spending/call.ts';
import type { SubmitDeps } from '../../../src/jobs/spending/submit.ts';
import type { OpenedJobStore } from '../../../src/jobs/store/job-store.ts';
import { createWatches, type Watches, type WatchRun } from '../../../src/jobs/watches.ts';
import type { LifeEvent, Point } from './events.ts';

type Begin = Extract<LifeEvent, { do: 'begin' }>;

/** The job with which a command's search began, and its watch. */
export type Subject = { job: number; watch: number };

export const POLLS = { minPauseMs: 0, shareOfAge: 0.5, maxPauseMs: 1 };

/**
 * A process that runs one command, up to a point at a time, with the real use-cases. Killed, it does nothing any more,
 * and nothing that it still holds reaches its store.
 */
export class Command {
  /** Where it stands; 'over' also for one that was killed. */
  at: Point | 'over' = 'started';
  /** The jobs whose end it has told, or whose failure. */
  readonly told: number[] = [];
  /** How it ended, for what a test has to meet. */
  outcome = 'nothing';
  readonly begin: Begin;
  readonly #subject: Subject;
  readonly #steps: readonly Point[] | undefined;
  readonly #startedAt = new Date().toISOString();
  readonly #interrupted = new AbortController();
  #isDead = false;
  #goOn = () => {};
  #stopped = () => {};

  constructor(begin: Begin, subject: Subject) {
    this.begin = begin;
    this.#subject = subject;
    this.#steps = begin.steps;
  }

  /** Which calls want the same as this one. */
  get series(): string {
    return this.begin.command === 'watch' ? 'watch' : 'again';
  }

  async start(deps: SubmitDeps): Promise<void> {
    await this.#until(() => {
      this.#run(deps)
        .catch((error) => {
          if (!this.#isDead && !this.#interrupted.signal.aborted && !(error instanceof PaperqueueError)) throw error;
          this.outcome = error.details ? codeOf(error.details) : 'interrupted';
        })
        .finally(() => {
          this.at = 'over';
          this.#stopped();
        });
    });
  }

  /** Goes on to the next point, or to the end. */
  async go(): Promise<void> {
    if (this.at !== 'over') await this.#until(() => this.#goOn());
  }

  async interrupt(): Promise<void> {
    this.#interrupted.abort();
    while (this.at !== 'over') await this.go();
  }

  kill(): void {
    this.#isDead = true;
    this.at = 'over';
  }

  /** Holds the command up. */
  readonly pass = async (point: Point): Promise<void> => {
    if (this.#steps && !this.#steps.includes(point)) return;
    this.at = point;
    this.#stopped();
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  };

  async #until(act: () => void): Promise<void> {
    const stop = new Promise<void>((resolve) => {
      this.#stopped = resolve;
    });
    act();
    await stop;
  }

  async #run(deps: SubmitDeps): Promise<void> {
    await this.pass('started');
    const store = this.#mortal(deps.store as OpenedJobStore);
    const jobs = createJobs({
      ...deps,
      store,
      polls: POLLS,
      defaultWaitSeconds: 0,
      readingsFor: () => ({ answerSeveral: () => Promise.reject(new Error('nobody reads several jobs')) }),
    });
    const { signal } = this.#interrupted;
    const call = { signal, waitSeconds: 0, acceptPossibleDoubleCharge: this.begin.accepts };
    if (this.begin.command === 'watch') return this.#runWatch(createWatches({ store, jobs }), call);
    return this.#runOnce(store, jobs, call);
  }

  async #runWatch(watches: Watches, call: CallOptions): Promise<void> {
    const runs: WatchRun[] = [];
    for await (const run of watches.run(`W${this.#subject.watch}`, { ...call, startedAt: this.#startedAt }))
      runs.push(run);
    await this.pass('printing');
    for (const run of runs) {
      const isTold = 'answer' in run ? run.answer.page !== undefined : run.error.code === 'JOB_FAILED';
      if (isTold && run.lastRun) this.told.push(numberOf(run.lastRun));
      this.outcome = 'answer' in run ? outcomeOf(run.answer) : codeOf(run.error);
      watches.markReported(run);
    }
  }

  async #runOnce(store: OpenedJobStore, jobs: Jobs, call: CallOptions): Promise<void> {
    const { command } = this.begin;
    const first = jobRef(this.#subject.job);
    const { request } = store.byNumber(this.#subject.job) as { request: JobRequest };
    const isShell = command === 'rerun';
    let begun = 0;
    const onJob = (job: number) => {
      begun = job;
    };
    try {
      let answer = isShell
        ? await jobs.rerun(first, {}, { ...call, onJob, startedAt: this.#startedAt, reportsLater: true })
        : await jobs.search(
            request,
            {},
            {
              ...call,
              onJob,
              ...(command === 'fresh' ? { fresh: true } : { newSince: first }),
              startedAt: this.#startedAt,
            },
          );
      this.outcome = outcomeOf(answer);
      if (answer.page && !isShell) this.told.push(numberOf(answer.job.ref));
      await this.pass('printing');
      if (isShell && answer.page) {
        this.told.push(numberOf(answer.job.ref));
        jobs.markReported(answer.job.ref);
      }
      if (isShell || answer.page) return;
      // The host asks for its task.
      answer = await jobs.getJob(answer.job.ref, {}, call);
      if (answer.page) this.told.push(numberOf(answer.job.ref));
    } catch (error) {
      // A job that ended in error is told as that.
      if (error instanceof PaperqueueError && error.details.code === 'JOB_FAILED') this.told.push(begun);
      throw error;
    }
  }

  /** The store as a process has it: dead, it changes nothing. */
  #mortal(store: OpenedJobStore): OpenedJobStore {
    return new Proxy(store, {
      get: (target, name) => {
        if (this.#isDead) throw new Error('The process is dead.');
        return Reflect.get(target, name);
      },
    });
  }
}

function numberOf(ref: string): number {
  return Number(ref.slice(1));
}

function outcomeOf({ job, page }: JobAnswerView): string {
  return `${job.reused ? 'taken over' : 'paid'}, ${page ? 'ended' : 'running'}`;
}

function codeOf({ code, charged }: PaperqueueError['details']): string {
  return code === 'CHARGE_UNKNOWN' && charged === 'no' ? 'asked' : code;
}
