import type { SegmentReader } from '../index/index-reader.ts';
import type { CollectionStatistics, TermStats } from './statistics.ts';

/** Numbers the terms of some papers as they are met, the same number for a term whatever part it is met in. */
export type TermOrdinals = {
  /** The terms that were met, by their places. */
  readonly terms: readonly TermStats[];
  /** The place of a part's term, which it gets when it is met first. */
  ordinalOf(segmentIndex: number, termId: number): number;
  /** The place of a term by itself, which it gets when it is met first. */
  ordinalOfTerm(term: string): number;
  /** The place of a part's term; -1 when it was not met. */
  findOrdinal(segmentIndex: number, termId: number): number;
  /** Has to be called at the end: the lists behind it are used again. */
  clear(): void;
};

/** Per part one entry for each of its terms: the place from 1 on, 0 for those that were not met. */
const ordinalsBySegment = new WeakMap<SegmentReader, Int32Array>();

/** One at a time: whoever makes marks clears them before the next ones are made. */
export function createTermOrdinals(segments: readonly SegmentReader[], statistics: CollectionStatistics): TermOrdinals {
  const ordinals = segments.map((segment) => {
    const list = ordinalsBySegment.get(segment) ?? new Int32Array(segment.terms);
    ordinalsBySegment.set(segment, list);
    return list;
  });
  const terms: TermStats[] = [];
  const setAll = (term: TermStats, value: number) => {
    const { termIds } = term;
    for (let segmentIndex = 0; segmentIndex < termIds.length; segmentIndex += 1) {
      const termId = termIds[segmentIndex] as number;
      if (termId >= 0) (ordinals[segmentIndex] as Int32Array)[termId] = value;
    }
  };
  const add = (term: TermStats): number => {
    terms.push(term);
    setAll(term, terms.length);
    return terms.length - 1;
  };
  const unindexed = new Map<string, number>();
  return {
    terms,
    ordinalOf(segmentIndex, termId) {
      const ordinal = (ordinals[segmentIndex] as Int32Array)[termId] as number;
      return ordinal === 0 ? add(statistics.at(segmentIndex, termId)) : ordinal - 1;
    },
    ordinalOfTerm(name) {
      const term = statistics.find(name);
      const segmentIndex = term.termIds.findIndex((termId) => termId >= 0);
      if (segmentIndex >= 0) {
        const ordinal = (ordinals[segmentIndex] as Int32Array)[term.termIds[segmentIndex] as number] as number;
        return ordinal === 0 ? add(term) : ordinal - 1;
      }
      const ordinal = unindexed.get(name) ?? add(term);
      unindexed.set(name, ordinal);
      return ordinal;
    },
    findOrdinal: (segmentIndex, termId) => ((ordinals[segmentIndex] as Int32Array)[termId] as number) - 1,
    clear() {
      for (const term of terms) setAll(term, 0);
    },
  };
}
