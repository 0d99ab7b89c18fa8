import { describe, expect, it } from 'vitest';
import { cosine, fuseByMeaning, fuseWithCosines } from '../../../../src/library/engine/rank/semantic-fusion.ts';

const SHARE = 0.5;

const places = (scores: readonly number[], cosines: readonly number[]) =>
  fuseWithCosines(scores, cosines, SHARE).map(({ position }) => position);

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

  it('goes by the words alone, or by the meaning alone, as its share says', () => {
    const placesAt = (share: number) =>
      fuseWithCosines([1, 0.9, 0.2], [0.2, 0.1, 0.9], share).map(({ position }) => position);
    expect(placesAt(0)).toEqual([0, 1, 2]);
    expect(placesAt(1)).toEqual([2, 0, 1]);
  });

  it('depends on ratios of scores alone', () => {
    expect(places([0.1, 0.07, 0.06], [0, 0.5, 1])).toEqual(places([1, 0.7, 0.6], [0, 0.5, 1]));
  });

  it('gives scores from 1 down', () => {
    const w = 0.3;
    const [first, second, third] = fuseWithCosines([2, 1, 1], [0.5, 1, 0], w);
    expect(first?.score).toBe(1);
    // Sums before scaling: 1 and half of the range; half and all of it; half and nothing of it.
    const sums = [1 - w + w / 2, (1 - w) / 2 + w, (1 - w) / 2].sort((a, b) => b - a) as [number, number, number];
    expect(second?.score).toBeCloseTo(sums[1] / sums[0], 12);
    expect(third?.score).toBeCloseTo(sums[2] / sums[0], 12);
  });

  it('leaves papers that were not compared behind the others, in their order and with no higher score', () => {
    const fused = fuseWithCosines([1, 0.9, 0.8, 0.7], [0.2, 0.1], SHARE);
    expect(fused.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
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
    const places = fuseByMeaning(scores, question, list).map(({ position }) => position);
    expect(places.slice(0, 3)).toEqual([0, 1, 9]);
    const cosines = list.map((vector) => cosine(question, vector));
    expect(
      fuseWithCosines(scores, cosines, SHARE)
        .map(({ position }) => position)
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
    const places = (all: number[][]) =>
      fuseByMeaning(scores, question, vectors(...all)).map(({ position }) => position);
    expect(places(longer)).toEqual(places(list));
    const [two, cosines] = [vectors([1, 1, 0], [1, 0, 0]), [Math.SQRT1_2, 1]];
    expect(fuseByMeaning([1, 0.9], question, two).map(({ position }) => position)).toEqual(
      fuseWithCosines([1, 0.9], cosines, SHARE).map(({ position }) => position),
    );
  });
});

describe('the share of meaning', () => {
  const COUNT = 60;
  const MORE = 160;
  const axis = (at: number, length: number) =>
    Float32Array.from({ length: MORE + 1 }, (_, n) => (n === at ? length : 0));
  const question = axis(0, 1);
  /** A vector that is as similar to the question as it says, and otherwise unlike all others. */
  const similar = (cosine: number, position: number) =>
    axis(0, cosine).map((value, at) => (at === position + 1 ? Math.sqrt(1 - cosine ** 2) : value));
  const scores = Array.from({ length: COUNT }, (_, position) => 1 - position / 100);
  const placesOf = (cosineAt: (position: number) => number, all = scores) =>
    fuseByMeaning(
      all,
      question,
      all.map((_, position) => similar(cosineAt(position), position)),
    ).map(({ position }) => position);
  const agreeing = (position: number) => 0.9 - position / 100;
  const contradicting = (position: number) => 0.3 + position / 100;

  it('is too small to turn the order by words round where the two contradict each other', () => {
    expect(placesOf(contradicting)).toEqual(scores.map((_, position) => position));
  });

  it('lets a paper rise by its meaning also there, but not over the best', () => {
    const places = placesOf((position) => (position === 40 ? 0.99 : contradicting(position)));
    expect(places.indexOf(40)).toBeLessThan(20);
    expect(places.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  });

  it('is larger where the two agree', () => {
    // Of two papers one is better by words, and the other by its meaning.
    const swapped = (cosineAt: (position: number) => number) => (position: number) =>
      position === 50 ? 0.45 : position === 59 ? 0.58 : cosineAt(position);
    const isAhead = (places: readonly number[]) => places.indexOf(59) < places.indexOf(50);
    expect(isAhead(placesOf(swapped(agreeing)))).toBe(true);
    expect(isAhead(placesOf(swapped(contradicting)))).toBe(false);
  });

  it('is that of the first papers alone', () => {
    const more = Array.from({ length: MORE }, (_, position) => 1 - position / 200);
    // By the order of all, the two would agree.
    const places = placesOf((position) => (position < COUNT ? 0.7 + position / 400 : 0.6 - position / 400), more);
    expect(places.slice(0, COUNT)).toEqual(more.slice(0, COUNT).map((_, position) => position));
  });
});
