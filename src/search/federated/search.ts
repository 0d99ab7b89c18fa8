import { setImmediate as nextTurn } from 'node:timers/promises';
import { BELOW_LIMIT, IN_LIBRARY, type SearchFlow, UNFIT } from '../../contract/answers.ts';
import type { SourceName } from '../../contract/source-names.ts';
import { DEFAULT_LIVE_SOURCES, findKeySetting, USUAL_SOURCES } from '../../contract/source-names.ts';
import {
  type PaperLookUp,
  type SearchEngine,
  SearchFailedError,
  type SearchOutcome,
} from '../../jobs/ports/search-engine.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Library } from '../../library/library.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_STEMS } from '../../papers/analysis/stop-words.ts';
import { usedFilters } from '../../papers/filters/filter-check.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readForeignLanguage } from '../../papers/query/foreign-language.ts';
import { parseQuery, type Query } from '../../papers/query/query.ts';
import { withReferencesAmong } from '../../papers/references/referenced-works.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import { toWire } from '../../papers/wire.ts';
import { type FoundWork, toFoundWorks } from '../../papers/works/found-work.ts';
import type { Config } from '../../platform/config.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { sourceTitle } from '../sources/registry.ts';
import type { SourceOutcome } from '../sources/runner.ts';
import { type Connectivity, trackConnectivity } from '../sources/transport/connectivity.ts';
import type { StoredHits } from './counting/library-count.ts';
import { wordStatistics } from './library-search.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import type { SourcesOutcome } from './query-sources.ts';
import { type RankedOutcome, rankAll, searchStoredPapers } from './rank-all.ts';
import {
  failureNotes,
  lookUpFailures,
  outcomeNotes,
  reportLibrary,
  reportProgress,
  reportSources,
  unknownNote,
} from './source-reports.ts';
import type { StrategyOutcome } from './strategy/filter.ts';

const MAX_PAPERS_BY_TITLE = 10;

export type EngineParts = {
  library: Library;
  live: LiveSources;
  enrich: Enrich;
  /** Compares the best papers with the query by meaning. Default: none; the ranking uses words alone. */
  embedder?: Embedder | undefined;
};

export function createEngine(config: Config, parts: EngineParts): SearchEngine {
  return async (request, context) => {
    const network = trackConnectivity();
    const { signal, onProgress } = context;
    const { names } = parts.live;
    const onOutcome = onProgress && names.length > 0 ? reportProgress(names, onProgress) : undefined;
    const found = await search(config, parts, parseQuery(request), {
      signal,
      network,
      ...omitUndefined({ onOutcome }),
    });
    const outcome = { ...found, papers: found.papers.map(toWire) };
    const isEnriching = request.body.enrich === true || context.scraperKey !== undefined;
    if (!isEnriching || outcome.papers.length === 0) return outcome;
    const { papers, notes } = await parts.enrich(outcome.papers, { ...context, network });
    return { ...outcome, papers, notes: [...outcome.notes, ...notes] };
  };
}

export type Enrich = (
  papers: SearchOutcome['papers'],
  context: Parameters<SearchEngine>[1] & { network?: Connectivity },
) => Promise<SearchOutcome>;

/** Shared by all requests of one job to sources. */
type Asking = { signal: AbortSignal; network: Connectivity; onOutcome?: (outcome: SourceOutcome) => void };

