import { join } from 'node:path';
import type { SourceName } from '../../contract/source-names.ts';
import { onceAsync } from '../../lib/once.ts';
import type { Query } from '../../papers/query/query.ts';
import { type Config, listSecrets } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { USER_AGENT } from '../../platform/version.ts';
import type { CollectionAnswer } from '../collection/admin-port.ts';
import { SOURCES } from '../sources/all-sources.ts';
import type { TermStats } from '../sources/key-phrases.ts';
import type { RunnerContext, SourceWithSettings } from '../sources/runner.ts';
import type { Connectivity } from '../sources/transport/connectivity.ts';
import type { SourceStore } from '../sources/transport/source-store.ts';
import type { CollectionCounts, CollectionOutcome } from './collection-search.ts';
import { querySources, type SourcesOutcome } from './query-sources.ts';

/** The configured live sources, and the collection. Nothing is opened before the first search. */
export type LiveSources = {
  readonly names: readonly SourceName[];
  search(query: Query, statistics: () => TermStats, asking: Asking): Promise<SourcesOutcome>;
  /** Counts the collection's papers for a search, without searching it; absent without a collection. */
  countInCollection?(query: Query, signal: AbortSignal): Promise<CollectionCounts>;
  /** Runs `work` with the sources and their request context, for other kinds of requests. */
  use<T>(
    asking: Asking,
    work: (sources: readonly SourceWithSettings[], context: RunnerContext) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
};

/** `network` is the job's connectivity, which the requests update. */
type Asking = { signal: AbortSignal; budgetMs?: number; network?: Connectivity } & Pick<RunnerContext, 'onOutcome'>;

/**
 * `log` receives bugs in our code that cost one source's results, `onCollection` the outcome of its searches. `share`
 * lets several machines share the sources' store.
 */
export function connectLiveSources(
  config: Config,
  log?: Pick<Log, 'error'>,
  onCollection?: (answer: CollectionAnswer) => void,
  share?: (local: SourceStore) => SourceStore,
): LiveSources {
  const { contactEmail, sourceUrls, sourceKeys } = config;
  const configured = SOURCES.filter(({ name }) => config.sources.includes(name)).map((source) => ({
    source,
    settings: { baseUrl: sourceUrls[source.name], key: sourceKeys[source.name], contactEmail },
  }));
  let opened: ReturnType<typeof openContext> | undefined;
  const collection = searchableCollection(config, onCollection);
  const createContext = async (asking: Asking): Promise<RunnerContext> => {
    opened ??= openContext(config, log, share);
    return { ...(await opened).context, ...asking };
  };
  return {
    names: [...configured.map(({ source }) => source.name), ...(collection ? ['collection' as const] : [])],
    search: async (query, statistics, asking) => {
      if (configured.length === 0 && !collection) return NO_OUTCOME;
      const searched = collection && (() => collection.search(query, asking));
      return querySources(configured, query, statistics, await createContext(asking), searched);
    },
    ...(collection && { countInCollection: collection.count }),
    use: async (asking, work) => work(configured, await createContext(asking)),
    close: async () => {
      await collection?.close();
      await (await opened)?.close();
    },
  };
}

/** The collection, if it is one of the sources. Its modules are loaded when it is first opened. */
export function configuredCollection({ collectionUrl, sources }: Pick<Config, 'collectionUrl' | 'sources'>) {
  if (!collectionUrl || !sources.includes('collection')) return undefined;
  const opened = onceAsync(async () => (await import('../collection/opensearch.ts')).openCollection(collectionUrl));
  let isOpened = false;
  return {
    open: () => {
      isOpened = true;
      return opened();
    },
    close: async () => {
      if (isOpened) await (await opened()).close();
    },
  };
}

function searchableCollection(config: Config, onAnswer?: (answer: CollectionAnswer) => void) {
  const collection = configuredCollection(config);
  return (
    collection && {
      search: async (query: Query, { signal, onOutcome }: Asking): Promise<CollectionOutcome> => {
        const { searchCollection } = await import('./collection-search.ts');
        const startedAt = performance.now();
        const result = await searchCollection(await collection.open(), query, signal);
        const seconds = (performance.now() - startedAt) / 1_000;
        // An aborted search does not count for the engine's metrics.
        if (!signal.aborted) onAnswer?.({ outcome: result.outcome.failure ?? 'whole', seconds });
        onOutcome?.(result.outcome);
        return result;
      },
      count: async (query: Query, signal: AbortSignal) => {
        const { countInCollection } = await import('./collection-search.ts');
        return countInCollection(await collection.open(), query, signal);
      },
      close: collection.close,
    }
  );
}

const NO_OUTCOME: SourcesOutcome = { works: [], outcomes: [], lookUps: [] };

/** Loads the HTTP modules lazily, so that the program starts fast. */
async function openContext(
  config: Config,
  log: Pick<Log, 'error'> | undefined,
  share: (local: SourceStore) => SourceStore = (local) => local,
): Promise<{ context: RunnerContext; close(): Promise<void> }> {
  const { createSourceFetch } = await import('../sources/transport/source-fetch.ts');
  const { openSourceStore } = await import('../sources/transport/source-store.ts');
  const { fetch, close } = createSourceFetch();
  const store = share(openSourceStore(join(config.dataDir, 'sources.sqlite')));
  const onError: RunnerContext['onError'] = (source, error) =>
    log?.error('a source could not be read', { source, error });
  return {
    context: { fetch, secrets: listSecrets(config), store, userAgent: USER_AGENT, onError },
    close: async () => {
      await close();
      store.close();
    },
  };
}
