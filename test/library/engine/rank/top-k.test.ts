import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTopK, isBefore, lowerBound } from '../../../../src/library/engine/rank/top-k.ts';
import { seededNumbers } from '../../../../src/review/seeded-numbers.ts';
import { runs } from '../../../helpers/runs.ts';

type Offered = { score: number; id: number };

/** What is kept of papers that are offered one after the other. */
function bestOf(count: number, offered: readonly Offered[]) {
  const best = createTopK(count);
  offered.forEach(({ id, score }, at) => {
    best.offer(at % 3, at, id, score);
  });
  return best;
}

const papers = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 })
  .chain((ids) =>
    fc
      .array(fc.constantFrom(0.25, 0.5, 1, 1, 2, 7), { minLength: ids.length, maxLength: ids.length })
      .map((scores) => ids.map((id, at) => ({ id, score: scores[at] as number }))),
  );

describe('the best papers', () => {
  it('are those of sorting all, ties by the lower id', () => {
    fc.assert(
      fc.property(papers, fc.integer({ min: 0, max: 20 }), (offered, count) => {
        const sorted = [...offered].sort((a, b) => b.score - a.score || a.id - b.id).slice(0, count);
        const taken = bestOf(count, offered).take();
        expect(taken.map(({ id, score }) => ({ id, score }))).toEqual(sorted);
      }),
      {
        seed: 7,
        numRuns: runs(500),
        examples: [
          [[], 5],
          [
            [
              { id: 2, score: 1 },
              { id: 1, score: 1 },
            ],
            1,
          ],
        ],
      },
    );
  });

  it('do not depend on the order in which papers are offered', () => {
    fc.assert(
      fc.property(papers, fc.integer({ min: 1, max: 10 }), (offered, count) => {
        const ids = (list: Offered[]) =>
          bestOf(count, list)
            .take()
            .map(({ id }) => id);
        expect(ids([...offered].reverse())).toEqual(ids(offered));
      }),
      { seed: 8, numRuns: runs(200) },
    );
  });

  it('keep the segment index and the docId that they were offered with', () => {
    const best = createTopK(2);
    best.offer(4, 9, 77, 0.5);
    best.offer(1, 3, 12, 0.25);
    expect(best.take()).toEqual([
      { segmentIndex: 4, docId: 9, id: 77, score: 0.5 },
      { segmentIndex: 1, docId: 3, id: 12, score: 0.25 },
    ]);
  });
});

describe('the least score that has a chance', () => {
  it('is 0 until there are enough, then that of the worst', () => {
    const best = createTopK(2);
    expect(best.minScore).toBe(0);
    best.offer(0, 0, 1, 3);
    expect(best.minScore).toBe(0);
    best.offer(0, 1, 2, 5);
    expect(best.minScore).toBe(3);
    best.offer(0, 2, 3, 4);
    expect(best.minScore).toBe(4);
    best.offer(0, 3, 4, 1);
    expect(best.minScore).toBe(4);
  });

  it('never shuts out a paper that belongs to the best', () => {
    fc.assert(
      fc.property(papers, fc.integer({ min: 1, max: 10 }), (offered, count) => {
        const best = createTopK(count);
        for (const { id, score } of offered) if (score >= best.minScore) best.offer(0, 0, id, score);
        const ids = best.take().map(({ id }) => id);
        expect(ids).toEqual(
          bestOf(count, offered)
            .take()
            .map(({ id }) => id),
        );
      }),
      { seed: 9, numRuns: runs(200) },
    );
  });
});

it('the order is of the score, then of the id', () => {
  const hit = (score: number, id: number) => ({ segmentIndex: 0, docId: 0, id, score });
  expect(isBefore(hit(2, 9), hit(1, 1))).toBe(true);
  expect(isBefore(hit(1, 1), hit(2, 9))).toBe(false);
  expect(isBefore(hit(1, 1), hit(1, 2))).toBe(true);
  expect(isBefore(hit(1, 1), hit(1, 1))).toBe(false);
});

describe('a lower bound of the best scores', () => {
  const score = fc.oneof(fc.constant(0), fc.constant(0.5), fc.float({ min: 0, max: 50, noNaN: true }));
  const segments = fc.array(fc.array(score, { maxLength: 80 }), { maxLength: 3 });
  const bounded = (lists: readonly number[][], count: number) => {
    const all = lists.map((list) => Float32Array.from(list, Math.abs));
    return { bound: lowerBound(all, count), sorted: all.flatMap((list) => [...list]).sort((a, b) => b - a) };
  };

  it('is reached by as many as asked for, or is 0', () => {
    fc.assert(
      fc.property(segments, fc.integer({ min: 1, max: 100 }), (lists, count) => {
        const { bound, sorted } = bounded(lists, count);
        expect(bound).toBeLessThanOrEqual(sorted[count - 1] ?? 0);
      }),
      { seed: 9, numRuns: runs(300) },
    );
  });

  it.each([50, 100, 300])('is reached by few more than %i where scores stand in no order', (count) => {
    const next = seededNumbers(count);
    const lists = [2_500, 1_500].map((length) => Array.from({ length }, () => 50 * next()));
    const { bound, sorted } = bounded(lists, count);
    expect(sorted.filter((score) => score >= bound).length).toBeLessThan(6 * count);
  });
});
