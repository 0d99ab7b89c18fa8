import { expect, it } from 'vitest';
import type { PaperInput } from '../../src/papers/paper.ts';
import { record } from '../helpers/record.ts';
import { openShelf } from './imported-works.ts';
import { LIKE, UNLIKE, type WorkPair } from './work-pairs.ts';

/** The pairs that became one paper when imported one record after the other, in either order. */
function united(pairs: readonly WorkPair[]): string[] {
  return pairs.flatMap(([kind, first, second]) => {
    const works = (
      [
        [first, second],
        [second, first],
      ] as [PaperInput, PaperInput][]
    ).map((order) => {
      const shelf = openShelf();
      shelf.take(...order.map((each) => record(each)));
      return shelf.works();
    });
    expect(new Set(works).size, kind).toBe(1);
    return works[0] === 1 ? [kind] : [];
  });
}

it('makes one paper of at least nine in ten pairs of records of one work', () => {
  const found = united(LIKE);
  const missed = LIKE.map(([kind]) => kind).filter((kind) => !found.includes(kind));
  expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(LIKE.length / 10);
});

it('makes one paper of at most two of sixty pairs of different works', () => {
  const found = united(UNLIKE);
  expect(found.length, found.join('; ')).toBeLessThanOrEqual(2);
});
