import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NearestRelevant } from '../../src/review/ranking/nearest-relevant.ts';
import { transpose } from '../../src/review/ranking/sparse-rows.ts';
import { termRows } from '../../src/review/ranking/term-rows.ts';

const word = fc.constantFrom('coral', 'reef', 'fish', 'heat', 'stress', 'sleep', 'adult', 'trial');
const texts = fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 12 });

/** The rows as whole lists of numbers. */
function spread({ starts, columns, values, width }: ReturnType<typeof termRows>): number[][] {
  return [...starts.slice(1)].map((end, row) => {
    const list = Array<number>(width).fill(0);
    for (let at = starts[row] as number; at < end; at++) list[columns[at] as number] = values[at] as number;
    return list;
  });
}

describe('the nearness to relevant records', () => {
  it('is the sum of the products with the nearest three, however they came', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(11)), fc.array(fc.nat(11)), (given, first, later) => {
        const rows = termRows(given.map((words) => words.join(' ')));
        const lists = spread(rows);
        const nearest = new NearestRelevant(rows, transpose(rows));
        for (const relevant of [first, [...first, ...later], later]) {
          const some = new Set(relevant.filter((row) => row < given.length));
          const products = lists.map((list) =>
            [...some].map((row) => list.reduce((sum, value, at) => sum + value * (lists[row]?.[at] as number), 0)),
          );
          const sums = products.map((of) =>
            of
              .sort((a, b) => b - a)
              .slice(0, 3)
              .reduce((sum, product) => sum + product, 0),
          );
          for (const [row, near] of nearest.nearness(some).entries()) expect(near).toBeCloseTo(sums[row] as number, 9);
        }
      }),
    );
  });

  it('finds each value of a matrix by its column, in the order of the rows', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const rows = termRows(given.map((words) => words.join(' ')));
        const { starts, columns, values } = transpose(rows);
        const lists = spread(rows);
        for (let column = 0; column < rows.width; column++) {
          const of = [...columns.slice(starts[column], starts[column + 1])];
          expect(of).toEqual([...lists.keys()].filter((row) => lists[row]?.[column] !== 0));
          const had = [...values.slice(starts[column], starts[column + 1])];
          expect(had).toEqual(of.map((row) => lists[row]?.[column]));
        }
      }),
    );
  });
});
