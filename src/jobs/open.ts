import { type Config, isFree } from '../platform/config.ts';
import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import { type Log, lossReporter } from '../platform/log.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { Note } from '../wording/notes.ts';
import type { DryRunView } from './dry-run.ts';
import type { Jobs } from './jobs.ts';
import type { JobsDeps } from './jobs-deps.ts';
import type { JobStore } from './ports/store.ts';
import type { WatchStore } from './ports/watches.ts';
import type { EstimateView } from './spending/estimate.ts';
import type { StoreEvents } from './store/job-store.ts';
import type { BesideJobs } from './with-library.ts';

type StoreParts = {
  config: Config;
  log: Log;
  life: Lifetime;
  library: () => Promise<() => BesideJobs | undefined>;
};

/** jobs.sqlite, opened on first use. */
export function openStoreFeatures({ config, log, life, library }: StoreParts) {
  const events: StoreEvents = {
    onLoss: lossReporter(log, 'jobs.sqlite'),
    onOlder: (older) => log.error('jobs.sqlite is older than what was paid: put its newest copy back', { ...older }),
    onKept: (number, outcome, error) =>
      log.error('the outcome of a creation could not be recorded yet: this process keeps it', {
        job: `J${number}`,
        ...outcome,
        error,
      }),
  };

  const jobStore = lazyPart(async () => {
    const { openJobStore } = await load(import('./store/job-store.ts'));
    const store = await whenStoreIsFree(() => openJobStore(config.dataDir, process.pid, undefined, events));
    life.onClose(async () => {
      for (const [number, outcome] of await store.close())
        log.error('the outcome of a creation could not be recorded: keep the id', { job: `J${number}`, ...outcome });
    });
    return store;
  });

  return {
    jobStore,
    /** The store, with the papers of the library, and known retractions marked on all papers. */
    markedStore: lazyPart(async () => {
      const [{ withLibrary }, store] = await load(Promise.all([import('./with-library.ts'), jobStore()]));
      return withLibrary(store, await library());
    }),
    async recordedJobs() {
      const store = await jobStore();
      return { total: store.list({ offset: 0, count: 0, status: undefined }).total, missing: store.missing?.() };
    },
    async folderKey() {
      const { readFolderKey } = await import('./store/folder-key.ts');
      return readFolderKey(config.dataDir);
    },
  };
}

/** Searches as jobs, and watched searches. */
export function openJobFeatures(config: Config, deps: () => Promise<JobsDeps & { store: JobStore & WatchStore }>) {
  const jobs = lazyPart(async () => {
    const { createJobs } = await load(import('./jobs.ts'));
    const made = createJobs(await deps());
    return isFree(config) ? freeJobs(made) : made;
  });
  return {
    jobs,
    async watches() {
      const { createWatches } = await import('./watches.ts');
      return createWatches({ store: (await deps()).store, jobs: await jobs() });
    },
  };
}

/** The same jobs without prices: the ledger counts credits that cost nothing. */
function freeJobs(jobs: Jobs): Jobs {
  return {
    ...jobs,
    search: async (...args) => uncharged(await jobs.search(...args)),
    rerun: async (...args) => uncharged(await jobs.rerun(...args)),
    getJob: async (...args) => uncharged(await jobs.getJob(...args)),
    dryRun: async (...args) => trialWithoutPrice(await jobs.dryRun(...args)),
    estimate: async (...args) => withoutPrice(await jobs.estimate(...args)),
    listJobs(request) {
      const list = jobs.listJobs(request);
      return { ...list, jobs: list.jobs.map((job) => ({ ...job, cost: 0, charged: 'no' })) };
    },
  };
}

function uncharged<T extends { credits?: EstimateView['credits'] }>(answer: T): T {
  return answer.credits ? { ...answer, credits: { ...answer.credits, cost: 0, charged: 'no' } } : answer;
}

/** Keeps only the note that says whether enrichment would help. */
function withoutPrice(estimate: EstimateView): EstimateView {
  const others = estimate.notes.filter(({ kind }) => kind === 'nothing-to-enrich');
  return { ...uncharged(estimate), notes: [{ kind: 'searches-are-free' }, ...others] };
}

/** What the estimate of a question in parts says of credits. */
const OF_CREDITS: readonly Note['kind'][] = ['spent-today', 'own-credits', 'no-limit', 'balance-unknown'];

function trialWithoutPrice({ balance: _, capLeft: __, parts, notes: all = [], ...trial }: DryRunView): DryRunView {
  const notes = all.filter(({ kind }) => !OF_CREDITS.includes(kind));
  return {
    ...trial,
    wouldCost: 0,
    ...(parts && { parts: parts.map((part) => ({ ...part, wouldCost: 0 })) }),
    ...(notes.length > 0 && { notes }),
  };
}