async function search(
  config: Config,
  { library, live, embedder }: EngineParts,
  query: Query,
  asking: Asking,
): Promise<Omit<SearchOutcome, 'papers'> & { papers: FoundPaper[] }> {
  await library.catchUp(asking.signal);
  const sourcesOutcome = await live.search(query, () => wordStatistics(library), asking);
  // Merging, joining, ranking and storing block the event loop, so other work runs between them.
  await nextTurn();
  const works = withSourceDates(sourcesOutcome);
  const hasLibrary = config.sources.includes('library');
  const isOffline = isUnanswered(sourcesOutcome);
  const answered = sourcesOutcome.outcomes.length > 0 && !isOffline;
  const { background } = sourcesOutcome;
  const state = { hasLibrary, answered, isOffline, exact: exactSources(sourcesOutcome), background };
  const { notes: rankingNotes, ...ranked } = await rankAll({ library, embedder }, works, query, state, asking.signal);
  const { unknown, unknownInLibrary, stored } = ranked;
  const papers = withReferencesAmong(ranked.papers);
  const notes: SearchNote[] = [
    ...failureNotes(sourcesOutcome.outcomes),
    ...(hasLibrary ? [libraryNote(library, answered), ...languageNote(library, query)] : []),
    ...outcomeNotes(sourcesOutcome.outcomes),
    ...lookUpFailures(sourcesOutcome.lookUps),
    ...unrankedNote(library, works, query),
    ...notAskedNote(config),
    ...rankingNotes,
    ...unknownNote(unknown),
    ...unknownNote(unknownInLibrary, 'library'),
    ...unknownNote(sourcesOutcome.unknownInCollection ?? {}, 'collection'),
    ...strategyNotes(sourcesOutcome.outcomes, ranked.strategy),
  ];
  const libraryReports = stored ? [reportLibrary(library, stored.gave, stored)] : [];
  const sources = [...libraryReports, ...reportSources(sourcesOutcome.outcomes)];
  // An empty result must not hide that all sources failed.
  if (papers.length === 0 && isOffline) throw new SearchFailedError({ notes, sources });
  const relax = papers.length === 0 && hasLibrary ? await whichFilterToRelax(library, query, state) : undefined;
  if (relax) notes.push(relax);
  // Every machine finds the collection's papers there, so they are not stored in the library.
  const kept = works.filter(({ findings }) => findings.some(({ source }) => source !== 'collection'));
  if (config.keepFound && kept.length > 0) {
    await nextTurn();
    notes.push(...(await persistResults(library, kept)));
  }
  return { papers, notes, sources, flow: searchFlow(sourcesOutcome, ranked) };
}

/** For a request about quartiles: how many journals of the found works are missing in the imported rankings. */
function unrankedNote(library: Library, works: readonly FoundWork[], { filters }: Query): SearchNote[] {
  if (filters.quartileRanking === undefined && !filters.sort?.startsWith('quartileRanking:')) return [];
  const unranked = works.map(({ record }) => record).filter((record) => !library.lookUpQuartile(record));
  const issns = new Set(unranked.flatMap(({ issns: numbers = [] }) => numbers.slice(0, 1)));
  return issns.size === 0 ? [] : [{ kind: 'journals-unranked', journals: issns.size }];
}

function isUnanswered({ outcomes }: SourcesOutcome): boolean {
  const sourcesOutcome = outcomes.filter(({ failure }) => failure !== 'skipped');
  return (
    sourcesOutcome.length > 0 &&
    sourcesOutcome.every(({ failure, records }) => failure !== undefined && records.length === 0)
  );
}

function libraryNote(library: Library, answered: boolean): SearchNote {
  const { papers: paperCount, starter } = library.size();
  if (paperCount > starter) return { kind: 'library-searched', papers: paperCount - starter };
  return answered ? { kind: 'library-empty' } : { kind: 'starter-only', papers: paperCount };
}

/** Words in fewer papers than one of so many may be in those few that are in another language. */
const PAPERS_PER_KNOWN = 5_000;
const MAX_SHARE_KNOWN = 0.5;

/** Says that the question is in another language than the library, if few of its words are known there. */
function languageNote(library: Library, { keywords, text }: Query): SearchNote[] {
  const all = [...keywords, ...(text ? [text] : [])];
  const { papers, papersWith } = wordStatistics(library);
  const isKnown = (word: string) => isCountedTerm(stem(word)) || papersWith(stem(word)) > papers / PAPERS_PER_KNOWN;
  const language = readForeignLanguage(all.map((each) => each.text).join(' '), isKnown);
  if (language === undefined) return [];
  const terms = [...new Set(all.flatMap(({ tokens }) => tokens.map(({ term }) => term)))].filter(
    (term) => !FUNCTION_STEMS.has(term),
  );
  const known = terms.filter((term) => papersWith(term) > papers / PAPERS_PER_KNOWN).length;
  return known <= terms.length * MAX_SHARE_KNOWN
    ? [{ kind: 'other-language', language, known, words: terms.length }]
    : [];
}

function notAskedNote({ sources }: Config): SearchNote[] {
  const absent = USUAL_SOURCES.filter((name) => !sources.includes(name));
  // If the sources setting excludes others too, a key alone would not add any.
  const areDefaultsAsked = DEFAULT_LIVE_SOURCES.every((name) => sources.includes(name));
  const settings = areDefaultsAsked ? absent.flatMap((name) => findKeySetting(name) ?? []) : [];
  return absent.length > 0 ? [{ kind: 'not-searched', titles: absent.map(sourceTitle), settings }] : [];
}

