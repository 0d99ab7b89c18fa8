import { invalidInput, PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { shown } from '../lib/shown.ts';
import type { JobAnswerView } from './answers/answer-view.ts';
import type { SelectedPaper } from './answers/job-candidates.ts';
import { selectPapers } from './answers/job-selection.ts';
import { aboutJob } from './answers/list.ts';
import { jobRef, mustFindJob } from './job-refs.ts';
import type { Jobs } from './jobs.ts';
import { type JobStore, watchSeries } from './ports/store.ts';
import type { Watch, WatchStore } from './ports/watches.ts';
import type { CallOptions } from './spending/call.ts';
import type { SubmitOptions } from './spending/submit.ts';

declare module './features.ts' {
  interface Features {
    /** Searches that are repeated periodically. */
    watches(): Promise<Watches>;
  }
}

/** A watched search as it is listed. */
export type WatchView = {
  watch: string;
  /** The job it began with, and its latest run. */
  job: string;
  lastRun: string | null;
  createdAt: string;
  /** The search, on one line. */
  about: string;
};

/** The result of a watch's run, or why it failed. */
export type WatchRun = WatchView & ({ answer: JobAnswerView } | { error: PaperqueueError['details'] });

/** How many papers a run was the first to find, and when the run before it was made. */
type WatchNews = { job: string; papers: number; since: string };

/** A paper that a run was the first to find, and the time of that run. */
export type NewPaper = SelectedPaper & { watch: string; at: string };

type RunOptions = CallOptions & Pick<SubmitOptions, 'startedAt' | 'acceptPossibleDoubleCharge'>;

export type Watches = {
  /** Watches the search of a job. Throws JOB_NOT_FOUND, and INVALID_INPUT if it is not a search. */
  add(ref: string): WatchView;
  list(): WatchView[];
  /** Like `list`, with the number of papers that the last finished run was the first to find. */
  listNews(): (WatchView & { news?: WatchNews })[];
  /** The jobs of a watch before one of them, oldest first. Throws INVALID_INPUT if there is no such watch. */
  runsBefore(watch: string, job: string): string[];
  /** Throws INVALID_INPUT if there is no such watch. */
  remove(ref: string): void;
  /**
   * Repeats the search as a job at the usual cost, and returns the papers that no earlier run found. An open run is
   * resumed instead: one that has not ended, whose end was not reported, or that started concurrently. Without a
   * reference, runs all watches in turn.
   */
  run(ref: string | undefined, call: RunOptions): AsyncGenerator<WatchRun>;
  /** Confirms that the end of a run has been reported: the next run is a new job. */
  markReported(run: WatchRun): void;
  /** The papers of all runs, latest first. */
  newPapers(ref: string | undefined): NewPaper[];
};

type Deps = { store: JobStore & WatchStore; jobs: Pick<Jobs, 'rerun'> };

export function createWatches({ store, jobs: searches }: Deps): Watches {
  const counted = new Map<string, number>();
  const watchesFor = (ref: string | undefined): Watch[] => {
    const all = store.watches();
    return ref === undefined ? all : all.filter(({ number }) => number === findNumber(all, ref));
  };

  return {
    add(ref) {
      const job = mustFindJob(store, ref);
      if (!job.request) throw invalidInput([invalidField('ref', { kind: 'no-search', ref: jobRef(job.number) })]);
      return toView(store, store.addWatch(job.number));
    },
    list: () => store.watches().map((watch) => toView(store, watch)),
    listNews: () => store.watches().map((watch) => ({ ...toView(store, watch), news: countNews(watch) })),
    runsBefore(ref, job) {
      const [{ jobs = [] } = {}] = watchesFor(ref);
      const refs = jobs.map(jobRef);
      return refs.slice(0, Math.max(refs.indexOf(job), 0));
    },
    remove(ref) {
      store.removeWatch(findNumber(store.watches(), ref));
    },
    async *run(ref, call) {
      // The state of all watches now: a run that starts later started concurrently.
      const known = watchesFor(ref);
      for (const watch of known) {
        call.signal.throwIfAborted();
        yield await runOne(watch, call);
      }
    },
    markReported(run) {
      const hasEnded = 'answer' in run ? run.answer.page !== undefined : run.error.code === 'JOB_FAILED';
      if (!hasEnded || run.lastRun === null) return;
      store.markRunReported(
        mustFindJob(store, run.lastRun).number,
        watchSeries(findNumber(store.watches(), run.watch)),
      );
    },
    newPapers: (ref) =>
      watchesFor(ref)
        .flatMap((watch) => listNewPapers(store, watch))
        .sort((a, b) => b.at.localeCompare(a.at)),
  };

  function countNews({ jobs }: Watch): WatchNews | undefined {
    const at = jobs.findLastIndex((job, index) => index > 0 && (store.byNumber(job)?.papers ?? null) !== null);
    const [run, before] = [store.byNumber(jobs[at] ?? 0), store.byNumber(jobs[at - 1] ?? 0)];
    if (!run || !before) return undefined;
    // The papers of finished runs do not change any more, and every page needs this.
    const key = jobs.slice(0, at + 1).join(' ');
    const papers = counted.get(key) ?? papersOfRun(store, jobs, at).length;
    counted.set(key, papers);
    return { job: jobRef(run.number), papers, since: before.createdAt };
  }

  async function runOne(watch: Watch, call: RunOptions): Promise<WatchRun> {
    const [first = 0] = watch.jobs;
    const refs = watch.jobs.map(jobRef);
    const page = { where: { notIn: refs.slice(1) }, limitSize: false, count: 1_000 };
    let run: number | undefined;
    const options = {
      ...call,
      series: watchSeries(watch.number),
      after: refs.length > 1 ? (watch.jobs.at(-1) ?? 0) : 0,
      reportsLater: true,
      onJob: (job: number) => {
        run = job;
      },
    };
    const seen = () =>
      toView(store, run === undefined || watch.jobs.includes(run) ? watch : { ...watch, jobs: [...watch.jobs, run] });
    try {
      const answer = await searches.rerun(jobRef(first), page, options);
      return { ...seen(), answer };
    } catch (error) {
      if (!(error instanceof PaperqueueError)) throw error;
      return { ...seen(), error: error.details };
    }
  }
}

function findNumber(watches: readonly Watch[], ref: string): number {
  const [, digits] = /^W?([1-9]\d{0,8})$/i.exec(ref.trim()) ?? [];
  const watch = watches.find(({ number }) => number === Number(digits));
  if (watch) return watch.number;
  throw invalidInput([invalidField('watch', { kind: 'no-watch', given: shown(ref) })]);
}

function toView(store: JobStore, { number, jobs, createdAt }: Watch): WatchView {
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

function listNewPapers(store: JobStore, { number, jobs }: Watch): NewPaper[] {
  return jobs.slice(1).flatMap((job, index) => {
    const { finishedAt, createdAt = '' } = store.byNumber(job) ?? {};
    const at = finishedAt ?? createdAt;
    return papersOfRun(store, jobs, index + 1).map((paper) => ({ ...paper, watch: `W${number}`, at }));
  });
}

/** The papers of one job of a watch that no earlier job had. */
function papersOfRun(store: JobStore, jobs: readonly number[], at: number): SelectedPaper[] {
  const record = store.byNumber(jobs[at] ?? 0);
  if (!record || record.papers === null) return [];
  return selectPapers(store, [record], { where: { notIn: jobs.slice(0, at).map(jobRef) } }).papers;
}
