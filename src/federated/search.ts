import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { STARTER_ONLY } from '../contract/note-kinds.ts';
import type { JobRequest } from '../contract/requests.ts';
import { DEFAULT_LIVE_SOURCES, keySettingOf, USUAL_SOURCES } from '../contract/source-names.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { PaperLookUp } from '../jobs/ports/search-engine.ts';
import { type SearchEngine, SearchFailedError, type SearchOutcome } from '../jobs/ports/search-engine.ts';
import { whenStoreIsFree } from '../jobs/ports/when-store-is-free.ts';
import { counted } from '../lib/counted.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { Library } from '../library/library.ts';
import type { Paper } from '../papers/paper.ts';
import { withReferencesAmong } from '../papers/references/referenced-works.ts';
import { toWire } from '../papers/wire.ts';
import { titleOf } from '../sources/registry.ts';
import type { SourceOutcome } from '../sources/runner.ts';
import { type Connectivity, trackConnectivity } from '../sources/transport/connectivity.ts';
import type { FoundWork } from '../works/found-work.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import type { SourcesOutcome } from './query-sources.ts';
import { rankAll } from './rank-all.ts';
import type { FederatedOutcome } from './rank-and-fuse.ts';
import { whichFilterToRelax } from './relax.ts';
import { searchFlow } from './search-flow.ts';
import { failuresInWords, lookUpFailures, outcomesInWords, reportProgress, reportsOf } from './source-reports.ts';
import { exactSources, strategyNotes } from './strategy/notes.ts';
import { wordStatistics } from './word-statistics.ts';

const MAX_PAPERS_BY_TITLE = 10;

export type EngineParts = {
  library: Library;
  live: LiveSources;
  enrich: Enrich;
  /** Compares the best papers with the question in meaning. Default: none; ranking is by words alone. */
  embedder?: Embedder | undefined;
};

