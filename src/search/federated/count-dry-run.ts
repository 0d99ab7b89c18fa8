import type { DryRun, SourceTrial } from '../../jobs/ports/dry-run.ts';
import type { Library } from '../../library/library.ts';
import { parseQuery, partsOfStrategy, type Query, queryOfStrategy } from '../../papers/query/query.ts';
import { printStrategy } from '../../papers/strategy/strategy-tree.ts';
import type { Note } from '../../wording/notes.ts';
import { countResults } from '../sources/count-results.ts';
import { knownFailure } from '../sources/known-failure.ts';
import { type RunnerContext, recordedAddress, type SourceWithSettings, translateFor } from '../sources/runner.ts';
import type { SourceSearch } from '../sources/source.ts';
import type { CollectionCounts } from './collection-search.ts';
import { namedCounts, tryLibrary, withNotes, wordsNote } from './counting/try-library.ts';
import { isStarterOnly, wordStatistics } from './library-search.ts';
import type { LiveSources } from './live-sources.ts';
import { sourceSearch } from './query-sources.ts';

type Parts = { library: () => Promise<Library>; live: () => Promise<LiveSources>; withLibrary: boolean };
type Asking = Parameters<DryRun>[1];

/** Maximum lines of a strategy sent to a live source, one request each. */
const MAX_COUNTED_LINES = 10;

/**
 * Previews a search in the library, the collection and the live sources: how each would be queried, and how many
 * results it has.
 */
export function createDryRun({ library, live, withLibrary }: Parts): DryRun {
  return async (request, asking) => {
    const catalogue = await library();
    await catalogue.catchUp(asking.signal);
    const query = parseQuery(request);
    const search = sourceSearch(query, () => wordStatistics(catalogue));
    const sources = await live();
    const others = Promise.all([
      tryCollection(sources, query, asking),
      sources.use(asking, (each, context) => Promise.all(each.map((source) => trySource(source, search, context)))),
    ]);
    // As in the search, the starter catalogue counts only if no source has answered.
    const answered = async () => (await others).flat().some((trial) => trial?.hits !== undefined);
    const tryStored = async () => {
      const withStarter = isStarterOnly(catalogue) && !(await answered());
      return tryLibrary(catalogue, query, { ...asking, withStarter });
    };
    const trials = await Promise.all([withLibrary ? tryStored() : undefined, others]);
    return { sources: trials.flat(2).filter((trial) => trial !== undefined), notes: [] };
  };
}

async function tryCollection(sources: LiveSources, query: Query, { signal }: Asking): Promise<SourceTrial | undefined> {
  const counts = await sources.countInCollection?.(query, signal);
  return counts && collectionTrial(counts);
}

function collectionTrial({ hits, keywords, changes, failure, detail }: CollectionCounts): SourceTrial {
  const why = failure && knownFailure(failure, { detail });
  const trial: Note[] = why || changes.length > 0 ? [{ kind: 'trial', changes, why }] : [];
  const notes = [...(keywords ? wordsNote(hits ?? 0, keywords) : []), ...trial];
  return { source: 'collection', hits, keywords, ...withNotes(notes) };
}

/**
 * Also queries each keyword, or each concept and line of a strategy, alone. The source's rate limit may leave no time
 * for all.
 */
async function trySource(
  sourceWithSettings: SourceWithSettings,
  search: SourceSearch,
  context: RunnerContext,
): Promise<SourceTrial> {
  const { source } = sourceWithSettings;
  const keywords = search.keywords.length > 1 ? search.keywords.map((keyword) => onlyKeyword(search, keyword)) : [];
  const { lines, concepts } = partsOfStrategy(search);
  const countedLines = lines.slice(0, MAX_COUNTED_LINES);
  const alone = search.strategy
    ? [...concepts, ...countedLines].map(({ node }) => ({ ...search, ...queryOfStrategy(node) }))
    : keywords;
  const questions = [search, ...alone];
  // Equal lines or concepts share one request.
  const distinct = [...new Map(questions.map((each) => [keyOf(each), each])).entries()];
  const { counts, translated, outcome } = await countResults(
    sourceWithSettings,
    distinct.map(([, each]) => each),
    context,
  );
  const byKey = new Map(distinct.map(([key], index) => [key, counts[index]]));
  const [hits, ...each] = questions.map((one) => byKey.get(keyOf(one)));
  const names = search.strategy ? concepts : search.keywords.map(({ text }) => ({ name: text }));
  const { failure } = outcome;
  const query = failure === 'skipped' && hits === undefined ? undefined : recordedAddress(sourceWithSettings, search);
  const changes = failure === 'skipped' ? [] : (translateFor(source, search)?.changes ?? []);
  const why = failure && knownFailure(failure, outcome);
  const uncounted = failure === undefined ? lines.length - countedLines.length : 0;
  const notes: Note[] = [
    ...(why !== undefined || changes.length > 0 ? [{ kind: 'trial', changes, why } as const] : []),
    ...(uncounted > 0 ? [{ kind: 'lines-not-asked', lines: uncounted } as const] : []),
  ];
  return {
    source: source.name,
    query,
    hits,
    translated,
    ...namedCounts('keywords', names, each),
    ...namedCounts('lines', countedLines, each.slice(names.length)),
    ...withNotes(notes),
  };
}

function onlyKeyword(search: SourceSearch, keyword: SourceSearch['keywords'][number]): SourceSearch {
  return { ...search, keywords: [keyword], terms: [] };
}

function keyOf({ keywords, terms, strategy }: SourceSearch): string {
  return strategy ? printStrategy(strategy.node) : JSON.stringify([keywords.map(({ text }) => text), terms]);
}
