import { describe, expect, it } from 'vitest';
import { expectedConcepts } from '../../../src/papers/relevance/missing.ts';
import { type QueryTerms, readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { queryOf } from '../../helpers/query.ts';

describe('the concepts that a paper is expected to have together', () => {
  it.each([
    [
      ['hearing', 'children', 'Hearing'],
      ['hearing', 'children'],
    ],
    [
      ['coral bleaching', 'coral', 'bleaching'],
      ['coral', 'bleaching'],
    ],
    [
      // A keyword that contains another is no further concept.
      ['coral bleaching', 'coral', 'fish'],
      ['coral', 'fish'],
    ],
    [['coral', 'coral', 'coral'], []],
    [
      ['myocardial infarction', 'heart attack', 'aspirin'],
      ['aspirin', 'heart attack'],
    ],
  ])('of %j are %j', (keywords, expected) => {
    const question = readQueryTerms(queryOf({ keywords })) as QueryTerms;
    const found = expectedConcepts(question).map(({ name }) => name.toLowerCase());
    expect(found.sort()).toEqual(expected.sort());
  });
});