export function createEngine(config: Config, parts: EngineParts): SearchEngine {
  return async (request, context) => {
    const network = trackConnectivity();
    const { signal, onProgress } = context;
    const { names } = parts.live;
    const onOutcome = onProgress && names.length > 0 ? reportProgress(names, onProgress) : undefined;
    const outcome = await search(config, parts, request, { signal, network, ...omitUndefined({ onOutcome }) });
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
  request: JobRequest,
  asking: Asking,
): Promise<SearchOutcome> {
  const sourcesOutcome = await live.search(request, () => wordStatistics(library), asking);
  // Merging, joining, ranking and storing block the event loop: other work runs between them.
  await nextTurn();
  const works = withSourceDates(sourcesOutcome);
  const hasLibrary = config.sources.includes('library');
  const journalNotes = await learnJournals(config, { library, live }, works, request, asking);
  const isOffline = hasNobodyAnswered(sourcesOutcome);
  const answered = sourcesOutcome.outcomes.length > 0 && !isOffline;
  const { background } = sourcesOutcome;
  const state = { hasLibrary, answered, isOffline, exact: exactSources(sourcesOutcome), background };
  const { notes: rankingNotes, ...ranked } = await rankAll({ library, embedder }, works, request, state, asking.signal);
  const { fromLibrary, unknown } = ranked;
  const papers = withReferencesAmong(ranked.papers);
  const notes = [
    ...failuresInWords(sourcesOutcome.outcomes),
    ...(hasLibrary ? [libraryNote(library, answered)] : []),
    ...outcomesInWords(sourcesOutcome.outcomes),
    ...new Set([...lookUpFailures(sourcesOutcome), ...journalNotes]),
    ...notAskedNote(config),
    ...rankingNotes,
    ...unknownNote(unknown),
    ...strategyNotes(sourcesOutcome.outcomes, ranked.strategy),
  ];
  const sources = [
    ...(hasLibrary ? [{ source: 'library', title: libraryTitle(library), gave: fromLibrary }] : []),
    ...reportsOf(sourcesOutcome.outcomes),
  ];
  // An empty result must not hide that all sources failed.
  if (papers.length === 0 && isOffline) throw new SearchFailedError({ notes, sources });
  const relax = papers.length === 0 && hasLibrary ? whichFilterToRelax(library, request) : undefined;
  if (relax) notes.push(relax);
  // What only the collection has, every machine finds there.
  const kept = works.filter(({ findings }) => findings.some(({ source }) => source !== 'collection'));
  if (config.keepFound && kept.length > 0) {
    await nextTurn();
    notes.push(...(await persistResults(library, kept)));
  }
  return { papers, notes, sources, flow: searchFlow(sourcesOutcome, ranked) };
}

/**
 * For a request that looks at quartiles, computes those that the user's rankings lack from OpenAlex's statistics, if
 * configured: which quartiles come out depends on the journals that earlier searches met.
 */
async function learnJournals(
  { computedQuartiles }: Config,
  { library, live }: Pick<EngineParts, 'library' | 'live'>,
  works: readonly FoundWork[],
  { filters }: JobRequest,
  asking: Asking,
): Promise<string[]> {
  if (filters.quartileRanking === undefined && !filters.sort?.startsWith('quartileRanking:')) return [];
  const unranked = works.map(({ record }) => record).filter((record) => !library.quartileOf(record));
  const issns = new Set(unranked.flatMap(({ issns: numbers = [] }) => numbers.slice(0, 1)));
  if (issns.size === 0) return [];
  if (!computedQuartiles) return [unrankedNote(issns.size)];
  const { journals, lookUps } = await live.journals([...issns], asking);
  const notes = lookUpFailures({ lookUps });
  try {
    const year = new Date().getUTCFullYear();
    if (journals.length > 0) await whenStoreIsFree(() => library.learnJournals(journals, year), asking);
    return notes;
  } catch {
    return [...notes, 'Quartiles of journals could not be computed, because the local library could not be written.'];
  }
}

function unrankedNote(journals: number): string {
  const which = journals === 1 ? 'one journal is' : `${journals} journals are`;
  return `Quartiles of ${which} not known: import the ranking of SCImago, or set PAPERQUEUE_COMPUTED_QUARTILES=on.`;
}

function hasNobodyAnswered({ outcomes }: SourcesOutcome): boolean {
  const sourcesOutcome = outcomes.filter(({ failure }) => failure !== 'skipped');
  return (
    sourcesOutcome.length > 0 &&
    sourcesOutcome.every(({ failure, records }) => failure !== undefined && records.length === 0)
  );
}

/** A library without papers of the user's is only the catalogue of the package. */
function libraryTitle(library: Library): string {
  const { papers, starter } = library.size();
  return papers > starter ? 'the local library' : 'the starter catalogue';
}

function libraryNote(library: Library, answered: boolean): string {
  const { papers: paperCount, starter } = library.size();
  if (paperCount > starter) return `Searched the local library (${counted(paperCount - starter, 'paper')}).`;
  if (answered) return 'The local library is empty; `paperqueue import FILE` adds your own papers.';
  return `${STARTER_ONLY}that comes with paperqueue was searched (${paperCount} papers); \`paperqueue import FILE\` adds your own.`;
}

function notAskedNote({ sources }: Config): string[] {
  const absent = USUAL_SOURCES.filter((name) => !sources.includes(name));
  // Where the setting of sources leaves out others, too, a key alone would add none.
  const areDefaultsAsked = DEFAULT_LIVE_SOURCES.every((name) => sources.includes(name));
  const keys = areDefaultsAsked ? absent.flatMap((name) => keySettingOf(name) ?? []) : [];
  const remedy = keys.length > 0 ? ` (set ${keys.join(', ')} to add it)` : '';
  return absent.length > 0 ? [`Not searched: ${absent.map(titleOf).join(', ')}${remedy}.`] : [];
}

function unknownNote(unknown: FederatedOutcome['unknown']): string[] {
  const counts = Object.entries(unknown).map(([name, count]) => `${name} ${count}`);
  return counts.length > 0 ? [`Works of the sources left out because a fact is not known: ${counts.join(', ')}.`] : [];
}

/** Looks up papers of the library. */
export function paperLookUp(library: Library): PaperLookUp {
  const forView = (record: Paper) => toWire(record, null);
  return {
    byTitle: (title) => library.findByTitle(title, MAX_PAPERS_BY_TITLE).map(forView),
    byId: (id) => {
      const record = library.findByKey(id) ?? library.findByDoi(id);
      return record && forView(record);
    },
  };
}
