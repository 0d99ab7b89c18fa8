import type { Filters } from '../contract/filters.ts';
import type { Note } from '../contract/notes.ts';
import type { IndexSnapshot } from '../engine/index/index-reader.ts';
import { compileFilters } from '../engine/rank/filters.ts';
import { readStatistics } from '../engine/rank/statistics.ts';
import { strategyCandidates } from '../engine/rank/strategy-candidates.ts';
import { weighQuery } from '../engine/rank/weighted-query.ts';
import type { DryRun, SourceTrial } from '../jobs/ports/dry-run.ts';
import { addTo } from '../lib/groups.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { Library } from '../library/library.ts';
import { parseQuery, partsOfStrategy, type Query, queryOfStrategy } from '../papers/query/query.ts';
import { matchQuery } from '../papers/relevance/match.ts';
import { readQueryTerms } from '../papers/relevance/query-terms.ts';
import { compileStrategy } from '../papers/strategy/predicate.ts';
import { printStrategy } from '../papers/strategy/print.ts';
import type { StrategyNode } from '../papers/strategy/tree.ts';
import { countResults } from '../sources/count-results.ts';
import { knownFailure } from '../sources/known-failure.ts';
import { type RunnerContext, recordedAddress, type SourceWithSettings, translateFor } from '../sources/runner.ts';
import type { SourceSearch } from '../sources/source.ts';
import type { CollectionCounts } from './collection-search.ts';
import { readCandidates } from './counting/read-candidates.ts';
import { countHits, matchAny } from './library-search.ts';
import type { LiveSources } from './live-sources.ts';
import { sourceSearch } from './query-sources.ts';
import { wordStatistics } from './word-statistics.ts';

type Parts = { library: () => Promise<Library>; live: () => Promise<LiveSources>; withLibrary: boolean };
type Asking = Parameters<DryRun>[1];

/** Maximum lines of a strategy sent to a live source, one request each. */
const MAX_LINES_ASKED = 10;

/**
 * Previews searches on the library, the collection and the live sources: how each would be asked, and how many results
 * it has.
 */
export function createDryRun({ library, live, withLibrary }: Parts): DryRun {
  return async (request, asking) => {
    const catalogue = await library();
    const query = parseQuery(request);
    const question = sourceSearch(query, () => wordStatistics(catalogue));
    const sources = await live();
    const trials = await Promise.all([
      withLibrary ? tryLibrary(catalogue, query, asking) : undefined,
      tryCollection(sources, query, asking),
      sources.use(asking, (each, context) => Promise.all(each.map((source) => trySource(source, question, context)))),
    ]);
    return { sources: trials.flat().filter((trial) => trial !== undefined), notes: [] };
  };
}

/** Counts all papers, and those of each keyword, or of each line and concept of a strategy. */
async function tryLibrary(library: Library, query: Query, asking: Asking): Promise<SourceTrial> {
  const end = performance.now() + asking.budgetMs;
  const isOver = () => asking.signal.aborted || performance.now() > end;
  if (!query.strategy) {
    const hits = countHits(library, query);
    const counts = await countKeywords(library, query, isOver);
    return { source: 'library', hits, ...(counts && { keywords: counts.keywords, ...partNotes(counts) }) };
  }
  const { lines, concepts } = partsOfStrategy(query);
  const nodes = [query.strategy.node, ...[...concepts, ...lines].map(({ node }) => node)];
  const { counts, read, of } = await countStrategies(library, nodes, query.filters, isOver);
  const [hits = 0, ...parts] = counts;
  return {
    source: 'library',
    hits,
    ...namedCounts('keywords', concepts, parts),
    ...namedCounts('lines', lines, parts.slice(concepts.length)),
    ...partNotes({ read, of }),
  };
}

function partNotes({ read, of }: { read: number; of: number }): Pick<SourceTrial, 'notes'> {
  return read < of ? { notes: [{ kind: 'counted-in-part', read, of }] } : {};
}

function namedCounts(
  key: 'keywords' | 'lines',
  parts: readonly { name: string }[],
  counts: readonly (number | undefined)[],
): Pick<SourceTrial, 'keywords' | 'lines'> {
  const entries = parts.flatMap(({ name }, index) => (counts[index] === undefined ? [] : [[name, counts[index]]]));
  return entries.length > 0 ? { [key]: Object.fromEntries(entries) } : {};
}

async function tryCollection(sources: LiveSources, query: Query, { signal }: Asking): Promise<SourceTrial | undefined> {
  const counts = await sources.countInCollection?.(query, signal);
  return counts && collectionTrial(counts);
}

function collectionTrial({ hits, keywords, changes, failure, detail }: CollectionCounts): SourceTrial {
  const why = failure && knownFailure(failure, omitUndefined({ detail }));
  return {
    source: 'collection',
    ...omitUndefined({ hits, keywords }),
    ...((why ?? changes.length) && { notes: [{ kind: 'trial', changes, ...omitUndefined({ why }) }] }),
  };
}

/**
 * Also asks for each keyword, or each concept and line of a strategy, alone. The source's pace may leave no time for
 * all.
 */
