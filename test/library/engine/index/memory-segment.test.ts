import { describe, expect, it } from 'vitest';
import type { IndexedPaper, IndexSnapshot } from '../../../../src/library/engine/index/index-reader.ts';
import { memorySegment } from '../../../../src/library/engine/index/segment/memory-segment.ts';
import { withoutIds } from '../../../../src/library/engine/index/segment/segment-reader.ts';
import { rank } from '../../../../src/library/engine/rank/ranker.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { weighQuery } from '../../../../src/library/engine/rank/weighted-query.ts';
import { parseQuery } from '../../../../src/papers/query/query.ts';
import { searchIndex } from '../../../../src/search/federated/library-search.ts';
import { seededRandom } from '../../../crash/scripts.ts';
import { queryOf } from '../../../helpers/query.ts';
import { some } from '../../../helpers/runs.ts';
import { indexed, indexOf, segmentOf, titled } from '../rank/indexed-papers.ts';
import { compareAnswers, compareContents } from './compare-with-naive.ts';
import { describeSnapshot } from './describe-snapshot.ts';
import { randomBody, randomFilters, randomPaper } from './random-papers.ts';

function papersOf(seed: number, count: number, from = 1): IndexedPaper[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, position) => randomPaper(random, from + position));
}

const byId = (papers: readonly IndexedPaper[]) => new Map(papers.map((paper) => [paper.id, paper]));

/** What a search gives, to the last bit. */
function answersOf(snapshot: IndexSnapshot, seed: number) {
  const random = seededRandom(seed);
  const { hits } = searchIndex(snapshot, parseQuery({ body: randomBody(random), filters: randomFilters(random) }));
  return hits.map(({ id, score, hasQueryTerm }) => ({ id, score, hasQueryTerm }));
}

const SEEDS = some([1, 2, 3, 4, 5, 6, 7, 8]);

describe('a segment in memory', () => {
  it.each(SEEDS)('holds and answers the same as the same papers on disk (seed %i)', (seed) => {
    const papers = papersOf(seed, 60);
    const inMemory = { segments: [memorySegment(papers)] };
    const onDisk = indexOf([papers]);
    expect(describeSnapshot(inMemory)).toBe(describeSnapshot(onDisk));
    expect(inMemory.segments[0]?.ids).toEqual(onDisk.segments[0]?.ids);
    for (let query = 0; query < 6; query += 1) {
      expect(answersOf(inMemory, query)).toEqual(answersOf(onDisk, query));
      compareAnswers(inMemory, byId(papers), seededRandom(query + seed * 100));
    }
  });

  it.each(SEEDS)('beside one on disk is as if all papers were in one (seed %i)', (seed) => {
    const papers = papersOf(seed, 30);
    const found = papersOf(seed + 1_000, 20, 2 ** 30);
    const both = { segments: [...indexOf([papers]).segments, memorySegment(found)] };
    compareContents(both, byId([...papers, ...found]));
    const one = indexOf([[...papers, ...found]]);
    for (let query = 0; query < 6; query += 1) {
      expect(answersOf(both, query)).toEqual(answersOf(one, query));
    }
  });

  it('has its papers in the order in which they were given, whatever their ids', () => {
    const papers = [indexed({ id: 9, title: 'liver', year: 1999 }), indexed({ id: 2, title: 'kidney', year: 2001 })];
    const segment = memorySegment(papers);
    expect([[...segment.ids], [...segment.metadata.year]]).toEqual([
      [9, 2],
      [1999, 2001],
    ]);
  });

  it('may be of one paper that says nothing, and of none', () => {
    expect(memorySegment([indexed({ id: 1 })])).toMatchObject({ papers: 1, maxDoc: 1, terms: 0 });
    const none = memorySegment([]);
    expect(none).toMatchObject({ papers: 0, maxDoc: 0 });
    const filters = { limit: 100 } as const;
    expect(searchIndex({ segments: [none] }, parseQuery({ body: { query: 'liver' }, filters })).hits).toEqual([]);
  });

  it('does not share anything with another', () => {
    const [first, second] = [titled('rock'), titled('wolf')].map((papers) => memorySegment(papers));
    expect([first?.findTerm('rock'), first?.findTerm('wolf')]).toEqual([0, -1]);
    expect([second?.findTerm('rock'), second?.findTerm('wolf')]).toEqual([-1, 0]);
  });
});

describe('a segment without some papers', () => {
  function hitsOf(snapshot: IndexSnapshot, seed: number) {
    const random = seededRandom(seed);
    const statistics = readStatistics(snapshot);
    const query = weighQuery(queryOf(randomBody(random)), statistics);
    const options = { count: 1_000, accept: () => undefined, feedback: false };
    return rank(snapshot, query, statistics, options).hits.map(({ id, score }) => ({ id, score }));
  }

  it.each(SEEDS)('gives the others as before (seed %i)', (seed) => {
    const segment = segmentOf(papersOf(seed, 50));
    const hidden = new Set(papersOf(seed, 50).flatMap(({ id }) => (id % 3 === seed % 3 ? [id] : [])));
    let found = 0;
    for (let query = 0; query < 6; query += 1) {
      const all = hitsOf({ segments: [segment] }, query);
      found += all.length;
      const rest = hitsOf({ segments: [withoutIds(segment, hidden)] }, query);
      expect(rest).toEqual(all.filter(({ id }) => !hidden.has(id)));
    }
    expect(found).toBeGreaterThan(0);
  });

  it('says of each paper whether it is there', () => {
    const segment = withoutIds(segmentOf(titled('liver', 'kidney', 'lung')), new Set([2, 99]));
    expect([0, 1, 2].map((docId) => segment.isDeleted(docId))).toEqual([false, true, false]);
    expect(segment.hasDeleted).toBe(true);
  });

  it('is the segment itself where none of them is in it', () => {
    const segment = segmentOf(titled('liver', 'kidney'));
    expect(withoutIds(segment, new Set([7]))).toBe(segment);
    expect(withoutIds(segment, new Set())).toBe(segment);
  });

  it('keeps deleted what was deleted', () => {
    const [segment] = indexOf([titled('liver', 'kidney', 'lung')], [1]).segments;
    if (!segment) throw new Error('there is no segment');
    expect(withoutIds(segment, new Set([1]))).toBe(segment);
    const without = withoutIds(segment, new Set([2]));
    expect([0, 1, 2].map((docId) => without.isDeleted(docId))).toEqual([true, true, false]);
  });

  it('does not hide them from others', () => {
    const segment = segmentOf(titled('liver', 'kidney'));
    withoutIds(segment, new Set([1]));
    expect([segment.hasDeleted, segment.isDeleted(0)]).toEqual([false, false]);
  });
});
