import { nameDatabase } from '../../formats/databases.ts';
import { addTo } from '../../lib/groups.ts';
import type { Paper } from '../../papers/paper.ts';
import type { IdentifiedRecords, ImportCheckpoint } from '../ports/library.ts';

/** Counts the records of a file by database, over all runs that read it. */
export type RecordCounter = {
  take(paper: Paper): void;
  /** The count, of which `added` became new papers of the library. */
  identified(added: number): IdentifiedRecords;
};

/** No honest file names more; further ones count as none. */
const MAX_DATABASES = 50;

/** `checkpoint` is what this reading goes on from, `earlier` the last reading of the file. */
export function countRecords(
  checkpoint: ImportCheckpoint | undefined,
  earlier: ImportCheckpoint | undefined,
): RecordCounter {
  const counts = new Map(Object.entries(checkpoint?.identified?.databases ?? {}));
  const before = checkpoint ? undefined : earlier?.identified;
  // A second reading of a file finds its own papers: they are no duplicates.
  const addedBefore = checkpoint ? 0 : (earlier?.counts.added ?? 0);
  const newBefore = before ? sumOf(before.databases) - before.duplicates : addedBefore;
  return {
    take({ databases = [] }) {
      const name = nameDatabase(databases.map((each) => each.name).find(Boolean) ?? '');
      addTo(counts, counts.has(name) || counts.size < MAX_DATABASES ? name : '');
    },
    identified(added) {
      const databases = Object.fromEntries(counts);
      const records = sumOf(databases);
      return { databases, duplicates: records - Math.min(records, newBefore + added) };
    },
  };
}

function sumOf(databases: Record<string, number>): number {
  return Object.values(databases).reduce((sum, records) => sum + records, 0);
}