async function trySource(
  sourceWithSettings: SourceWithSettings,
  question: SourceSearch,
  context: RunnerContext,
): Promise<SourceTrial> {
  const { source } = sourceWithSettings;
  const keywords = question.keywords.length > 1 ? question.keywords.map((keyword) => ofKeyword(question, keyword)) : [];
  const { lines, concepts } = partsOfStrategy(question);
  const asked = lines.slice(0, MAX_LINES_ASKED);
  const alone = question.strategy
    ? [...concepts, ...asked].map(({ node }) => ({ ...question, ...queryOfStrategy(node) }))
    : keywords;
  const questions = [question, ...alone];
  // Equal lines or concepts share one request.
  const distinct = [...new Map(questions.map((each) => [keyOf(each), each])).entries()];
  const { counts, translated, outcome } = await countResults(
    sourceWithSettings,
    distinct.map(([, each]) => each),
    context,
  );
  const byKey = new Map(distinct.map(([key], index) => [key, counts[index]]));
  const [hits, ...each] = questions.map((one) => byKey.get(keyOf(one)));
  const names = question.strategy ? concepts : question.keywords.map(({ text }) => ({ name: text }));
  const { failure } = outcome;
  const query = failure === 'skipped' && hits === undefined ? undefined : recordedAddress(sourceWithSettings, question);
  const changes = failure === 'skipped' ? [] : (translateFor(source, question)?.changes ?? []);
  const why = failure && knownFailure(failure, outcome);
  const unasked = failure === undefined ? lines.length - asked.length : 0;
  const notes: Note[] = [
    ...(why !== undefined || changes.length > 0
      ? [{ kind: 'trial', changes, ...omitUndefined({ why }) } as const]
      : []),
    ...(unasked > 0 ? [{ kind: 'lines-not-asked', lines: unasked } as const] : []),
  ];
  return {
    source: source.name,
    ...omitUndefined({ query, hits, translated }),
    ...namedCounts('keywords', names, each),
    ...namedCounts('lines', asked, each.slice(names.length)),
    ...(notes.length > 0 && { notes }),
  };
}

function ofKeyword(question: SourceSearch, keyword: SourceSearch['keywords'][number]): SourceSearch {
  return { ...question, keywords: [keyword], terms: [] };
}

function keyOf({ keywords, terms, strategy }: SourceSearch): string {
  return strategy ? printStrategy(strategy.node) : JSON.stringify([keywords.map(({ text }) => text), terms]);
}

/** `read` of the `of` papers that have a word of a keyword were read. If they differ, the counts cover only those. */
type KeywordCounts = { keywords: Record<string, number>; read: number; of: number };

/**
 * For each keyword, how many papers of the library that meet the filters have it, by the search's own rules: its words
 * together, or another of its names. Undefined without keywords.
 */
export async function countKeywords(
  library: Library,
  query: Query,
  isOver: () => boolean,
): Promise<KeywordCounts | undefined> {
  const { keywords, filters } = query;
  const compared = readQueryTerms(query);
  if (keywords.length === 0 || !compared) return undefined;
  const candidates = library.search((snapshot) => {
    const { terms } = weighQuery({ keywords }, readStatistics(snapshot));
    return snapshot.segments.flatMap((segment) => {
      const [accept, isFound] = [compileFilters(filters, segment), matchAny(terms, segment)];
      const docs = Array.from({ length: segment.maxDoc }, (_, docId) => docId);
      return docs
        .filter((docId) => !segment.isDeleted(docId) && (!accept || accept(docId)) && isFound(docId))
        .map((docId) => segment.ids[docId] as number);
    });
  });
  const counts = new Map(compared.keywords.map(({ keyword }) => [keyword, 0]));
  const read = await readCandidates(library, candidates, isOver, (paper) => {
    for (const keyword of matchQuery(compared, paper).keywords) addTo(counts, keyword);
  });
  return { keywords: Object.fromEntries(counts), read, of: candidates.length };
}

/** `read` of the `of` candidates were read. If they differ, the counts cover only those. */
type StrategyCounts = { counts: number[]; read: number; of: number };

/**
 * For each strategy, how many papers of the library meet it and the filters. Each paper is read once for all, and other
 * work runs between papers. Ends early when `isOver` returns true.
 */
export async function countStrategies(
  library: Library,
  nodes: readonly StrategyNode[],
  filters: Filters,
  isOver: () => boolean,
): Promise<StrategyCounts> {
  const tests = nodes.map(compileStrategy);
  const candidates = library.search((snapshot) => candidatesOf(snapshot, nodes, filters));
  const counts = nodes.map(() => 0);
  const read = await readCandidates(library, candidates.keys(), isOver, (paper, id) => {
    for (const index of candidates.get(id) ?? [])
      if (tests[index]?.(paper) === 'met') counts[index] = (counts[index] ?? 0) + 1;
  });
  return { counts, read, of: candidates.size };
}

/** The papers that the index does not exclude, each with the strategies that it may meet. */
function candidatesOf(
  { segments }: IndexSnapshot,
  nodes: readonly StrategyNode[],
  filters: Filters,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const segment of segments) {
    const accept = compileFilters(filters, segment);
    const lists = nodes.map((node) => strategyCandidates(node, segment));
    for (let docId = 0; docId < segment.maxDoc; docId += 1) {
      if (segment.isDeleted(docId) || (accept && !accept(docId))) continue;
      const possible = [...lists.keys()].filter((index) => lists[index]?.[docId] !== 0);
      if (possible.length > 0) found.set(segment.ids[docId] as number, possible);
    }
  }
  return found;
}
