import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type RankedList } from '../../src/papers/fuse-ranks.ts';

function list(weight: number, ids: readonly number[]): RankedList {
  return { weight, ranks: new Map(ids.map((id, position) => [id, position + 1])) };
}

const idsOf = (lists: RankedList[]) => fuse(lists).map(({ id }) => id);

describe('lists that are fused', () => {
  it('of one: its order, the first with the whole score', () => {
    const fused = fuse([list(0.7, [4, 2, 9])]);
    expect(fused.map(({ id }) => id)).toEqual([4, 2, 9]);
    expect(fused.map(({ score }) => score)).toEqual([1, 61 / 62, 61 / 63].map((score) => expect.closeTo(score, 12)));
  });

  it('give the sum of what each says, as a share of the most that is possible', () => {
    const [first, second, third] = fuse([list(2, [1, 2]), list(1, [2, 3])]);
    const maxSum = 3 / 61;
    expect(first).toEqual({ id: 2, score: expect.closeTo((2 / 62 + 1 / 61) / maxSum, 12) });
    expect(second).toEqual({ id: 1, score: expect.closeTo(2 / 61 / maxSum, 12) });
    expect(third).toEqual({ id: 3, score: expect.closeTo(1 / 62 / maxSum, 12) });
  });

  it('that agree on the first give it the whole score', () => {
    expect(fuse([list(2, [7, 1]), list(0.7, [7]), list(1, [7, 3])])[0]).toEqual({
      id: 7,
      score: expect.closeTo(1, 12),
    });
  });

  it('count as their weights say', () => {
    expect(idsOf([list(1, [1, 2]), list(0.9, [2, 1])])).toEqual([1, 2]);
    expect(idsOf([list(0.9, [1, 2]), list(1, [2, 1])])).toEqual([2, 1]);
  });

  it('of which some say nothing are as if these were not there', () => {
    const lists = [list(2, [3, 1]), list(1, [1])];
    expect(fuse([...lists, list(5, [])])).toEqual(fuse(lists));
    expect([fuse([]), fuse([list(1, [])])]).toEqual([[], []]);
  });

  it('may give the same rank twice, and leave ranks out', () => {
    const ranks = new Map([
      [8, 3],
      [5, 3],
      [6, 40],
    ]);
    expect(idsOf([{ weight: 1, ranks }])).toEqual([5, 8, 6]);
  });

  it('have ties in the order of ids, whichever list has them first', () => {
    expect(idsOf([list(1, [9]), list(1, [4]), list(1, [6])])).toEqual([4, 6, 9]);
    expect(idsOf([list(1, [9, 4]), list(1, [4, 9])])).toEqual([4, 9]);
  });
});

describe('any lists', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });
  const lists = fc.array(fc.tuple(fc.constantFrom(0.7, 0.8, 0.9, 1, 2), ids), { minLength: 1, maxLength: 5 });
  const made = (given: readonly [number, number[]][]) => given.map(([weight, all]) => list(weight, all));

  it('give each paper once, with a score over 0 and up to 1, the best first', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const fused = fuse(made(given));
        const all = new Set(given.flatMap(([, each]) => each));
        expect(fused.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...all].sort((a, b) => a - b));
        for (const [position, { id, score }] of fused.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1 + 1e-12);
          const before = fused[position - 1];
          if (before) expect(before.score > score || (before.score === score && before.id < id)).toBe(true);
        }
      }),
    );
  });

  it('never rank one before another that every list prefers', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const all = made(given);
        const order = idsOf(all);
        const rankIn = ({ ranks }: RankedList, id: number) => ranks.get(id) ?? Number.POSITIVE_INFINITY;
        for (const [position, id] of order.entries()) {
          for (const later of order.slice(position + 1)) {
            const isBeaten = all.every((one) => rankIn(one, later) <= rankIn(one, id));
            const isEqual = all.every((one) => rankIn(one, later) === rankIn(one, id));
            expect(isBeaten && !isEqual).toBe(false);
          }
        }
      }),
    );
  });
});
