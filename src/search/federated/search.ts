import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type PaperLookUp,
  type SearchEngine,
  SearchFailedError,
  type SearchOutcome,
} from '../../jobs/ports/search-engine.ts';
import type { Library } from '../../library/library.ts';
import { parseQuery, type Query } from '../../papers/query/query.ts';
import { withReferencesAmong } from '../../papers/references/referenced-works.ts';
import { toWire } from '../../papers/wire.ts';
import type { Config } from '../../platform/config.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { type Connectivity, trackConnectivity } from '../sources/transport/connectivity.ts';
import { wordStatistics } from './library-search.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import { rankAll } from './rank-all.ts';
import { searchFlow } from './search-flow.ts';
import {
  languageNote,
  libraryNote,
  notAskedNote,
  strategyNotes,
  unrankedNote,
  whichFilterToRelax,
} from './search-notes.ts';
import {
  exactSources,
  failureNotes,
  isUnanswered,
  lookUpFailures,
  outcomeNotes,
  reportLibrary,
  reportProgress,
  reportSources,
  unknownNote,
} from './source-reports.ts';

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
    const found = await search(config, parts, parseQuery(request), { signal, network, onOutcome });
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

async function search(
  config: Config,
  { library, live, embedder }: EngineParts,
  query: Query,
  asking: Parameters<LiveSources['search']>[2],
) {
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
