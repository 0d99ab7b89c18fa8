import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Balances } from './contract/answers.ts';
import { freeFailure } from './contract/errors.ts';
import type { KnownFailure } from './contract/notes/source-outcomes.ts';
import type { PaperFinderParts } from './federated/finding/find-papers.ts';
import type { LiveSources } from './federated/live-sources.ts';
import type { Features } from './jobs/features.ts';
import type { AsreviewFiles } from './jobs/ports/asreview.ts';
import type { CollectionAdmin } from './jobs/ports/collection.ts';
import type { DryRun } from './jobs/ports/dry-run.ts';
import type { FullTexts } from './jobs/ports/full-text.ts';
import type { PaperFinder } from './jobs/ports/paper-finder.ts';
import type { Call } from './jobs/ports/reviews.ts';
import type { RecordedJobs } from './jobs/ports/store.ts';
import { whenStoreIsFree } from './jobs/ports/when-store-is-free.ts';
import type { Zotero } from './jobs/ports/zotero.ts';
import type { Watches } from './jobs/watches.ts';
import { onceAsync } from './lib/once.ts';
import type { Library } from './library/library.ts';
import type { Log } from './log.ts';
import type { Admin } from './service/admin.ts';
import type { SendReport } from './service/callbacks/send-report.ts';
import type { Copied } from './service/store/copy.ts';
import type { DatabaseState } from './service/store/postgres/state.ts';
import type { OpenedJobStore, StoreEvents } from './store/job-store.ts';
import { USER_AGENT } from './version.ts';
import type { ServedService, ServeSettings, WorkSettings } from './wiring/serve-service.ts';

