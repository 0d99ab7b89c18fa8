import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { SourceReport } from '../contract/answers.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Log } from '../log.ts';
import type { PaperRecord } from '../papers/record.ts';
import type { FoundWork } from '../search/federated.ts';
import type { Library } from '../search/library/library.ts';
import { type FoundJournals, findJournals, findRelatedLive, type LiveOutcome, searchLive } from '../search/live.ts';
import { failureInWords, outcomeInWords } from '../search/sources/failure-words.ts';
import type { WordStatistics } from '../search/sources/key-phrases.ts';
import { type LookedUp, lookUpAll } from '../search/sources/look-up.ts';
import { isRanked } from '../search/sources/merge-records.ts';
import type { PaperSource, Relation, SourceName } from '../search/sources/port.ts';
import { toKept } from '../search/sources/provenance.ts';
import { SOURCES } from '../search/sources/registry.ts';
import type { AskedSource, RunnerContext, SourceOutcome } from '../search/sources/runner.ts';
import type { Network } from '../search/sources/transport/company.ts';
import { USER_AGENT } from '../version.ts';

/** The live sources that are configured. Nothing is opened and nobody asked before the first search. */
export type LiveSources = {
  readonly names: readonly SourceName[];
  /** `network` is what the job knows of it; what is learned is added. */
  search(
    request: JobRequest,
    statistics: () => WordStatistics,
    signal: AbortSignal,
    network?: Network,
  ): Promise<LiveOutcome>;
  journals(issns: readonly string[], signal: AbortSignal, network?: Network): Promise<FoundJournals>;
  related(record: PaperRecord, relation: Relation, count: number, asking: Asking): Promise<LiveOutcome>;
  /** Facts of works by their DOIs, from one of `names`. */
  lookUp(name: SourceName, dois: readonly string[], asking: Asking): Promise<LookedUp>;
  close(): Promise<void>;
};

type Asking = { signal: AbortSignal; budgetMs?: number; network?: Network };

/** `log` is told of mistakes of ours that cost no more than a source. */
export function connectLiveSources(config: Config, log?: Pick<Log, 'error'>): LiveSources {
  const asked = SOURCES.filter(({ name }) => config.sources.includes(name)).map((source) => askedAs(source, config));
  let opened: ReturnType<typeof openContext> | undefined;
  const open = async () => {
    opened ??= openContext(config.dataDir, log);
    return (await opened).context;
  };
  return {
    names: asked.map(({ source }) => source.name),
    search: async (request, statistics, signal, network) =>
      asked.length === 0
        ? { works: [], outcomes: [], lookUps: [] }
        : searchLive(asked, request, statistics, { ...(await open()), signal, ...(network && { network }) }),
    journals: async (issns, signal, network) =>
      asked.length === 0
        ? { journals: [], lookUps: [] }
        : findJournals(asked, issns, { ...(await open()), signal, ...(network && { network }) }),
    related: async (record, relation, count, asking) =>
      asked.length === 0
        ? { works: [], outcomes: [], lookUps: [] }
        : findRelatedLive(asked, record, relation, count, { ...(await open()), ...asking }),
    lookUp: async (name, dois, asking) => {
      const source = asked.find((each) => each.source.name === name);
      if (!source) throw new Error(`${name} is not configured`);
      return lookUpAll(source, 'doi', dois, { ...(await open()), ...asking });
    },
    close: async () => (await opened)?.close(),
  };
}

/** What speaks HTTP is loaded by the first search that needs it. */
async function openContext(
  dataDir: string,
  log: Pick<Log, 'error'> | undefined,
): Promise<{ context: RunnerContext; close(): Promise<void> }> {
  const { createSourceFetch } = await import('../search/sources/transport/source-fetch.ts');
  const { openSourceStore } = await import('../search/sources/transport/store.ts');
  const { fetch, close } = createSourceFetch();
  const store = openSourceStore(join(dataDir, 'sources.sqlite'));
  return {
    context: {
      fetch,
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

function askedAs(source: PaperSource, config: Config): AskedSource {
  const { contactEmail, sourceUrls, openAlexKey, semanticScholarKey } = config;
  const key = { openalex: openAlexKey, semanticscholar: semanticScholarKey }[source.name as string];
  const baseUrl = sourceUrls[source.name];
  return {
    source,
    settings: { ...(baseUrl && { baseUrl }), ...(key && { key }), ...(contactEmail && { contactEmail }) },
  };
}

/** What came of asking each source, as data. */
export function reportsOf(outcomes: readonly SourceOutcome[]): SourceReport[] {
  return outcomes.map((outcome) => ({
    source: outcome.source,
    gave: outcome.records.length,
    ...(outcome.total !== undefined && { total: outcome.total }),
    ...(outcome.failure !== undefined && { failed: failureInWords(outcome.failure, outcome) }),
  }));
}

/** The same in one sentence for people. */
export function outcomesInWords(outcomes: readonly SourceOutcome[]): string {
  return `${outcomes.map((outcome) => outcomeInWords(titleOf(outcome.source), outcome)).join('; ')}.`;
}

/** What could not be looked up of works that others found, in sentences for people. */
export function lookUpFailures({ lookUps }: Pick<LiveOutcome, 'lookUps'>): string[] {
  return lookUps.flatMap(({ source, failure, ...rest }) =>
    failure === undefined
      ? []
      : [`Missing facts could not all be looked up: ${titleOf(source)} ${failureInWords(failure, rest)}.`],
  );
}

/** The source's name for people. */
export function titleOf(name: SourceName): string {
  return SOURCES.find((source) => source.name === name)?.title ?? name;
}

/**
 * Records with where and when each fact was learned: on the day of the oldest answer of its source, of the search where the source
 * found the work, else of the look-ups that completed it. These are kept for longer, and what is old must not pass for new.
 */
export function keptWorks({ works, outcomes, lookUps }: LiveOutcome, now: number = Date.now()): FoundWork[] {
  return works.map((work) => {
    const dayOf = (source: SourceName) => {
      const hasFound = work.found.some((one) => one.source === source && isRanked(one));
      const answered = (hasFound ? outcomes : lookUps).find((outcome) => outcome.source === source);
      // A clock that was put back must date nothing in the future.
      return new Date(Math.min(answered?.cachedAt ?? now, now)).toISOString().slice(0, 10);
    };
    return { record: toKept(work, dayOf), found: work.found };
  });
}

/** So many at a time: this process answers others, too, and none of them should notice. */
const KEPT_AT_ONCE = 50;

/** Papers that were found are there the next time without asking. That they could not be kept takes nothing from the search. */
export async function keep(library: Library, works: readonly FoundWork[]): Promise<string[]> {
  for (let at = 0; at < works.length; at += KEPT_AT_ONCE) {
    if (at > 0) await nextTurn();
    try {
      library.keepFound(works.slice(at, at + KEPT_AT_ONCE).map(({ record }) => record));
    } catch {
      const which = at > 0 ? 'Not all papers of the sources could' : 'The papers of the sources could not';
      return [`${which} be kept in the local library.`];
    }
  }
  return [];
}
