import type { SourceName } from '../../contract/source-names.ts';
import { type Paper, type PaperInput, toPaper } from '../paper.ts';
import type { MergedField } from './survivorship.ts';

/** A source that returned a work, and its rank there (from 1). */
export type Finding = { source: SourceName; rank: number };

/** A work returned by live sources: one record of one source, or all its records merged. */
export type FoundWork = {
  record: Paper;
  /** Where it was found. A source with several records of it has each, best rank first. */
  findings: readonly Finding[];
  fieldSources?: Partial<Record<MergedField, SourceName>>;
  /** Ids of the library's papers of the same work. Set once works are joined with the library. */
  replaces?: readonly number[];
};

/** The rank of a work that a source was queried about but did not find. */
export const NO_RANK = Number.POSITIVE_INFINITY;

/** Whether the source found the work itself, rather than only being queried about it. */
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
