import { nameDatabase } from '../../formats/databases.ts';
import { addTo } from '../../lib/groups.ts';
import type { Paper } from '../../papers/paper.ts';
import type { IdentifiedRecords, ImportCheckpoint } from '../ports/library.ts';

/** Counts the records of a file by database, over all runs that read the file. */
export type RecordCounter = {
  take(paper: Paper): void;
  /** The counts; `added` is the number of records that became new papers of the library. */
  identified(added: number): IdentifiedRecords;
};

/** No genuine file names more databases; records of further ones are counted without a name. */
const MAX_DATABASES = 50;

/** `checkpoint` is where this run resumes, `earlier` is the last completed reading of the file. */
export function countRecords(
  checkpoint: ImportCheckpoint | undefined,
  earlier: ImportCheckpoint | undefined,
): RecordCounter {
  const counts = new Map(Object.entries(checkpoint?.identified?.databases ?? {}));
  const before = checkpoint ? undefined : earlier?.identified;
  // A second reading of a file finds the papers that the first one added: they are not duplicates.
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
