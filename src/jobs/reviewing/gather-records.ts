import { groupBy } from '../../lib/groups.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { ReviewAct } from '../../review/events.ts';
import type { RecordSource } from '../../review/protocol.ts';
import { paperRef } from '../job-refs.ts';
import type { ReviewRecord } from '../ports/reviews.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { bestStored, groupStoredPapers } from '../reading/same-works.ts';

type Imported = { act: Extract<ReviewAct, { what: 'import' }>; records: ReviewRecord[] };

/**
 * The import of records from one source into a review that has `known` ones: records of one work are one, under the
 * reference that the review has already, else that of its best record.
 */
export function gatherRecords(
  known: readonly ReviewRecord[],
  source: RecordSource,
  identified: readonly ReviewRecord[],
): Imported {
  const all = [...known, ...identified];
  const works = groupStoredPapers(all.map(({ paper }) => paper));
  const records: ReviewRecord[] = [];
  const duplicates: [string, string][] = [];
  for (const [, members] of groupBy(all.keys(), (index) => works[index] as number)) {
    const here = members.filter((index) => index >= known.length).map((index) => all[index] as ReviewRecord);
    const [earlier] = members.filter((index) => index < known.length);
    const [first, ...rest] = here;
    if (!first) continue;
    const stands =
      earlier === undefined ? bestStored([first, ...rest], ({ paper }) => paper) : (all[earlier] as ReviewRecord);
    if (earlier === undefined) records.push(stands);
    for (const { ref } of here) if (ref !== stands.ref) duplicates.push([ref, stands.ref]);
  }
  // In the order of the source.
  const place = new Map(identified.map(({ ref }, index) => [ref, index]));
  records.sort((a, b) => (place.get(a.ref) ?? 0) - (place.get(b.ref) ?? 0));
  const act = {
    what: 'import',
    source,
    identified: identified.length,
    records: records.map(({ ref }) => ref),
    duplicates,
  } as const;
  return { act, records };
}

/** The papers of a job as records of a review. */
export function recordsOfJob(store: StoredJobs, { number }: Pick<JobRecord, 'number'>): ReviewRecord[] {
  return store.papers(number).map((paper: FoundPaper, index) => ({ ref: paperRef(number, index + 1), paper }));
}
