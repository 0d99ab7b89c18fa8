import { createHash } from 'node:crypto';
import { bestStored, groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { paperRef } from '../../jobs/job-refs.ts';
import type { ReviewRecord } from '../../jobs/ports/reviews.ts';
import type { JobRecord, StoredJobs } from '../../jobs/ports/store.ts';
import { groupBy } from '../../lib/groups.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { EventOf, ReviewAct } from '../events.ts';
import type { SearchedRecords } from '../prisma/prisma-flow.ts';
import type { RecordSource } from '../protocol.ts';
import type { ReviewState } from '../review-state.ts';
import type { OpenReview } from './review-log.ts';

type Imported = { act: Extract<ReviewAct, { what: 'import' }>; records: ReviewRecord[] };

/**
 * The import of records from one source into a review that has the records `known`: records of one work are merged
 * under the reference that the review already uses, else that of its best record.
 */
export function gatherRecords(
  known: readonly ReviewRecord[],
  source: RecordSource,
  identified: readonly ReviewRecord[],
): Imported {
  const [imported] = gatherSources(known, [{ source, identified }]);
  return imported as Imported;
}

/**
 * The imports of records from several sources, in order: a work is represented by a record of the first source that has
 * it. All are compared at once, because comparing takes time in proportion to all records.
 */
export function gatherSources(
  known: readonly ReviewRecord[],
  sources: readonly {
    source: RecordSource;
    identified: readonly ReviewRecord[];
    search?: SearchedRecords | undefined;
  }[],
): Imported[] {
  const ends: number[] = [known.length];
  for (const { identified } of sources) ends.push((ends.at(-1) ?? 0) + identified.length);
  const all = [...known, ...sources.flatMap(({ identified }) => identified)];
  const works = groupStoredPapers(all.map(({ paper }) => paper));
  const standing = new Map<number, ReviewRecord>();
  for (const [index, record] of known.entries()) {
    const work = works[index] as number;
    if (!standing.has(work)) standing.set(work, record);
  }
  return sources.map(({ source, identified, search }, nth) => {
    const begin = ends[nth] as number;
    const records = new Set<ReviewRecord>();
    const duplicates: [string, string][] = [];
    for (const [work, here] of groupBy(identified.keys(), (index) => works[begin + index] as number)) {
      const [first, ...rest] = here.map((index) => identified[index] as ReviewRecord) as [ReviewRecord];
      const earlier = standing.get(work);
      const stands = earlier ?? bestStored([first, ...rest], ({ paper }) => paper);
      if (!earlier) records.add(stands);
      standing.set(work, stands);
      for (const { ref } of [first, ...rest]) if (ref !== stands.ref) duplicates.push([ref, stands.ref]);
    }
    // In the order of the source.
    const added = identified.filter((record) => records.has(record));
    const act = {
      what: 'import',
      source,
      identified: identified.length,
      records: added.map(({ ref }) => ref),
      duplicates,
      contents: added.map(({ paper }) => hashContent(paper)),
      ...(search && { search }),
    } as const;
    return { act, records: added };
  });
}

/** The numbers of records and duplicates of an import in the review's own numbering (`R1-17`). */
export function numbersIn(review: string, { records, duplicates }: EventOf<'import'>): number[] {
  const refs = [...records, ...duplicates.map(([ref]) => ref)];
  return refs.flatMap((ref) => (ref.startsWith(`${review}-`) ? Number(ref.slice(review.length + 1)) : []));
}

/** The highest number used in the review's own numbering. */
export function lastNumber(review: string, { imports }: Pick<ReviewState, 'imports'>): number {
  const numbers = imports.flatMap((event) => numbersIn(review, event));
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}

/** Numbers papers as records of a review, in their order, after the number `last`. */
export function numberRecords<Item extends { paper: FoundPaper }>(
  review: string,
  items: readonly Item[],
  last: number,
) {
  return items.map((item, index) => ({ ...item, ref: `${review}-${last + index + 1}` }));
}

/** The papers of a job as records of a review. */
export function recordsOfJob(store: StoredJobs, { number }: Pick<JobRecord, 'number'>): ReviewRecord[] {
  return store.papers(number).map((paper: FoundPaper, index) => ({ ref: paperRef(number, index + 1), paper }));
}

/**
 * A hash of a record's content, stored with its import: it covers what a reader decides on, not what sources count or
 * link later. It does not depend on how a store writes whitespace, lists and absent values.
 */
export function hashContent({ title, abstract, authors, year, venue, doi }: FoundPaper): string {
  const plain = (text = '') => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const names = authors.join(',').split(',').map(plain).filter(Boolean);
  const content = [plain(title), plain(abstract), names, year ?? null, plain(venue), plain(doi).toLowerCase()];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** Records that changed since their import or are missing, and the number of records without a hash. */
export type ContentCheck = { changed: string[]; uncovered: number };

export function checkContents({ state, records }: Pick<OpenReview, 'state' | 'records'>): ContentCheck {
  const check: ContentCheck = { changed: [], uncovered: 0 };
  for (const { ref, content } of state.records.values()) {
    const paper = records.get(ref)?.paper;
    if (content === undefined) check.uncovered += 1;
    else if (!paper || hashContent(paper) !== content) check.changed.push(ref);
  }
  return check;
}
