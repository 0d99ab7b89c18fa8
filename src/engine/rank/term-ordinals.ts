import type { SegmentReader } from '../index/index-reader.ts';
import type { CollectionStatistics, TermStats } from './statistics.ts';

/** Assigns ordinals to terms in order of first occurrence, the same one in whichever segment a term occurs. */
export type TermOrdinals = {
  /** The terms by their ordinals. */
  readonly terms: readonly TermStats[];
  /** The ordinal of a term of a segment, assigned on first use. */
  ordinalOf(segmentIndex: number, termId: number): number;
  /** The ordinal of a term, assigned on first use. */
  ordinalOfTerm(term: string): number;
  /** The ordinal of a term of a segment; -1 if it has none yet. */
  findOrdinal(segmentIndex: number, termId: number): number;
  /** Must be called at the end: the arrays are reused. */
  clear(): void;
};

/** Per segment and term id, the ordinal + 1; 0 if the term has none. */
const ordinalsBySegment = new WeakMap<SegmentReader, Int32Array>();

/** Only one at a time: call `clear` before creating the next. */
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
