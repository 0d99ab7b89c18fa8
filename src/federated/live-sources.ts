import { join } from 'node:path';
import { type Config, secretsOf } from '../config.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { SourceName } from '../contract/source-names.ts';
import type { Log } from '../log.ts';
import type { Paper } from '../papers/paper.ts';
import type { TermStats } from '../sources/key-phrases.ts';
import { type LookUpResult, lookUpAll } from '../sources/look-up.ts';
import { SOURCES } from '../sources/registry.ts';
import type { RunnerContext, SourceWithSettings } from '../sources/runner.ts';
import type { PaperSource, Relation } from '../sources/source.ts';
import type { Connectivity } from '../sources/transport/connectivity.ts';
import { USER_AGENT } from '../version.ts';
import { type FoundJournals, findJournals, queryRelated, querySources, type SourcesOutcome } from './query-sources.ts';

/** The configured live sources. Opens nothing before the first search. */
export type LiveSources = {
  readonly names: readonly SourceName[];
  /** `network` is what the job knows of it; what is learned is added. */
  search(
    request: JobRequest,
    statistics: () => TermStats,
    signal: AbortSignal,
    network?: Connectivity,
  ): Promise<SourcesOutcome>;
  journals(issns: readonly string[], signal: AbortSignal, network?: Connectivity): Promise<FoundJournals>;
  related(record: Paper, relation: Relation, count: number, asking: Asking): Promise<SourcesOutcome>;
  /** Looks up works by DOI at one of `names`. Throws for a source that is not configured. */
  lookUp(name: SourceName, dois: readonly string[], asking: Asking): Promise<LookUpResult>;
  close(): Promise<void>;
};

type Asking = { signal: AbortSignal; budgetMs?: number; network?: Connectivity };

const NOBODY_ASKED: SourcesOutcome = { works: [], outcomes: [], lookUps: [] };

/** `log` gets defects in our code that cost the results of one source. */
export function connectLiveSources(config: Config, log?: Pick<Log, 'error'>): LiveSources {
  const asked = SOURCES.filter(({ name }) => config.sources.includes(name)).map((source) => askedAs(source, config));
  let opened: ReturnType<typeof openContext> | undefined;
  const open = async () => {
    opened ??= openContext(config, log);
    return (await opened).context;
  };
  return {
    names: asked.map(({ source }) => source.name),
    search: async (request, statistics, signal, network) =>
      asked.length === 0
        ? NOBODY_ASKED
        : querySources(asked, request, statistics, { ...(await open()), signal, ...(network && { network }) }),
    journals: async (issns, signal, network) =>
      asked.length === 0
        ? { journals: [], lookUps: [] }
        : findJournals(asked, issns, { ...(await open()), signal, ...(network && { network }) }),
    related: async (record, relation, count, asking) =>
      asked.length === 0
        ? NOBODY_ASKED
        : queryRelated(asked, record, relation, count, { ...(await open()), ...asking }),
    lookUp: async (name, dois, asking) => {
      const source = asked.find((each) => each.source.name === name);
      if (!source) throw new Error(`${name} is not configured`);
      return lookUpAll(source, 'doi', dois, { ...(await open()), ...asking });
    },
    close: async () => (await opened)?.close(),
  };
}

/** Loads the HTTP modules lazily, which keeps the start of the program fast. */
async function openContext(
  config: Config,
  log: Pick<Log, 'error'> | undefined,
): Promise<{ context: RunnerContext; close(): Promise<void> }> {
  const { createSourceFetch } = await import('../sources/transport/source-fetch.ts');
  const { openSourceStore } = await import('../sources/transport/store.ts');
  const { fetch, close } = createSourceFetch();
  const store = openSourceStore(join(config.dataDir, 'sources.sqlite'));
  return {
    context: {
      fetch,
      secrets: secretsOf(config),
      store,
      userAgent: USER_AGENT,
      onError: (source, error) => log?.error('a source could not be read', { source, error }),
    },
    close: async () => {
      await close();
      store.close();
    },
  };
}

function askedAs(source: PaperSource, config: Config): SourceWithSettings {
  const { contactEmail, sourceUrls, sourceKeys } = config;
  const key = sourceKeys[source.name];
  const baseUrl = sourceUrls[source.name];
  return {
    source,
    settings: { ...(baseUrl && { baseUrl }), ...(key && { key }), ...(contactEmail && { contactEmail }) },
  };
}
