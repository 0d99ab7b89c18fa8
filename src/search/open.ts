import { freeFailure } from '../contract/errors.ts';
import type { DryRun } from '../jobs/ports/dry-run.ts';
import type { PaperFinder } from '../jobs/ports/paper-finder.ts';
import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { LiveSources } from './federated/live-sources.ts';

type SearchParts = { config: Config; log: Log; life: Lifetime; library: () => Promise<Library> };

/** The dependencies of searches, look-ups and citations, each opened on first use. */
export function openSearchFeatures({ config, log, life, library }: SearchParts) {
  const withLibrary = config.sources.includes('library');
  const keepFound = config.mode === 'embedded' && config.keepFound;

  const live = lazyPart(async (): Promise<LiveSources> => {
    const { connectLiveSources } = await load(import('./federated/live-sources.ts'));
    return life.closing(connectLiveSources(config, log));
  });

  const collection = lazyPart(async () => {
    if (!config.collectionUrl) return undefined;
    const { configuredCollection } = await load(import('./federated/live-sources.ts'));
    const configured = configuredCollection(config);
    return configured && life.closing(configured).open();
  });

  const finder: PaperFinder = {
    async find(...parameters) {
      const { createPaperFinder } = await import('./federated/finding/find-papers.ts');
      return createPaperFinder({ library, live, withLibrary, keepFound }).find(...parameters);
    },
  };

  const dryRun: DryRun = async (...parameters) => {
    const { createDryRun } = await import('./federated/count-dry-run.ts');
    return createDryRun({ library, live, withLibrary })(...parameters);
  };

  return {
    live,
    finder,
    /** Absent if the service searches by itself and does not report how. */
    dryRun: config.mode === 'embedded' ? dryRun : undefined,
    /** Whether no source could fill missing fields of papers. A hosted service uses its own sources. */
    async cannotEnrich() {
      const { canEnrich } = await load(import('./federated/enrichment-sources.ts'));
      return config.mode === 'embedded' && !canEnrich(config.sources);
    },
    async relatedWorks() {
      const { relatedWorks } = await load(import('./federated/related-works.ts'));
      const kept = keepFound ? library : undefined;
      return relatedWorks(config.sources, live, kept, withLibrary ? library : undefined, config.mode);
    },
    /** The stored papers whose abstracts fit a text best. */
    async storedAbstracts(text: string, count: number, call: { signal: AbortSignal }) {
      const { storedAbstracts } = await import('./federated/finding/stored-abstracts.ts');
      const stores = { library: withLibrary ? await library() : undefined, collection: await collection() };
      return storedAbstracts(stores, text, count, call);
    },
    async rankLibrary(text: string, count: number) {
      const { rankInLibrary } = await import('./federated/finding/papers-of-author.ts');
      return rankInLibrary(await library(), text, count);
    },
    async collection() {
      if (!config.collectionUrl)
        throw freeFailure({
          code: 'NOT_CONFIGURED',
          problem: [{ kind: 'no-collection', setting: 'PAPERQUEUE_COLLECTION_URL' }],
          advice: [{ kind: 'set-collection', setting: 'PAPERQUEUE_COLLECTION_URL' }],
        });
      const { openCollectionAdmin } = await import('./collection/collection-admin.ts');
      return life.closing(await openCollectionAdmin(config.collectionUrl));
    },
  };
}
