import { describe, expect, it } from 'vitest';
import type { IndexedPaper, IndexSnapshot } from '../../../src/engine/index/index-reader.ts';
import { partInMemory, withoutIds } from '../../../src/engine/index/segment/memory-segment.ts';
import { readQuestion } from '../../../src/engine/rank/parsed-query.ts';
import { rank } from '../../../src/engine/rank/ranker.ts';
import { statisticsOf } from '../../../src/engine/rank/statistics.ts';
import { searchIndex } from '../../../src/federated/library-search.ts';
import { seededRandom } from '../../crash/scripts.ts';
import { indexed, indexOf, partOf, titled } from '../rank/indexed-papers.ts';
import { compareAnswers, compareContents } from './compare-with-naive.ts';
import { describeSnapshot } from './describe-snapshot.ts';
import { randomBody, randomFilters, randomPaper } from './random-papers.ts';

function papersOf(seed: number, count: number, from = 1): IndexedPaper[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, place) => randomPaper(random, from + place));
}

const byId = (papers: readonly IndexedPaper[]) => new Map(papers.map((paper) => [paper.id, paper]));

/** What a search gives, to the last bit. */
function answersOf(snapshot: IndexSnapshot, seed: number) {
  const random = seededRandom(seed);
  const { hits, explainHits } = searchIndex(snapshot, { body: randomBody(random), filters: randomFilters(random) });
  return { hits: hits.map(({ id, score }) => ({ id, score })), explanations: explainHits() };
}

const SEEDS = Array.from({ length: 8 }, (_, place) => place + 1);

describe('a part in memory', () => {
  it.each(SEEDS)('holds and answers the same as the same papers on disk (seed %i)', (seed) => {
    const papers = papersOf(seed, 60);
    const inMemory = { parts: [partInMemory(papers)] };
    const onDisk = indexOf([papers]);
    expect(describeSnapshot(inMemory)).toBe(describeSnapshot(onDisk));
    expect(inMemory.parts[0]?.ids).toEqual(onDisk.parts[0]?.ids);
    for (let question = 0; question < 6; question += 1) {
      expect(answersOf(inMemory, question)).toEqual(answersOf(onDisk, question));
      compareAnswers(inMemory, byId(papers), seededRandom(question + seed * 100));
    }
  });

  it.each(SEEDS)('beside one on disk is as if all papers were in one (seed %i)', (seed) => {
    const papers = papersOf(seed, 30);
    const found = papersOf(seed + 1_000, 20, 2 ** 30);
    const both = { parts: [...indexOf([papers]).parts, partInMemory(found)] };
    compareContents(both, byId([...papers, ...found]));
    const one = indexOf([[...papers, ...found]]);
    for (let question = 0; question < 6; question += 1) {
      expect(answersOf(both, question)).toEqual(answersOf(one, question));
    }
  });

  it('has its papers in the order in which they were given, whatever their ids', () => {
    const papers = [indexed({ id: 9, title: 'liver', year: 1999 }), indexed({ id: 2, title: 'kidney', year: 2001 })];
    const part = partInMemory(papers);
    expect([[...part.ids], [...part.facts.year]]).toEqual([
      [9, 2],
      [1999, 2001],
    ]);
  });

  it('may be of one paper that says nothing, and of none', () => {
    expect(partInMemory([indexed({ id: 1 })])).toMatchObject({ papers: 1, slots: 1, terms: 0 });
    const none = partInMemory([]);
    expect(none).toMatchObject({ papers: 0, slots: 0 });
    const filters = { limit: 100 } as const;
    expect(searchIndex({ parts: [none] }, { body: { query: 'liver' }, filters }).hits).toEqual([]);
  });

  it('does not share anything with another', () => {
    const [first, second] = [titled('rock'), titled('wolf')].map((papers) => partInMemory(papers));
    expect([first?.findTerm('rock'), first?.findTerm('wolf')]).toEqual([0, -1]);
    expect([second?.findTerm('rock'), second?.findTerm('wolf')]).toEqual([-1, 0]);
  });
});

describe('a part without some papers', () => {
  function hitsOf(snapshot: IndexSnapshot, seed: number) {
    const random = seededRandom(seed);
    const statistics = statisticsOf(snapshot);
    const question = readQuestion(randomBody(random), statistics);
    const options = { count: 1_000, accept: () => undefined, feedback: false };
    return rank(snapshot, question, statistics, options).hits.map(({ id, score }) => ({ id, score }));
  }

  it.each(SEEDS)('gives the others as before (seed %i)', (seed) => {
    const part = partOf(papersOf(seed, 50));
    const hidden = new Set(papersOf(seed, 50).flatMap(({ id }) => (id % 3 === seed % 3 ? [id] : [])));
    let found = 0;
    for (let question = 0; question < 6; question += 1) {
      const all = hitsOf({ parts: [part] }, question);
      found += all.length;
      const rest = hitsOf({ parts: [withoutIds(part, hidden)] }, question);
      expect(rest).toEqual(all.filter(({ id }) => !hidden.has(id)));
    }
    expect(found).toBeGreaterThan(0);
  });

  it('says of each paper whether it is there', () => {
    const part = withoutIds(partOf(titled('liver', 'kidney', 'lung')), new Set([2, 99]));
    expect([0, 1, 2].map((slot) => part.isDeleted(slot))).toEqual([false, true, false]);
    expect(part.hasDeleted).toBe(true);
  });

  it('is the part itself where none of them is in it', () => {
    const part = partOf(titled('liver', 'kidney'));
    expect(withoutIds(part, new Set([7]))).toBe(part);
    expect(withoutIds(part, new Set())).toBe(part);
  });

  it('keeps deleted what was deleted', () => {
    const [part] = indexOf([titled('liver', 'kidney', 'lung')], [1]).parts;
    if (!part) throw new Error('there is no part');
    expect(withoutIds(part, new Set([1]))).toBe(part);
    const without = withoutIds(part, new Set([2]));
    expect([0, 1, 2].map((slot) => without.isDeleted(slot))).toEqual([true, true, false]);
  });

  it('does not hide them from others', () => {
    const part = partOf(titled('liver', 'kidney'));
    withoutIds(part, new Set([1]));
    expect([part.hasDeleted, part.isDeleted(0)]).toEqual([false, false]);
  });
});
