import { RECORDS, type ServedRecord } from './papers.ts';

/**
 * What the served papers imply, worked out from what the generator knows of them and not by the product's code: which
 * records are of one work is known here, the product has to find it out.
 */

export type ExpectedPaper = { ref: string; record: ServedRecord };

/** The n-th paper that the service gave is paper n of the first job. */
const ALL: readonly ExpectedPaper[] = RECORDS.map((record, place) => ({ ref: `J1-${place + 1}`, record }));

/**
 * One record for each work among those that fit: a published version before a preprint, one with a DOI before one
 * without.
 */
export function expectedWorks(fits: (record: ServedRecord) => boolean = () => true): ExpectedPaper[] {
  const best = new Map<number, ExpectedPaper>();
  for (const candidate of ALL.filter(({ record }) => fits(record))) {
    const { work } = candidate.record;
    const other = best.get(work);
    if (!other || rank(candidate) > rank(other)) best.set(work, candidate);
  }
  return [...best.values()];
}

function rank({ record }: ExpectedPaper): number {
  return (record.isPreprint ? 0 : 2) + (record.paper.doi === null ? 0 : 1);
}

export function isOpenSince2020({ paper }: ServedRecord): boolean {
  return paper.isOpenAccess === true && paper.year !== null && paper.year >= 2020;
}

export function mostCited(papers: readonly ExpectedPaper[], count: number): ExpectedPaper[] {
  return [...papers].sort((a, b) => citationsOf(b) - citationsOf(a)).slice(0, count);
}

/** A paper whose citations nobody knows comes after one that has none. */
function citationsOf({ record }: ExpectedPaper): number {
  return record.paper.impactFactor?.citationCount ?? -1;
}

/** A DOI in the plain form in which answers and exports have it. */
export function plainDoi(doi: string | null): string | undefined {
  return doi?.replace(/^https:\/\/doi\.org\//, '').toLowerCase();
}
