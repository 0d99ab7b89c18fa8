import './all-sentences.ts';
import { openDrafts, openPassages, openTables } from '../evidence/open.ts';
import type { Features, OperatorFeatures } from '../jobs/features.ts';
import { openJobFeatures, openStoreFeatures } from '../jobs/open.ts';
import { openLibraryFeatures } from '../library/open.ts';
import type { Config } from '../platform/config.ts';
import { createLifetime, lazyPart, load } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { openFullTexts, openTexts } from '../reading/open.ts';
import { openExports, openReadings } from '../report/open.ts';
import { openSearchFeatures } from '../search/open.ts';
import { openCitations, openLookups } from '../search/open-free-jobs.ts';
import { openConnection } from './open-connection.ts';
import { openOperations } from './open-operations.ts';
import { openReviewFeatures } from './open-reviews.ts';

/** The features, each opened on first use, and `stop`, which ends them. */
export type App = Features &
  OperatorFeatures & {
    /** Gives creations that are on the wire a moment to be recorded, then closes everything. */
    stop(): Promise<void>;
  };

/** How long a stopping process waits for creations in flight. Hosts kill a server that lingers. */
const STOP_MS = 700;

/** Connects the features as configured. Modules are loaded on first use, for a quick start. */
export function compose(config: Config, log: Log): App {
  const life = createLifetime(log);
  const inFlight = new Set<Promise<unknown>>();
  const { ownLibrary, openedLibrary, libraryBesideJobs, ...libraryFeatures } = openLibraryFeatures({
    config,
    log,
    life,
  });
  const { library } = libraryFeatures;
  const { live, finder, dryRun, cannotEnrich, relatedWorks, storedAbstracts, ...searchFeatures } = openSearchFeatures({
    config,
    log,
    life,
    library,
  });
  const { jobStore, markedStore, ...storeFeatures } = openStoreFeatures({
    config,
    log,
    life,
    library: libraryBesideJobs,
  });
  const fullTexts = openFullTexts({ config, life, live, library });

  const connected = openConnection(config, log, life, { jobStore, library, live });
  const { reviews, reviewSeeds, asreviewFiles, decisionsOf } = openReviewFeatures(markedStore, connected);
  /** The dependencies of every feature that creates or reads jobs. */
  const shared = lazyPart(async () => ({
    ...(await connected()),
    store: await markedStore(),
    mode: config.mode,
    scraperKey: config.scraperKey,
    reuseMinutes: config.reuseMinutes,
    dailyCreditCap: config.dailyCreditCap,
    defaultWaitSeconds: config.waitSeconds,
    finder,
    fullTexts: config.fullText ? fullTexts : undefined,
    ownLibrary: library,
  }));

  /** The dependencies of every feature that selects or exports stored papers. */
  const stored = lazyPart(async () => {
    const { readInThreads } = await load(import('./threads/reading-threads.ts'));
    const parts = await shared();
    return openReadings(config.dataDir, {
      ...parts,
      serviceAddress: config.baseUrl,
      identifiedRecords: () => openedLibrary()?.identifiedRecords(),
      retractionTable: () => openedLibrary()?.retractionTable(),
      decisions: await decisionsOf(await jobStore(), parts.lab),
      ownPapers: {
        library: ownLibrary,
        isMarked: config.mode === 'hosted' || config.sources.some((name) => name !== 'library'),
      },
      readingThread: life.closing(readInThreads(config, parts.account)),
    });
  });

  const lookups = openLookups(shared);
  const citations = openCitations(async () => ({
    ...(await shared()),
    related: await relatedWorks(),
    reviewSeeds,
  }));
  const passages = openPassages(life, async () => ({
    ...(await shared()),
    dataDir: config.dataDir,
    reviewSeeds,
    abstracts: storedAbstracts,
  }));
  const texts = openTexts(async () => ({ ...(await shared()), lookups: await lookups(), passages, reviews }));

  const evidence = openTables(async () => ({
    dataDir: config.dataDir,
    store: await jobStore(),
    fullTexts,
    passages,
  }));
  const tablesOver = async (refs: readonly string[]) => (await evidence()).drawOver(refs);

  return {
    ...openJobFeatures(config, async () => ({
      ...(await stored()),
      dryRun,
      cannotEnrich: await cannotEnrich(),
      inFlight,
    })),
    lookups,
    citations,
    passages,
    evidence,
    texts,
    drafts: openDrafts(life, async () => ({ store: await markedStore(), features: { lookups, texts, passages } })),
    exports: openExports(async () => ({ ...(await stored()), reviews, asreviewFiles, tablesOver })),
    reviews,
    asreviewFiles,
    fullTexts,
    ...libraryFeatures,
    ...searchFeatures,
    ...storeFeatures,
    ...openOperations({ config, log, life, library }),
    balances: async (signal) => (await connected()).service.balances(signal),
    async stop() {
      const waitLimit = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([Promise.allSettled([...inFlight]), waitLimit]);
      await life.close();
    },
  };
}
