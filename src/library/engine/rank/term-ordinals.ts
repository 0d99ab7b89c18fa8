import { oncePer } from '../../../lib/once.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import type { CollectionStatistics, TermStats } from './statistics.ts';

/** Assigns ordinals to terms in order of first occurrence. A term has the same ordinal in all segments. */
export type TermOrdinals = {
  /** The terms by their ordinals. */
  readonly terms: readonly TermStats[];
  /** The ordinal of a term of a segment, assigned on first use. */
  lookUpOrdinal(segmentIndex: number, termId: number): number;
  /** The ordinal of a term of a segment; -1 if it has none yet. */
  findOrdinal(segmentIndex: number, termId: number): number;
  /** Must be called when done, because the arrays are reused. */
  clear(): void;
};

/** By term id, the ordinal + 1 (0 if the term has none). A bit says whether it has one; reading the bit is faster. */
type SegmentOrdinals = { ordinals: Int32Array; hasOrdinal: Uint8Array };

/** The arrays of a segment, created once, because they are large. */
const ordinalsOf = oncePer(createOrdinals);

/** Only one may be in use at a time: call `clear` before creating the next. */
export function createTermOrdinals(segments: readonly SegmentReader[], statistics: CollectionStatistics): TermOrdinals {
  const bySegment = segments.map(ordinalsOf);
  const terms: TermStats[] = [];
  const setAll = (term: TermStats, value: number) => {
    const { termIds } = term;
    for (let segmentIndex = 0; segmentIndex < termIds.length; segmentIndex += 1) {
      const termId = termIds[segmentIndex] as number;
      if (termId < 0) continue;
      const { ordinals, hasOrdinal } = bySegment[segmentIndex] as SegmentOrdinals;
      ordinals[termId] = value;
      const bit = 1 << (termId & 7);
      const byte = hasOrdinal[termId >> 3] as number;
      hasOrdinal[termId >> 3] = value === 0 ? byte & ~bit : byte | bit;
    }
  };
  const add = (term: TermStats): number => {
    terms.push(term);
    setAll(term, terms.length);
    return terms.length - 1;
  };
  return {
    terms,
    lookUpOrdinal(segmentIndex, termId) {
      const ordinal = (bySegment[segmentIndex] as SegmentOrdinals).ordinals[termId] as number;
      return ordinal === 0 ? add(statistics.at(segmentIndex, termId)) : ordinal - 1;
    },
    findOrdinal(segmentIndex, termId) {
      const { ordinals, hasOrdinal } = bySegment[segmentIndex] as SegmentOrdinals;
      return ((hasOrdinal[termId >> 3] as number) & (1 << (termId & 7))) === 0 ? -1 : (ordinals[termId] as number) - 1;
    },
    clear() {
      for (const term of terms) setAll(term, 0);
    },
  };
}

function createOrdinals({ terms }: SegmentReader): SegmentOrdinals {
  return { ordinals: new Int32Array(terms), hasOrdinal: new Uint8Array((terms >> 3) + 1) };
}
