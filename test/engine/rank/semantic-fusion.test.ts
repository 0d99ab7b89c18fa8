import { describe, expect, it } from 'vitest';
import { SEMANTIC } from '../../../src/engine/rank/constants.ts';
import { cosine, fuseByMeaning, fuseWithCosines } from '../../../src/engine/rank/semantic-fusion.ts';

const places = (scores: readonly number[], cosines: readonly number[]) =>
  fuseWithCosines(scores, cosines).map(({ place }) => place);

describe('the cosine', () => {
  it.each([
    [[1, 0], [5, 0], 1],
    [[1, 0], [0, 2], 0],
    [[1, 1], [-2, -2], -1],
    [[3, 4], [4, 3], 24 / 25],
    [[1, 2, 2], [2, 1, 2], 8 / 9],
  ])('of %j and %j is %d', (a, b, expected) => {
    expect(cosine(Float32Array.from(a), Float32Array.from(b))).toBeCloseTo(expected, 12);
  });
});

describe('fusion', () => {
  it('keeps the order where both agree, and where all cosines are equal', () => {
    expect(places([3, 2, 1], [0.9, 0.5, 0.1])).toEqual([0, 1, 2]);
    expect(places([3, 2, 1], [0.4, 0.4, 0.4])).toEqual([0, 1, 2]);
    expect(places([1], [0.4])).toEqual([0]);
    expect(places([], [])).toEqual([]);
  });

  it('raises a paper of a similar meaning over one of a slightly higher score', () => {
    expect(places([1, 0.9, 0.2], [0.1, 0.8, 0.1])).toEqual([1, 0, 2]);
  });

  it('depends on differences of cosines alone: models have ranges of their own', () => {
    const scores = [1, 0.7, 0.6, 0.1];
    const wide = places(scores, [0, 0.5, 1, 0.25]);
    expect(places(scores, [0.8, 0.85, 0.9, 0.825])).toEqual(wide);
    expect(wide[0]).toBe(2);
  });

  it('depends on ratios of scores alone', () => {
    expect(places([0.1, 0.07, 0.06], [0, 0.5, 1])).toEqual(places([1, 0.7, 0.6], [0, 0.5, 1]));
  });

  it('gives scores from 1 down', () => {
    const w = SEMANTIC.weight;
    const [first, second, third] = fuseWithCosines([2, 1, 1], [0.5, 1, 0]);
    expect(first?.score).toBe(1);
    // Sums before scaling: 1 and half of the range; half and all of it; half and nothing of it.
    const sums = [1 - w + w / 2, (1 - w) / 2 + w, (1 - w) / 2].sort((a, b) => b - a) as [number, number, number];
    expect(second?.score).toBeCloseTo(sums[1] / sums[0], 12);
    expect(third?.score).toBeCloseTo(sums[2] / sums[0], 12);
  });

  it('leaves papers that were not compared behind the others, in their order and with no higher score', () => {
    const fused = fuseWithCosines([1, 0.9, 0.8, 0.7], [0.2, 0.1]);
    expect(fused.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
    const scores = fused.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});

describe('feedback by meaning', () => {
  const vectors = (...list: number[][]) => list.map((numbers) => Float32Array.from(numbers));
  const question = Float32Array.from([1, 0, 0]);

  it('raises papers that mean what the best ones mean', () => {
    // Nobody says just what was asked; the best two say [1, 1, 0], and so does the last one, but for its score.
    const best = [
      [1, 1, 0],
      [1, 1, 0],
    ];
    const others = Array.from({ length: 6 }, () => [1, 0, 1]);
    const scores = [1, 1, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3];
    const list = vectors(...best, [0, 0, 1], ...others, [1, 1, 0]);
    const places = fuseByMeaning(scores, question, list).map(({ place }) => place);
    expect(places.slice(0, 3)).toEqual([0, 1, 9]);
    const cosines = list.map((vector) => cosine(question, vector));
    expect(
      fuseWithCosines(scores, cosines)
        .map(({ place }) => place)
        .slice(0, 3),
    ).toEqual([0, 1, 3]);
  });

  it('does not depend on how long vectors are, and is none in a short list', () => {
    const list = [
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 1],
      [0, 0, 1],
      [0, 1, 0],
      [1, 2, 0],
    ];
    const scores = [1, 0.9, 0.8, 0.7, 0.6, 0.5];
    const longer = list.map((numbers, at) => numbers.map((value) => value * (at + 1)));
    const places = (all: number[][]) => fuseByMeaning(scores, question, vectors(...all)).map(({ place }) => place);
    expect(places(longer)).toEqual(places(list));
    const [two, cosines] = [vectors([1, 1, 0], [1, 0, 0]), [Math.SQRT1_2, 1]];
    expect(fuseByMeaning([1, 0.9], question, two).map(({ place }) => place)).toEqual(
      fuseWithCosines([1, 0.9], cosines).map(({ place }) => place),
    );
  });
});
