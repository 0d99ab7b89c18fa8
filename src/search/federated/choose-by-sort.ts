import { parseSort } from '../../contract/filter-table.ts';
import type { SortField } from '../../contract/rules.ts';
import type { SegmentReader } from '../../library/engine/index/index-reader.ts';
import type { Query } from '../../papers/query/query.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';

type Metadata = SegmentReader['metadata'];

/** The column of each sort field, and its least known value. */
const COLUMNS: Record<
  Exclude<SortField, 'score'>,
  [column: (metadata: Metadata) => ArrayLike<number>, least: number]
> = {
  citationCount: [({ citations }) => citations, 0],
  influentialCitationCount: [({ influentialCitations }) => influentialCitations, 0],
  referenceCount: [({ references }) => references, 0],
  year: [({ year }) => year, 1],
  quartileRanking: [({ quartile }) => quartile, 1],
};

/** The sort that chooses a search's papers: those that meet a strategy all answer it, so relevance must not choose. */
export function choosingSort({ strategy, filters: { sort } }: Query): string | undefined {
  return strategy !== undefined && sort !== undefined && parseSort(sort).field !== 'score' ? sort : undefined;
}

/** The first `limit` hits in the order of `sort`; those without the field last, ties in the given order. */
export function chooseBySort<Hit extends { id: number }>(
  hits: readonly Hit[],
  segments: readonly SegmentReader[],
  sort: string,
  limit: number,
): Hit[] {
  const { field, direction } = parseSort<keyof typeof COLUMNS>(sort);
  const [columnOf, least] = COLUMNS[field];
  // Quartile 1 is the best, so descending order starts with it.
  const isAscending = (direction === 'asc') !== (field === 'quartileRanking');
  const wanted = new Set(hits.map(({ id }) => id));
  const values = new Map<number, number>();
  for (const segment of segments) {
    const column = columnOf(segment.metadata);
    for (let docId = 0; docId < segment.maxDoc; docId += 1) {
      const id = segment.ids[docId] as number;
      const value = column[docId] as number;
      if (value >= least && wanted.has(id) && !segment.isDeleted(docId)) values.set(id, isAscending ? value : -value);
    }
  }
  const keyOf = ({ id }: Hit) => values.get(id) ?? Number.POSITIVE_INFINITY;
  return hits
    .map((hit) => ({ hit, key: keyOf(hit) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key - b.key))
    .slice(0, limit)
    .map(({ hit }) => hit);
}

/** How many papers the sort chose from, if the limit cut some off. `works`: of live sources. */
export function chosenNote(query: Query, papers: number, of: number, works: number): SearchNote[] {
  const sort = choosingSort(query);
  if (sort === undefined || of <= papers) return [];
  return [{ kind: 'chosen-by-sort', sort, papers, of, ...(works > 0 && { hasSources: true }) }];
}
