import { describe, expect, it } from 'vitest';
import { fuseParts } from '../../src/papers/fuse-ranks.ts';

const idsOf = (lists: number[][]) => fuseParts(lists).map(({ id }) => id);

describe('the works of the parts of a question', () => {
  it('of one part keep its order', () => {
    expect(idsOf([[5, 3, 9]])).toEqual([5, 3, 9]);
  });

  it('come first if several parts found them', () => {
    expect(
      idsOf([
        [1, 2, 3],
        [4, 3],
        [7, 3],
      ])[0],
    ).toBe(3);
  });

  it('stay first if one part has them first, however many have others far below', () => {
    const fillers = (from: number) => Array.from({ length: 58 }, (_, at) => from + at);
    const lists = [
      [1, ...fillers(100), 2],
      [...fillers(200), 50, 2],
      [3, ...fillers(300)],
    ];
    expect(idsOf(lists).indexOf(1)).toBeLessThan(idsOf(lists).indexOf(2));
    expect(idsOf(lists).indexOf(3)).toBeLessThan(idsOf(lists).indexOf(2));
  });

  it('are named with the parts that found them', () => {
    const found = new Map(fuseParts([[1, 2], [2], [], [2, 8]]).map(({ id, foundBy }) => [id, foundBy]));
    expect([...found].sort(([a], [b]) => a - b)).toEqual([
      [1, [0]],
      [2, [0, 1, 3]],
      [8, [3]],
    ]);
  });

  it('count once in a list, where it has them first', () => {
    expect(fuseParts([[1, 2, 1, 3], [4]])).toEqual(fuseParts([[1, 2, 3], [4]]));
  });

  it('have the whole score if all parts have them first, and none without parts', () => {
    expect(fuseParts([[4, 1], [4]])[0]).toEqual({ id: 4, score: expect.closeTo(1, 12), foundBy: [0, 1] });
    expect([fuseParts([]), fuseParts([[], []])]).toEqual([[], []]);
  });
});
