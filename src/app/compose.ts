import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeFailure } from '../contract/errors.ts';
import type { Features, OperatorFeatures } from '../jobs/features.ts';
import type { DryRun } from '../jobs/ports/dry-run.ts';
import type { PaperFinder } from '../jobs/ports/paper-finder.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { OpenedJobStore, StoreEvents } from '../jobs/store/job-store.ts';
import type { Watches } from '../jobs/watches.ts';
import { onceAsync } from '../lib/once.ts';
import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { USER_AGENT } from '../platform/version.ts';
import type { FullTexts } from '../reading/full-text.ts';
import type { PaperFinderParts } from '../search/federated/finding/find-papers.ts';
import type { LiveSources } from '../search/federated/live-sources.ts';
import type { Admin } from '../service/admin.ts';

/** The features, each opened on first use, and their end. */
export type App = Features &
  OperatorFeatures & {
    /** Gives creations that are on the wire a moment to be recorded, then closes everything. */
    stop(): Promise<void>;
  };

/** How long a stopping process waits for creations in flight. Hosts kill a server that lingers. */
const STOP_MS = 700;

type Close = () => void | Promise<void>;

/** A part that is opened on first use: others are answered between the parts that a first call opens. */
const lazyPart = <T>(open: () => Promise<T>) =>
  onceAsync(async () => {
    await nextTurn();
    return open();
  });

/** Loads modules, and answers others before they are used: evaluating and opening are separate turns. */
const load = async <T>(modules: Promise<T>): Promise<T> => nextTurn(await modules);

