import { describe, expect, it } from 'vitest';
import { likeness, MIN_LIKENESS, toVector } from '../../../src/search/federated/similar-papers.ts';

const BEDS = {
  title: 'Filter feeding of mussels on sheltered shores',
  abstract: 'We measured how fast mussels of sheltered shores filter plankton, in summer and in winter.',
};
const like = (one: Parameters<typeof toVector>[0], other: Parameters<typeof toVector>[0]) =>
  likeness(toVector(one), toVector(other));

describe('the likeness of two papers', () => {
  it('is 1 with itself, the same either way round, and 0 without a common word or any text', () => {
    const other = { title: 'Plankton filtered by mussels', abstract: null };
    expect(like(BEDS, BEDS)).toBeCloseTo(1);
    expect(like(BEDS, other)).toBeCloseTo(like(other, BEDS));
    expect(like(BEDS, { title: 'Sovereign debt of islands' })).toBe(0);
    expect(like(BEDS, { title: '' })).toBe(0);
    expect(like({ title: 'Wakes behind cones' }, { title: 'Zakkay and the wakes' })).toBe(0);
  });

  it('is of rare words: those that are in papers of every topic make none similar', () => {
    expect(like(BEDS, { title: 'Filtration of plankton by mussels in summer' })).toBeGreaterThan(MIN_LIKENESS);
    const boilerplate = {
      title: 'How we measured it',
      abstract: 'We measured how fast the results in this study were.',
    };
    expect(like(BEDS, boilerplate)).toBeLessThan(MIN_LIKENESS);
  });

  it('is more by a subject that both have than by a name', () => {
    const about = { title: 'Mussels, plankton and filter feeding on shores', abstract: null };
    const named = { title: 'Zakkay and Lovelace', abstract: null };
    const asked = { title: 'Zakkay and Lovelace on mussels, plankton, filter feeding and shores', abstract: null };
    expect(like(asked, about)).toBeGreaterThan(like(asked, named));
  });

  it('does not depend on how often a text says the same', () => {
    const twice = { title: BEDS.title, abstract: `${BEDS.abstract} ${BEDS.abstract}` };
    expect(like(BEDS, twice)).toBeGreaterThan(0.95);
  });
});
