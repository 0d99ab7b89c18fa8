import { isFinal } from '../contract/answers.ts';
import { invalidInput, PaperqueueError } from '../contract/errors.ts';
import { shown } from '../contract/invalid.ts';
import { jobRef, mustFindJob } from './job-refs.ts';
import type { JobStore } from './ports/store.ts';
import type { Watch, WatchStore } from './ports/watches.ts';
import type { JobAnswerView } from './reading/answer.ts';
import { type SelectedPaper, selectPapers } from './reading/job-selection.ts';
import { aboutJob } from './reading/list.ts';
import type { CallOptions, UseCases } from './use-cases.ts';

/** A watched search as it is listed. */
export type WatchView = {
  watch: string;
  /** The job that it began with, and the last run. */
  job: string;
  lastRun: string | null;
  createdAt: string;
  /** The search in a line. */
  about: string;
};

/** What a run of a watched search brought, or why it failed. */
export type WatchRun = WatchView & ({ answer: JobAnswerView } | { error: PaperqueueError['details'] });

/** A paper that a run found and no earlier one, with the moment of that run. */
export type NewPaper = SelectedPaper & { watch: string; at: string };

export type Watches = {
  /** Watches the search of a job. Throws JOB_NOT_FOUND, and INVALID_INPUT for what is no search. */
  add(ref: string): WatchView;
  list(): WatchView[];
  /** Throws INVALID_INPUT where there is none. */
  remove(ref: string): void;
  /**
   * Runs the search again, as a job that costs what a search does, and gives the papers that no earlier run found. A
   * run that has not ended yet is waited for instead of another one. Without a reference all watched searches, in turn.
   */
  run(ref: string | undefined, call: CallOptions): AsyncGenerator<WatchRun>;
  /** The papers of all runs, the latest first. */
  newPapers(ref: string | undefined): NewPaper[];
};

type Deps = { store: JobStore & WatchStore; useCases: Pick<UseCases, 'rerun' | 'getJob'> };

export function createWatches({ store, useCases }: Deps): Watches {
  const watchesFor = (ref: string | undefined): Watch[] => {
    const all = store.watches();
    return ref === undefined ? all : all.filter(({ number }) => number === numberOf(all, ref));
  };

  return {
    add(ref) {
      const job = mustFindJob(store, ref);
      if (!job.request) throw invalidInput([{ field: 'ref', message: `ref: ${jobRef(job.number)} is no search` }]);
      return viewOf(store, store.addWatch(job.number));
    },
    list: () => store.watches().map((watch) => viewOf(store, watch)),
    remove(ref) {
      store.removeWatch(numberOf(store.watches(), ref));
    },
    async *run(ref, call) {
      for (const watch of watchesFor(ref)) {
        call.signal.throwIfAborted();
        yield await runOne(watch, call).catch((error: unknown) => {
          if (!(error instanceof PaperqueueError)) throw error;
          return { ...viewOf(store, watch), error: error.details };
        });
      }
    },
    newPapers: (ref) =>
      watchesFor(ref)
        .flatMap((watch) => newPapersOf(store, watch))
        .sort((a, b) => b.at.localeCompare(a.at)),
  };

  async function runOne(watch: Watch, call: CallOptions): Promise<WatchRun> {
    const refs = watch.jobs.map(jobRef);
    const [last = ''] = refs.slice(-1);
    const isRunning = !isFinal(mustFindJob(store, last).status);
    const page = { where: { notIn: refs.filter((ref) => !isRunning || ref !== last) }, limitSize: false, count: 1_000 };
    if (isRunning && refs.length > 1) {
      const answer = await useCases.getJob(last, page, call);
      return { ...viewOf(store, watch), answer };
    }
    const answer = await useCases.rerun(last, page, call);
    const { number } = mustFindJob(store, answer.job.ref);
    store.addRun(watch.number, number);
    return { ...viewOf(store, { ...watch, jobs: [...watch.jobs, number] }), answer };
  }
}

function numberOf(watches: readonly Watch[], ref: string): number {
  const [, digits] = /^W?([1-9]\d{0,8})$/i.exec(ref.trim()) ?? [];
  const watch = watches.find(({ number }) => number === Number(digits));
  if (watch) return watch.number;
  throw invalidInput([{ field: 'watch', message: `watch: there is no ${shown(ref)}; paperqueue watch list` }]);
}

function viewOf(store: JobStore, { number, jobs, createdAt }: Watch): WatchView {
  const [first = 0, ...runs] = jobs;
  const last = runs.at(-1);
  return {
    watch: `W${number}`,
    job: jobRef(first),
    lastRun: last === undefined ? null : jobRef(last),
    createdAt,
    about: aboutJob(mustFindJob(store, jobRef(first))),
  };
}

function newPapersOf(store: JobStore, { number, jobs }: Watch): NewPaper[] {
  return jobs.slice(1).flatMap((job, index) => {
    const record = store.byNumber(job);
    if (!record || record.papers === null) return [];
    const { papers } = selectPapers(store, [record], { where: { notIn: jobs.slice(0, index + 1).map(jobRef) } });
    return papers.map((paper) => ({ ...paper, watch: `W${number}`, at: record.finishedAt ?? record.createdAt }));
  });
}