/** The features, and what the commands of an operator need beside them. */
export type App = Features & {
  /** Ids of the papers of the library that have a word of the text, the best first. */
  rankLibrary(text: string, count: number): Promise<number[]>;
  /** Fetches Retraction Watch's table from its address. Throws UPSTREAM_UNAVAILABLE. */
  downloadRetractions(signal: AbortSignal): Promise<{ address: string; bytes: Uint8Array }>;
  /** The collection, for the person who runs it. Throws NOT_CONFIGURED without PAPERQUEUE_COLLECTION_URL. */
  collection(): Promise<CollectionAdmin>;
  asreviewFiles(): Promise<AsreviewFiles>;
  /** The secret of the data folder, as text. */
  folderKey(): Promise<string>;
  /** Texts of papers that were read or attached. */
  fullTexts(): Promise<FullTexts>;
  /** An address that reports of watched searches are sent to. Throws INVALID_INPUT for one that may not be called. */
  reportAddress(url: string): Promise<SendReport>;
  /** The service's current balances: an answer that only the right token gets. */
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /** Opens the job store: how many jobs it holds, and what it lacks. */
  recordedJobs(): Promise<RecordedJobs>;
  /** The user's Zotero, at zotero.org or on this machine. */
  zotero(): Promise<Zotero>;
  /** Asks the scraping service what is wrong with the scraper key; undefined when nothing is. */
  scraperKeyProblem(signal: AbortSignal): Promise<string | undefined>;
  /**
   * Requests one vector from the embedding endpoint: why it returns none; undefined if it does, or if there is none.
   */
  embeddingsProblem(signal: AbortSignal): Promise<KnownFailure | undefined>;
  /** Runs the service over HTTP; the returned `close` ends it in order. */
  serve(settings: ServeSettings): Promise<ServedService>;
  /** Runs jobs and callbacks of that service, in a process that answers no requests. */
  work(settings: WorkSettings): Promise<{ close(): Promise<void> }>;
  /** Copies what that service has in SQLite into PostgreSQL. */
  copyStore(): Promise<Copied>;
  /** The state of the database of PAPERQUEUE_DATABASE_URL; undefined if it is not set. Changes nothing. */
  databaseState(): Promise<DatabaseState | undefined>;
  /** The accounts of that service. */
  admin(): Promise<Admin>;
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
      Promise.all([import('./library/library.ts'), import('./wiring/threads/settle-ahead.ts')]),
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
    const { connectLiveSources } = await load(import('./federated/live-sources.ts'));
    return closing(connectLiveSources(config, log));
  });

  const fullTexts = lazyPart(async (): Promise<FullTexts> => {
    const { connectFullTexts } = await load(import('./wiring/connect-full-texts.ts'));
    return closing(connectFullTexts(config.dataDir, live, config.mode === 'embedded' ? library : undefined));
  });

  const connect = async (store: OpenedJobStore) => {
    if (config.mode === 'hosted') return (await import('./wiring/hosted.ts')).connectHosted(config, log, store);
    // First: the modules of the service take as long to load, and others are answered in between.
    const searched = { library: await library(), live: await live() };
    const { connectEmbedded } = await load(import('./wiring/connect-embedded.ts'));
    return connectEmbedded(config, log, searched);
  };

  const jobStore = lazyPart(async () => {
    const { openJobStore } = await load(import('./store/job-store.ts'));
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
    const [{ withRetractions }, store] = await load(Promise.all([import('./jobs/retractions.ts'), jobStore()]));
    await ownLibrary().catch(() => undefined);
    return withRetractions(store, () => opened);
  });

  const connected = lazyPart(async () => closing(await connect(await jobStore())));

  const connectedReviews = lazyPart(async () =>
    (await import('./wiring/connect-reviews.ts')).connectReviews(await markedStore(), await connected()),
  );
  const reviews = async (call: Call) => (await connectedReviews())(call);

  const asreviewFiles = async () => (await import('./store/asreview-files.ts')).createAsreviewFiles();
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
    const { openExportFolder } = await load(import('./store/export-folder.ts'));
    const { decisionsIn } = await load(import('./jobs/reviewing/paper-decisions.ts'));
    const { readInThreads } = await load(import('./wiring/threads/reading-threads.ts'));
    const { chooseReadings } = await load(import('./jobs/readings.ts'));
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
  const priced = async <T>(
    feature: T,
    makeFree: (free: typeof import('./jobs/free-of-charge.ts')) => (feature: T) => T,
  ) => {
    const free = await load(import('./jobs/free-of-charge.ts'));
    return free.isFree(config) ? makeFree(free)(feature) : feature;
  };

  const jobs = lazyPart(async () => {
    const { createJobs } = await load(import('./jobs/jobs.ts'));
    const { canEnrich } = await load(import('./federated/enrichment-sources.ts'));
    const dryRun = config.mode === 'embedded' ? lazyDryRun : undefined;
    const cannotEnrich = config.mode === 'embedded' && !canEnrich(config.sources);
    return priced(createJobs({ ...(await stored()), dryRun, cannotEnrich, inFlight }), ({ freeJobs }) => freeJobs);
  });

  const lookups = lazyPart(async () => {
    const { createLookups } = await load(import('./jobs/look-up/lookups.ts'));
    return priced(createLookups(await shared()), ({ freeLookups }) => freeLookups);
  });

  const citations = lazyPart(async () => {
    const { relatedWorks } = await load(import('./federated/related-works.ts'));
    const { createCitations } = await load(import('./jobs/citations/citations.ts'));
    const related = relatedWorks(config.sources, live, keepFound ? library : undefined, searchedLibrary, config.mode);
    const reviewSeeds = async (review: string, call: Call) =>
      (await import('./wiring/connect-reviews.ts')).seedsOf(await reviews(call), review);
    return priced(createCitations({ ...(await shared()), related, reviewSeeds }), ({ freeCitations }) => freeCitations);
  });

  const readTexts = lazyPart(async () => {
    const { createTexts } = await load(import('./jobs/full-text/texts.ts'));
    return createTexts({ ...(await shared()), lookups: await lookups(), reviews });
  });

  const exports = lazyPart(async () => {
    const { createExports } = await load(import('./jobs/exports.ts'));
    return createExports({ ...(await stored()), reviews, asreviewFiles });
  });

  const lazyDryRun: DryRun = async (...parameters) => {
    const { createDryRun } = await import('./federated/count-dry-run.ts');
    return createDryRun({ library, live, withLibrary: config.sources.includes('library') })(...parameters);
  };

  const lazyPaperFinder = (parts: PaperFinderParts): PaperFinder => ({
    find: async (...parameters) =>
      (await import('./federated/finding/find-papers.ts')).createPaperFinder(parts).find(...parameters),
  });
  const admin = lazyPart(async (): Promise<Admin> => {
    const { createAdmin, openAdmin } = await import('./service/admin.ts');
    if (!config.databaseUrl) return closing(openAdmin(config.dataDir, reportLoss('serve.sqlite')));
    const { openPostgresStore: open } = await import('./service/store/postgres/store.ts');
    return closing(createAdmin(await open(config.databaseUrl)));
  });

  const watches = async (): Promise<Watches> =>
    (await import('./jobs/watches.ts')).createWatches({ store: await markedStore(), jobs: await jobs() });
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
      const { openReportAddress } = await import('./service/callbacks/send-report.ts');
      return closing(openReportAddress(url)).send;
    },
    library,
    async rankLibrary(...wanted) {
      const { rankByWords } = await import('./federated/library-search.ts');
      const opened = await library();
      await opened.catchUp();
      return rankByWords(opened, ...wanted);
    },
    async downloadRetractions(signal) {
      const { downloadRetractions } = await import('./wiring/retractions/download.ts');
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
      const { openCollectionAdmin } = await import('./collection/collection-admin.ts');
      return closing(await openCollectionAdmin(config.collectionUrl));
    },
    admin,
    balances: async (signal) => (await connected()).service.balances(signal),
    async recordedJobs() {
      const store = await jobStore();
      return { total: store.list({ offset: 0, count: 0, status: undefined }).total, missing: store.missing?.() };
    },
    asreviewFiles,
    folderKey: async () => (await import('./store/folder-key.ts')).readFolderKey(config.dataDir),
    async zotero() {
      const { connectZotero } = await import('./zotero/zotero.ts');
      return connectZotero({ key: config.zoteroKey, base: config.sourceUrls.zotero, userAgent: USER_AGENT });
    },
    async scraperKeyProblem(signal) {
      const { connectScraping } = await import('./wiring/scraping.ts');
      const { scraperKeyProblem } = await import('./service/scraping/check-key.ts');
      return config.scraperKey && scraperKeyProblem(connectScraping(config), config.scraperKey, signal);
    },
    async embeddingsProblem(signal) {
      const { embeddingsProblem } = await import('./wiring/embeddings.ts');
      return embeddingsProblem(config, signal);
    },
    async serve(settings) {
      const { serveService } = await import('./wiring/serve-service.ts');
      return serveService(config, log, await library(), settings);
    },
    async work(settings) {
      const { workForService } = await import('./wiring/serve-service.ts');
      return workForService(config, log, await library(), settings);
    },
    async databaseState() {
      if (!config.databaseUrl) return undefined;
      const { databaseState } = await import('./service/store/postgres/state.ts');
      return databaseState(config.databaseUrl);
    },
    async copyStore() {
      const { copyServiceStore } = await import('./wiring/copy-store.ts');
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
