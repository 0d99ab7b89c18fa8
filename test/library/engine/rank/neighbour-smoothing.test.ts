import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedPaper, IndexSnapshot } from '../../../../src/library/engine/index/index-reader.ts';
import { neighbourSmoothing } from '../../../../src/library/engine/rank/neighbour-smoothing.ts';
import { readImpacts } from '../../../../src/library/engine/rank/score.ts';
import { isDistinctive, readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { runs } from '../../../helpers/runs.ts';
import { indexed, indexOf, titled } from './indexed-papers.ts';

/** Papers that the list does not have, so that words of a few papers are rare. */
const OTHERS = Array.from({ length: 400 }, (_, at) => indexed({ id: 1_000 + at, title: `sand${at} rock${at}` }));

/** The papers with these ids as a ranked list, each with its score. */
function listed(snapshot: IndexSnapshot, scores: ReadonlyMap<number, number>) {
  const hits = snapshot.segments.flatMap((segment, segmentIndex) =>
    [...segment.ids].flatMap((id, docId) => {
      const score = scores.get(id);
      return score === undefined ? [] : [{ segmentIndex, docId, id, score }];
    }),
  );
  return hits.sort((a, b) => b.score - a.score || a.id - b.id);
}

/**
 * How much each paper of a list of all but the others gains, by its id; earlier papers have the higher scores. The
 * first `copies` repeat the query.
 */
function gainsOf(lists: readonly (readonly IndexedPaper[])[], scoreOf = (id: number) => 1 / id, copies = 0) {
  const snapshot = indexOf([...lists, OTHERS]);
  const hits = listed(snapshot, new Map(lists.flat().map(({ id }) => [id, scoreOf(id)])));
  const gains = neighbourSmoothing(snapshot, hits, readStatistics(snapshot), hits.slice(0, copies));
  return new Map(hits.map(({ id }, index) => [id, gains[index] as number]));
}

/** The same by the definition, with whole vectors. */
function expectedGains(papers: readonly IndexedPaper[], scoreOf: (id: number) => number, copies: number) {
  const snapshot = indexOf([papers, OTHERS]);
  const statistics = readStatistics(snapshot);
  const [segment] = snapshot.segments;
  if (!segment) throw new Error('no segment was written');
  const hits = listed(snapshot, new Map(papers.map(({ id }) => [id, scoreOf(id)])));
  const impacts = hits.map(({ docId }) => {
    const { count, terms, frequencies } = segment.termVector(docId);
    const all = Array.from({ length: count }, (_, at): [string, number] => [
      segment.termAt(terms[at] as number),
      frequencies[at] === 0 ? 0 : readImpacts(segment, docId, statistics.lengthFactors)(frequencies[at] as number),
    ]);
    return new Map(
      all.filter(([term, impact]) => impact > 0 && isDistinctive(statistics.find(term), statistics.papers)),
    );
  });
  const best = copies + Math.min(10, Math.ceil(hits.length / 5));
  const full = (hits[copies] ?? hits[0])?.score ?? 1;
  // A term that none of the best has counts in full.
  const shareWith = (term: string) =>
    impacts.slice(0, best).some((each) => each.has(term))
      ? impacts.filter((each) => each.has(term)).length / hits.length
      : 0;
  const vectors = impacts.map((each) => {
    const weighted = [...each].map(([term, impact]): [string, number] => [
      term,
      impact * statistics.find(term).idf * (1 - shareWith(term)) ** 2,
    ]);
    const length = Math.hypot(...weighted.map(([, value]) => value)) || 1;
    return new Map(weighted.map(([term, value]) => [term, value / length]));
  });
  return hits.map(({ id }, index): [number, number] => {
    const squares = vectors.slice(0, best).map((other, nth) => {
      let cosine = 0;
      for (const [term, value] of other) cosine += value * (vectors[index]?.get(term) ?? 0);
      return nth === index ? 0 : cosine ** 2 * Math.min(1, (hits[nth]?.score ?? 0) / full);
    });
    return [id, Math.sqrt(squares.reduce((sum, square) => sum + square, 0))];
  });
}

const WORDS = ['liver', 'bile', 'duct', 'stone', 'quarry', 'spleen', 'kidney', 'lobe', 'vein', '2019', 'the'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));
const papers = fc
  .array(fc.record({ title: text, abstract: text, summary: text, fullText: text }), { minLength: 1, maxLength: 30 })
  .map((texts) => texts.map((facts, at) => indexed({ id: at + 1, ...facts })));

describe('what a paper gains by its likeness to the best ones', () => {
  it('is the root of its squared cosines, weighted by their scores, of which copies of the query have no more', () => {
    fc.assert(
      fc.property(papers, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 }), (all, power, copies) => {
        const scoreOf = (id: number) => id ** -power;
        const gains = gainsOf([all], scoreOf, copies);
        for (const [id, expected] of expectedGains(all, scoreOf, copies))
          expect(gains.get(id)).toBeCloseTo(expected, 5);
      }),
      { seed: 21, numRuns: runs(15) },
    );
  });

  it('is the same however the papers are spread over segments', () => {
    fc.assert(
      fc.property(papers, (all) => {
        const spread = [0, 1, 2].map((rest) => all.filter(({ id }) => id % 3 === rest));
        expect(gainsOf(spread)).toEqual(gainsOf([all]));
      }),
      { seed: 22, numRuns: runs(6) },
    );
  });

  it('is nothing for a paper that is like none but itself', () => {
    const all = titled(
      'liver bile',
      'spleen',
      'liver bile duct',
      'liver bile vein',
      'lobe',
      'lobe',
      'lobe',
      'duct',
      'duct',
    );
    const gains = gainsOf([all]);
    expect([2, 5, 8].map((id) => gains.get(id))).toEqual([0, 0, 0]);
    expect(gains.get(3)).toBeGreaterThan(0.3);
  });

  it('comes from no word that all of the list have', () => {
    const all = titled(...Array.from({ length: 10 }, (_, at) => `liver w${at}`));
    expect([...gainsOf([all]).values()].every((gain) => gain === 0)).toBe(true);
  });

  it('comes from the best fifth of a short list', () => {
    const titles = Array.from({ length: 20 }, (_, at) => `topic${at % 7} vein${at % 5}`);
    const like = (best: number) => {
      const all = titled(...titles.map((title, at) => (at === best || at > 17 ? 'quarry stone' : title)));
      return gainsOf([all]).get(20);
    };
    expect([like(0), like(3), like(4)]).toEqual([expect.closeTo(1), expect.closeTo(0.5), 0]);
  });

  it('takes as many words as a paper has', () => {
    const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
    const all = Array.from({ length: 5 }, (_, at) => indexed({ id: at + 1, title: at < 3 ? long : `stone${at}` }));
    const gains = gainsOf([all]);
    expect([gains.get(2), gains.get(3), gains.get(4)]).toEqual([expect.closeTo(1), expect.closeTo(1), 0]);
  });
});
