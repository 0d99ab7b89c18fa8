import type { DryRun, SourceTrial } from '../../../jobs/ports/dry-run.ts';
import type { Library } from '../../../library/library.ts';
import { partsOfStrategy, type Query } from '../../../papers/query/query.ts';
import type { Note } from '../../../wording/notes.ts';
import { unknownNote } from '../source-reports.ts';
import { countUnknownFacts, listHits } from '../visit-hits.ts';
import { countKeywords, countStrategies } from './count-parts.ts';

type Asking = Parameters<DryRun>[1];

/**
 * Counts all papers, those of each keyword or of each line and concept of a strategy, and, as in the search, those that
 * a filter excludes because a field is unknown.
 */
export async function tryLibrary(
  library: Library,
  query: Query,
  asking: Asking & { withStarter: boolean },
): Promise<SourceTrial> {
  const end = performance.now() + asking.budgetMs;
  const isOver = () => asking.signal.aborted || performance.now() > end;
  const { withStarter } = asking;
  const unknown = countUnknownFacts(library, query, new Set(withStarter ? [] : library.starterIds()));
  const leftOut = unknownNote(unknown, 'library');
  if (!query.strategy) {
    const found = listHits(library, query, { withStarter });
    const hits = found.size;
    const counts = await countKeywords(library, query, found, { isOver, withStarter });
    if (!counts) return { source: 'library', hits, ...withNotes(leftOut) };
    const notes = [...wordsNote(hits, counts.keywords), ...partNotes(counts), ...leftOut];
    return { source: 'library', hits, keywords: counts.keywords, ...withNotes(notes) };
  }
  const { lines, concepts } = partsOfStrategy(query);
  const nodes = [query.strategy.node, ...[...concepts, ...lines].map(({ node }) => node)];
  const { counts, read, of } = await countStrategies(library, nodes, query.filters, { isOver, withStarter });
  const [hits = 0, ...parts] = counts;
  return {
    source: 'library',
    hits,
    ...namedCounts('keywords', concepts, parts),
    ...namedCounts('lines', lines, parts.slice(concepts.length)),
    ...withNotes([...partNotes({ read, of }), ...leftOut]),
  };
}

export function withNotes(notes: Note[]): Pick<SourceTrial, 'notes'> {
  return notes.length > 0 ? { notes } : {};
}

function partNotes({ read, of }: { read: number; of: number }): Note[] {
  return read < of ? [{ kind: 'counted-in-part', read, of }] : [];
}

/** Explains why there may be more hits than the counts of the keywords add up to, which looks like a mistake. */
export function wordsNote(hits: number, keywords: Record<string, number>): Note[] {
  const named = Object.values(keywords).reduce((sum, count) => sum + count, 0);
  return hits > named ? [{ kind: 'hits-have-a-word' }] : [];
}

export function namedCounts(
  key: 'keywords' | 'lines',
  parts: readonly { name: string }[],
  counts: readonly (number | undefined)[],
): Pick<SourceTrial, 'keywords' | 'lines'> {
  const entries = parts.flatMap(({ name }, index) => (counts[index] === undefined ? [] : [[name, counts[index]]]));
  return entries.length > 0 ? { [key]: Object.fromEntries(entries) } : {};
}
