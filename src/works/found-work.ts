import type { SourceName } from '../contract/source-names.ts';
import { type Paper, type PaperInput, toPaper } from '../papers/paper.ts';
import type { MergedField } from './survivorship.ts';

/** A source that gave a work, and at which rank (from 1) in its own order. */
export type Finding = { source: SourceName; rank: number };

/** A work that live sources gave: one record of one source, or all records of the work merged. */
export type FoundWork = {
  record: Paper;
  /** Where it was found; of a source that has several records of it each one, the best rank first. */
  findings: readonly Finding[];
  fieldSources?: Partial<Record<MergedField, SourceName>>;
  /** Papers of the library, by their ids, that are of the same work; set where works are joined with the library. */
  replaces?: readonly number[];
};

/** Of a work that a source was asked about, but did not find. */
export const NO_RANK = Number.POSITIVE_INFINITY;

/** Whether the source found the work itself, and was not only asked about it. */
export function isRanked({ rank }: { rank: number }): boolean {
  return rank !== NO_RANK;
}

/** The records of a source's answer, ranked from `firstRank`; unusable ones (no title or abstract) keep their rank. */
export function toFoundWorks(
  source: SourceName,
  inputs: readonly PaperInput[],
  firstRank = 1,
): { works: FoundWork[]; unusable: number } {
  const works = inputs.flatMap((input, index) => {
    const record = toPaper(input);
    return typeof record === 'string' ? [] : [{ record, findings: [{ source, rank: firstRank + index }] }];
  });
  return { works, unusable: inputs.length - works.length };
}
