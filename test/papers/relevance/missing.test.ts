import { describe, expect, it } from 'vitest';
import { expectedKeywords } from '../../../src/papers/relevance/missing.ts';
import { type QueryTerms, readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { queryOf } from '../../helpers/query.ts';

describe('the keywords that a paper is expected to have together', () => {
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
      ['coral bleaching', 'coral', 'fish'],
      ['coral bleaching', 'coral', 'fish'],
    ],
    [['coral', 'coral', 'coral'], []],
  ])('of %j are %j', (keywords, expected) => {
    const question = readQueryTerms(queryOf({ keywords })) as QueryTerms;
    const found = expectedKeywords(question).map(({ keyword }) => keyword.toLowerCase());
    expect(found.sort()).toEqual(expected.sort());
  });
});