/** Connects the parts as the configuration asks. Modules are loaded when they are first needed, for a quick start. */
export function compose(config: Config, log: Log): App {
  const closers: Close[] = [];
  const inFlight = new Set<Promise<unknown>>();
  const closing = <T extends { close: Close }>(opened: T): T => {
    closers.push(opened.close);
    return opened;
  };

  const reportLoss = (file: string) => (loss: object) =>
    log.error('a file was missing or empty and is made anew: restore a copy, or its content is lost', {
      file,
      ...loss,
    });

  /** Once the library is open, its retraction notices are added to every paper read. */
  let opened: Library | undefined;

  const library = lazyPart(async (): Promise<Library> => {
    const [{ createLibrary, openLibrary }, { settlingAhead }] = await load(
      Promise.all([import('../library/library.ts'), import('../library/settle-ahead.ts')]),
    );
    const onMergeError = (error: unknown) => log.error('the index of the library could not be merged', { error });
    await whenStoreIsFree(() => createLibrary(config.dataDir));
    const plain = await whenStoreIsFree(() => openLibrary(config.dataDir, onMergeError));
    opened = closing(settlingAhead(plain, config.dataDir));
    return opened;
  });

  /** In hosted mode a library is there only if the user has imported something. */
  const ownLibrary = async () =>
    config.mode === 'embedded' || existsSync(join(config.dataDir, 'library.sqlite')) ? library() : undefined;

  const live = lazyPart(async (): Promise<LiveSources> => {
    const { connectLiveSources } = await load(import('../search/federated/live-sources.ts'));
    return closing(connectLiveSources(config, log));
  });

  const fullTexts = lazyPart(async (): Promise<FullTexts> => {
    const { connectFullTexts } = await load(import('./connect-full-texts.ts'));
    return closing(connectFullTexts(config.dataDir, live, config.mode === 'embedded' ? library : undefined));
  });

  const connect = async (store: OpenedJobStore) => {
    if (config.mode === 'hosted') return (await import('./hosted.ts')).connectHosted(config, log, store);
    // First: the modules of the service take as long to load, and others are answered in between.
    const searched = { library: await library(), live: await live() };
    const { connectEmbedded } = await load(import('./connect-embedded.ts'));
    return connectEmbedded(config, log, searched);
  };

  const jobStore = lazyPart(async () => {
    const { openJobStore } = await load(import('../jobs/store/job-store.ts'));
    const events: StoreEvents = {
      onLoss: reportLoss('jobs.sqlite'),
      onOlder: (older) => log.error('jobs.sqlite is older than what was paid: put its newest copy back', { ...older }),
      onKept: (number, outcome, error) =>
        log.error('the outcome of a creation could not be recorded yet: this process keeps it', {
          job: `J${number}`,
          ...outcome,
          error,
        }),
    };
    const open = () => openJobStore(config.dataDir, process.pid, undefined, events);
    const store = await whenStoreIsFree(open);
    closers.push(async () => {
      for (const [number, outcome] of await store.close())
        log.error('the outcome of a creation could not be recorded: keep the id', { job: `J${number}`, ...outcome });
    });
    return store;
  });

  /** Without a library that can be opened the status of papers is what their records say. */
  const markedStore = lazyPart(async () => {
    const [{ withRetractions }, store] = await load(Promise.all([import('../jobs/retractions.ts'), jobStore()]));
    await ownLibrary().catch(() => undefined);
    return withRetractions(store, () => opened);
  });

  const connected = lazyPart(async () => closing(await connect(await jobStore())));

  const connectedReviews = lazyPart(async () =>
    (await import('./connect-reviews.ts')).connectReviews(await markedStore(), await connected()),
  );
  const reviews = async (call: Call) => (await connectedReviews())(call);

  const asreviewFiles = async () => (await import('../review/exchange/asreview-files.ts')).createAsreviewFiles();
  const searchedLibrary = config.sources.includes('library') ? library : undefined;
  const keepFound = config.mode === 'embedded' && config.keepFound;
  const texts = config.fullText ? fullTexts : undefined;

  /** What every feature that makes or reads jobs rests on. */
  const shared = lazyPart(async () => ({
    ...(await connected()),
    store: await markedStore(),
    mode: config.mode,
    scraperKey: config.scraperKey,
    reuseMinutes: config.reuseMinutes,
    dailyCreditCap: config.dailyCreditCap,
    defaultWaitSeconds: config.waitSeconds,
    finder: lazyPaperFinder({ library, live, withLibrary: searchedLibrary !== undefined, keepFound }),
    fullTexts: texts,
    ownLibrary: library,
  }));

  /** What selecting and exporting stored papers rests on. */
  const stored = lazyPart(async () => {
    const { openExportFolder } = await load(import('../report/exporting/export-folder.ts'));
    const { decisionsIn } = await load(import('../review/screening/paper-decisions.ts'));
    const { readInThreads } = await load(import('./threads/reading-threads.ts'));
    const { chooseReadings } = await load(import('../report/readings.ts'));
    const parts = await shared();
    const deps = {
      ...parts,
      exports: openExportFolder(config.dataDir),
      serviceAddress: config.baseUrl,
      identifiedRecords: () => opened?.identifiedRecords(),
      retractionTable: () => opened?.retractionTable(),
      decisions: decisionsIn(await jobStore(), parts.lab),
      ownPapers: {
        library: ownLibrary,
        isMarked: config.mode === 'hosted' || config.sources.some((name) => name !== 'library'),
      },
      readingThread: closing(readInThreads(config, parts.account)),
    };
    return { ...deps, ...chooseReadings(deps) };
  });

  /** Leaves out what things cost where nothing costs anything. */
  const priced = async <T>(feature: T, makeFree: (feature: T) => T) => {
    const { isFree } = await load(import('../jobs/free-of-charge.ts'));
    return isFree(config) ? makeFree(feature) : feature;
  };

  const jobs = lazyPart(async () => {
    const [{ createJobs }, { freeJobs }] = await load(
      Promise.all([import('../jobs/jobs.ts'), import('../jobs/free-of-charge.ts')]),
    );
    const { canEnrich } = await load(import('../search/federated/enrichment-sources.ts'));
    const dryRun = config.mode === 'embedded' ? lazyDryRun : undefined;
    const cannotEnrich = config.mode === 'embedded' && !canEnrich(config.sources);
    return priced(createJobs({ ...(await stored()), dryRun, cannotEnrich, inFlight }), freeJobs);
  });

  const lookups = lazyPart(async () => {
    const { createLookups, freeLookups } = await load(import('../search/look-up/lookups.ts'));
    return priced(createLookups(await shared()), freeLookups);
  });

  const citations = lazyPart(async () => {
    const { relatedWorks } = await load(import('../search/federated/related-works.ts'));
    const { createCitations, freeCitations } = await load(import('../search/citations/citations.ts'));
    const related = relatedWorks(config.sources, live, keepFound ? library : undefined, searchedLibrary, config.mode);
    const reviewSeeds = async (review: string, call: Call) =>
      (await import('./connect-reviews.ts')).seedsOf(await reviews(call), review);
    return priced(createCitations({ ...(await shared()), related, reviewSeeds }), freeCitations);
  });

  const readTexts = lazyPart(async () => {
    const { createTexts } = await load(import('../reading/texts.ts'));
    return createTexts({ ...(await shared()), lookups: await lookups(), reviews });
  });

  const exports = lazyPart(async () => {
    const { createExports } = await load(import('../report/exports.ts'));
    return createExports({ ...(await stored()), reviews, asreviewFiles });
  });

  const lazyDryRun: DryRun = async (...parameters) => {
    const { createDryRun } = await import('../search/federated/count-dry-run.ts');
    return createDryRun({ library, live, withLibrary: config.sources.includes('library') })(...parameters);
  };

  const lazyPaperFinder = (parts: PaperFinderParts): PaperFinder => ({
    find: async (...parameters) =>
      (await import('../search/federated/finding/find-papers.ts')).createPaperFinder(parts).find(...parameters),
  });
  const admin = lazyPart(async (): Promise<Admin> => {
    const { createAdmin, openAdmin } = await import('../service/admin.ts');
    if (!config.databaseUrl) return closing(openAdmin(config.dataDir, reportLoss('serve.sqlite')));
    const { openPostgresStore: open } = await import('../service/store/postgres/store.ts');
    return closing(createAdmin(await open(config.databaseUrl)));
  });

  const watches = async (): Promise<Watches> =>
    (await import('../jobs/watches.ts')).createWatches({ store: await markedStore(), jobs: await jobs() });
  return {
    jobs,
    lookups,
    texts: readTexts,
    citations,
    exports,
    fullTexts,
    watches,
    reviews,
    async reportAddress(url) {
      const { openReportAddress } = await import('../service/callbacks/send-report.ts');
      return closing(openReportAddress(url)).send;
    },
    library,
    async rankLibrary(...wanted) {
      const { rankByWords } = await import('../search/federated/library-search.ts');
      const opened = await library();
      await opened.catchUp();
      return rankByWords(opened, ...wanted);
    },
    async downloadRetractions(signal) {
      const { downloadRetractions } = await import('./retractions/download.ts');
      return {
        address: config.retractionsUrl,
        bytes: await downloadRetractions(config.retractionsUrl, USER_AGENT, signal),
      };
    },
    async collection() {
      if (!config.collectionUrl)
        throw freeFailure({
          code: 'NOT_CONFIGURED',
          problem: [{ kind: 'no-collection', setting: 'PAPERQUEUE_COLLECTION_URL' }],
          advice: [{ do: 'set-collection', setting: 'PAPERQUEUE_COLLECTION_URL' }],
        });
      const { openCollectionAdmin } = await import('../search/collection/collection-admin.ts');
      return closing(await openCollectionAdmin(config.collectionUrl));
    },
    admin,
    balances: async (signal) => (await connected()).service.balances(signal),
    async recordedJobs() {
      const store = await jobStore();
      return { total: store.list({ offset: 0, count: 0, status: undefined }).total, missing: store.missing?.() };
    },
    asreviewFiles,
    folderKey: async () => (await import('../jobs/store/folder-key.ts')).readFolderKey(config.dataDir),
    async zotero() {
      const { connectZotero } = await import('../library/zotero/zotero.ts');
      return connectZotero({ key: config.zoteroKey, base: config.sourceUrls.zotero, userAgent: USER_AGENT });
    },
    async scraperKeyProblem(signal) {
      const { connectScraping } = await import('./scraping.ts');
      const { scraperKeyProblem } = await import('../service/scraping/check-key.ts');
      return config.scraperKey && scraperKeyProblem(connectScraping(config), config.scraperKey, signal);
    },
    async embeddingsProblem(signal) {
      const { embeddingsProblem } = await import('./embeddings.ts');
      return embeddingsProblem(config, signal);
    },
    async serve(settings) {
      const { serveService } = await import('./serve-service.ts');
      return serveService(config, log, await library(), settings);
    },
    async work(settings) {
      const { workForService } = await import('./serve-service.ts');
      return workForService(config, log, await library(), settings);
    },
    async databaseState() {
      if (!config.databaseUrl) return undefined;
      const { databaseState } = await import('../service/store/postgres/state.ts');
      return databaseState(config.databaseUrl);
    },
    async copyStore() {
      const { copyServiceStore } = await import('./copy-store.ts');
      return copyServiceStore(config);
    },
    async stop() {
      const waitLimit = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([Promise.allSettled([...inFlight]), waitLimit]);
      // Last opened, first closed.
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          // The others are closed all the same, and what the command did stands.
          log.error('a part could not be closed', { error });
        }
      }
    },
  };
}
