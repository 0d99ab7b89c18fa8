import { describe, expect, it } from 'vitest';
import { textToLookUp } from '../../src/cli/search-options.ts';

describe('what is looked up instead of searched', () => {
  it.each([
    ['coral reefs', {}, 'coral reefs'],
    [undefined, { keyword: ['coral reefs', 'bleaching'] }, 'coral reefs bleaching'],
    [undefined, { keyword: ['coral'] }, 'coral'],
    ['10.1038/nature14539', {}, '10.1038/nature14539'],
    [`https://doi.org/10.1016/${'x'.repeat(60)}`, {}, `https://doi.org/10.1016/${'x'.repeat(60)}`],
  ])('%j with %j', (query, options, text) => {
    expect(textToLookUp(query, options)).toBe(text);
  });

  it.each([
    ['a question of fifty characters or more, as the service asks', {}],
    [undefined, { keyword: ['coral', 'reef', 'fish'] }],
    ['coral reefs', { keyword: ['coral', 'reef', 'fish'] }],
    ['coral reefs', { year: '2020' }],
    ['coral reefs', { enrich: true }],
    ['  ', {}],
    [undefined, {}],
  ])('never %j with %j', (query, options) => {
    expect(textToLookUp(query, options)).toBeUndefined();
  });
});
