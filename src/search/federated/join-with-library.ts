import type { Library } from '../../library/library.ts';
import { withJournalRanking } from '../../papers/journals/journal-ranking.ts';
import type { Paper } from '../../papers/paper.ts';
import type { FoundWork } from '../../papers/works/found-work.ts';
import { mergeRecords } from '../../papers/works/merge.ts';
import { mergeIntoStored } from '../../papers/works/refresh-record.ts';

/** Merges works with those of the library, if `withLibrary`, and adds the quartiles of their journals. */
export function joinWithLibrary(
  library: Library,
  works: readonly FoundWork[],
  { withLibrary }: { withLibrary: boolean },
): FoundWork[] {
  const joined = withLibrary ? joinGroups(library, works) : works;
  return joined.map((work) => ({
    ...work,
    record: withJournalRanking(work.record, library.lookUpQuartile(work.record)),
  }));
}

/** Works of sources (by index) and papers of the library that are one work. */
type WorkGroup = { indexes: number[]; papers: Map<number, Paper> };

/** Merges works with papers of the library. Works that match the same paper become one. */
function joinGroups(library: Library, works: readonly FoundWork[]): FoundWork[] {
  const byPaper = new Map<number, WorkGroup>();
  const all = new Set<WorkGroup>();
  for (const [index, { record }] of works.entries()) {
    const same = library.findSameWorks(record);
    const group: WorkGroup = { indexes: [index], papers: new Map(same.map((paper) => [paper.id, paper.record])) };
    for (const other of new Set(same.flatMap(({ id }) => byPaper.get(id) ?? []))) {
      group.indexes.push(...other.indexes);
      for (const [id, paper] of other.papers) group.papers.set(id, paper);
      all.delete(other);
    }
    for (const id of group.papers.keys()) byPaper.set(id, group);
    all.add(group);
  }
  const ordered = [...all].map(({ indexes, papers }) => ({ indexes: indexes.sort((a, b) => a - b), papers }));
  return ordered
    .sort((a, b) => (a.indexes[0] as number) - (b.indexes[0] as number))
    .map(({ indexes, papers }) =>
      joinedWork(
        indexes.map((index) => works[index] as FoundWork),
        papers,
      ),
    );
}

function joinedWork(works: readonly FoundWork[], papers: ReadonlyMap<number, Paper>): FoundWork {
  const ids = [...papers.keys()].sort((a, b) => a - b);
  const storedPapers = ids.map((id) => papers.get(id) as Paper);
  const records = [
    ...(storedPapers.length > 0 ? [storedPapers.reduce(mergeRecords)] : []),
    ...works.map(({ record }) => record),
  ];
  return {
    record: records.reduce(mergeIntoStored),
    findings: works.flatMap((work) => work.findings),
    replaces: ids,
  };
}
