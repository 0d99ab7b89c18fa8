import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFrequencies, type SegmentReader } from '../../../../src/library/engine/index/index-reader.ts';
import { RANKING } from '../../../../src/library/engine/rank/constants.ts';
import { addScores, readImpacts } from '../../../../src/library/engine/rank/score.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { runs } from '../../../helpers/runs.ts';
import { indexed, indexOf, segmentOf } from './indexed-papers.ts';

const { k1, titleWeight, summaryWeight, titleB: titleLengthShare, abstractB: abstractLengthShare } = RANKING;
const saturated = (termFreq: number) => termFreq / (termFreq + k1);

type Factors = Parameters<typeof readImpacts>[2];

/** Factors that are 1 at every length, but for those that are given. */
function factorsOf(given: { [Field in keyof Factors]?: Record<number, number> } = {}): Factors {
  const of = (field: keyof Factors) => {
    const factors = new Float32Array(100).fill(1);
    for (const [length, factor] of Object.entries(given[field] ?? {})) factors[Number(length)] = factor;
    return factors;
  };
  return { title: of('title'), abstract: of('abstract'), summary: of('summary') };
}

/** A segment of which nothing is known but lengths and the postings of one term. */
function bare(
  lengths: [title: number, abstract: number, summary: number][],
  packedFreqs: number[] = [],
): SegmentReader {
  const column = (field: 0 | 1 | 2) => Uint16Array.from(lengths.map((each) => each[field]));
  return {
    lengths: { title: column(0), abstract: column(1), summary: column(2) },
    postings: () => ({
      count: packedFreqs.length,
      docIds: Int32Array.from(packedFreqs.keys()),
      frequencies: Uint8Array.from(packedFreqs),
    }),
  } as unknown as SegmentReader;
}

describe('the impact of a word', () => {
  const segment = bare([[5, 40, 10]]);
  it.each([
    ['once in the abstract', [0, 1, 0], 1],
    ['three times in the abstract', [0, 3, 0], 3],
    ['more often than is counted', [0, 40, 0], 15],
    ['once in the title', [1, 0, 0], titleWeight],
    ['often in the title', [9, 0, 0], 3 * titleWeight],
    ['once in the summary', [0, 0, 1], summaryWeight],
    ['in all fields', [1, 2, 1], titleWeight + 2 + summaryWeight],
    ['nowhere', [0, 0, 0], 0],
  ] as const)('that is %s', (_, [title, abstract, summary], termFreq) => {
    const packedFreq = packFrequencies(title, abstract, summary);
    expect(readImpacts(segment, 0, factorsOf())(packedFreq)).toBeCloseTo(saturated(termFreq), 12);
  });

  it('is that of each field against its length, which then saturate together', () => {
    const factors = factorsOf({ title: { 5: 0.5 }, abstract: { 40: 0.25 }, summary: { 10: 2 } });
    const termFreq = 2 * titleWeight * 0.5 + 8 * 0.25 + summaryWeight * 2;
    expect(readImpacts(segment, 0, factors)(packFrequencies(2, 8, 1))).toBeCloseTo(saturated(termFreq), 12);
  });

  it('is never more than 1', () => {
    expect(readImpacts(segment, 0, factorsOf({ title: { 5: 10 } }))(255)).toBeLessThan(1);
  });
});

describe('the scores of a term', () => {
  const lengths = fc.array(fc.tuple(fc.nat(20), fc.nat(90), fc.nat(30)), { minLength: 1, maxLength: 20 });

  it('are its weight times its impact, added to what was there', () => {
    fc.assert(
      fc.property(lengths, fc.infiniteStream(fc.integer({ min: 1, max: 255 })), fc.nat(9), (all, stream, weight) => {
        const packedFreqs = [...stream.take(all.length)];
        const segment = bare(all, packedFreqs);
        const factors = factorsOf({ title: { 3: 0.5 }, abstract: { 7: 1.5 }, summary: { 2: 3 } });
        const scores = new Float32Array(all.length).fill(0.5);
        addScores(scores, segment, 0, weight, factors);
        packedFreqs.forEach((packedFreq, docId) => {
          expect(scores[docId]).toBeCloseTo(0.5 + weight * readImpacts(segment, docId, factors)(packedFreq), 5);
        });
      }),
      { seed: 13, numRuns: runs(300) },
    );
  });

  it('of papers as they are indexed are those of the formula', () => {
    const papers = [
      indexed({ id: 1, title: 'liver disease', abstract: 'the liver of the liver patient' }),
      indexed({ id: 2, title: 'kidney', abstract: 'liver and kidney' }),
      indexed({ id: 3, title: 'no word of it' }),
    ];
    const segment = segmentOf(papers);
    const { lengthFactors } = readStatistics({ segments: [segment] });
    const scores = new Float32Array(segment.maxDoc);
    addScores(scores, segment, segment.findTerm('liver'), 2, lengthFactors);
    const factor = (share: number, length: number, average: number) => 1 / (1 - share + (share * length) / average);
    // Titles have 2, 1 and 4 words, the abstracts that are there 6 and 3.
    const first = titleWeight * factor(titleLengthShare, 2, 7 / 3) + 2 * factor(abstractLengthShare, 6, 4.5);
    const second = factor(abstractLengthShare, 3, 4.5);
    expect(scores[0]).toBeCloseTo(2 * saturated(first), 5);
    expect(scores[1]).toBeCloseTo(2 * saturated(second), 5);
    expect(scores[2]).toBe(0);
  });
});

describe('a word says more', () => {
  const scoresOf = (...papers: { title?: string; abstract?: string; summary?: string }[]) => {
    const snapshot = indexOf([papers.map((facts, at) => indexed({ id: at + 1, ...facts }))]);
    const [segment] = snapshot.segments as [SegmentReader];
    const scores = new Float32Array(segment.maxDoc);
    addScores(scores, segment, segment.findTerm('liver'), 1, readStatistics(snapshot).lengthFactors);
    return [...scores] as [number, number];
  };

  it('in the title than in the abstract', () => {
    const [title, abstract] = scoresOf({ title: 'liver', abstract: 'kidney' }, { title: 'kidney', abstract: 'liver' });
    expect(title).toBeGreaterThan(abstract);
  });

  it('in a short abstract than in a long one, and twice than once', () => {
    const [short, long] = scoresOf({ abstract: 'a liver b c' }, { abstract: 'a liver b c d e f g h i' });
    expect(short).toBeGreaterThan(long);
    const [twice, once] = scoresOf({ abstract: 'liver liver b c' }, { abstract: 'liver a b c' });
    expect(twice).toBeGreaterThan(once);
    expect(twice).toBeLessThan(2 * once);
  });
});
