import type { Library } from '../library/library.ts';
import { withJournalRanking } from '../papers/journals/journal-ranking.ts';
import type { Paper } from '../papers/paper.ts';
import type { FoundWork } from '../works/found-work.ts';
import { mergeRecords } from '../works/merge.ts';
import { mergeKept } from '../works/refresh-record.ts';

/** The works with the facts of the library, where `withLibrary` says so, and with the quartiles of their journals. */
export function joinWithLibrary(
  library: Library,
  found: readonly FoundWork[],
  { withLibrary }: { withLibrary: boolean },
): FoundWork[] {
  const joined = withLibrary ? joinGroups(library, found) : found;
  return joined.map((work) => ({ ...work, record: withJournalRanking(work.record, library.quartileOf(work.record)) }));
}

/** Works of the sources, by their places, and papers of the library that are all of one work. */
type WorkGroup = { places: number[]; papers: Map<number, Paper> };

/** The works with what the library knows of them; those that papers of the library connect become one. */
function joinGroups(library: Library, found: readonly FoundWork[]): FoundWork[] {
  const byPaper = new Map<number, WorkGroup>();
  const all = new Set<WorkGroup>();
  for (const [place, { record }] of found.entries()) {
    const same = library.findSameWorks(record);
    const group: WorkGroup = { places: [place], papers: new Map(same.map((paper) => [paper.id, paper.record])) };
    for (const other of new Set(same.flatMap(({ id }) => byPaper.get(id) ?? []))) {
      group.places.push(...other.places);
      for (const [id, held] of other.papers) group.papers.set(id, held);
      all.delete(other);
    }
    for (const id of group.papers.keys()) byPaper.set(id, group);
    all.add(group);
  }
  const ordered = [...all].map(({ places, papers }) => ({ places: places.sort((a, b) => a - b), papers }));
  return ordered
    .sort((a, b) => (a.places[0] as number) - (b.places[0] as number))
    .map(({ places, papers }) =>
      joinedWork(
        places.map((place) => found[place] as FoundWork),
        papers,
      ),
    );
}

function joinedWork(works: readonly FoundWork[], papers: ReadonlyMap<number, Paper>): FoundWork {
  const ids = [...papers.keys()].sort((a, b) => a - b);
  const held = ids.map((id) => papers.get(id) as Paper);
  const records = [...(held.length > 0 ? [held.reduce(mergeRecords)] : []), ...works.map(({ record }) => record)];
  return {
    record: records.reduce(mergeKept),
    found: works.flatMap((work) => work.found),
    replaces: ids,
  };
}