/** Looks up papers of the library. */
export function paperLookUp(library: Library): PaperLookUp {
  return {
    byTitle: (title) => library.findByTitle(title, MAX_PAPERS_BY_TITLE).map(toWire),
    byId: (id) => {
      const record = library.findByKey(id) ?? library.findByDoi(id);
      return record && toWire(record);
    },
  };
}

/** Counting stops here: more would not change the advice. */
const MAX_COUNTED_PAPERS = 100;

/** How many library papers the same search would return without each filter in turn. Undefined without filters. */
export async function whichFilterToRelax(
  library: Library,
  query: Query,
  state: Parameters<typeof searchStoredPapers>[2],
): Promise<SearchNote | undefined> {
  const without: Extract<SearchNote, { kind: 'no-match' }>['without'] = [];
  for (const filter of usedFilters(query.filters)) {
    const others = { ...query.filters, [filter]: undefined, sort: undefined };
    const { papers: found } = await searchStoredPapers(library, { ...query, filters: others }, state);
    const papers = Math.min(found.length, MAX_COUNTED_PAPERS);
    without.push({ filter, papers, isAtLeast: papers === MAX_COUNTED_PAPERS });
  }
  without.sort((a, b) => b.papers - a.papers);
  return without.length > 0 ? { kind: 'no-match', without } : undefined;
}

/**
 * What happened to the records that the sources and the library returned. Hits of the library and the collection that
 * ranked below the limit were not retrieved.
 */
function searchFlow(
  { outcomes, works, duplicates = {} }: SourcesOutcome,
  { papers, fromSources, strategy, stored = NOTHING_STORED }: Omit<RankedOutcome, 'notes'>,
): SearchFlow {
  const recordCount = outcomes.reduce((sum, { records }) => sum + records.length, 0);
  const unusable = outcomes.reduce((sum, { source, records }) => sum + toFoundWorks(source, records).unusable, 0);
  const byRule = Object.values(duplicates).reduce((sum, count) => sum + count, 0);
  const beyond = outcomes.reduce((sum, outcome) => sum + countBeyond(outcome), 0);
  const storedBelow = stored.hits + stored.alike - stored.inSources - stored.returned - stored.unfit;
  const leftOut = {
    'no title and no abstract': unusable,
    'strategy not met': strategy.unmet,
    'not known whether the strategy is met': strategy.unknown,
    'filters not met, or not known to be met': fromSources.works - fromSources.meetFilters,
    [UNFIT]: stored.unfit,
    [BELOW_LIMIT]: fromSources.meetFilters - fromSources.returned,
  };
  const merged = {
    ...duplicates,
    // Looked-up fields, such as a DOI, can show that two works are one.
    'facts looked up afterwards': recordCount - unusable - byRule - works.length,
    'facts of the local library': works.length - strategy.unmet - strategy.unknown - fromSources.works,
    [IN_LIBRARY]: stored.gave - stored.returned,
  };
  return {
    identified: recordCount + stored.gave + stored.unfit,
    duplicates: withoutZeros(merged),
    leftOut: withoutZeros(leftOut),
    returned: papers.length,
    notRetrieved: storedBelow + beyond,
  };
}

const NOTHING_STORED: StoredHits = {
  hits: 0,
  inSources: 0,
  gave: 0,
  returned: 0,
  unfit: 0,
  alike: 0,
  together: [],
};

/** Papers of the collection that contain a word of the search and ranked below those that it returned. */
function countBeyond({ source, total, records }: SourceOutcome): number {
  return source === 'collection' && total !== undefined ? Math.max(0, total - records.length) : 0;
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

/** Sources that only return papers that meet the strategy. Results of others are checked. */
function exactSources({ outcomes }: { outcomes: readonly SourceOutcome[] }): ReadonlySet<SourceName> {
  return new Set(outcomes.flatMap(({ source, translation }) => (translation?.isWider === false ? [source] : [])));
}

/** Notes on parts of the strategy that sources do not support, and on how many works it excluded. */
function strategyNotes(
  outcomes: readonly SourceOutcome[],
  { unmet, unknown }: Omit<StrategyOutcome, 'works'>,
): SearchNote[] {
  const changed = outcomes.flatMap(({ source, translation, failure }) =>
    translation === undefined || translation.changes.length === 0 || failure === 'skipped'
      ? []
      : [{ title: sourceTitle(source), changes: [...translation.changes] }],
  );
  return [
    ...(changed.length > 0 ? [{ kind: 'strategy-changed', sources: changed } as const] : []),
    ...(unmet + unknown > 0 ? [{ kind: 'strategy-left-out', unmet, unknown } as const] : []),
  ];
}
