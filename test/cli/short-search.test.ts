import { describe, expect, it } from 'vitest';
import { selectionOfFilters, shortSearchLines, textToLookUp } from '../../src/cli/commands/search.ts';

describe('what is looked up instead of searched', () => {
  it.each([
    ['coral reefs', {}, 'coral reefs'],
    [undefined, { keyword: ['coral reefs', 'bleaching'] }, 'coral reefs bleaching'],
    [undefined, { keyword: ['coral'] }, 'coral'],
    ['10.1038/nature14539', {}, '10.1038/nature14539'],
    [`https://doi.org/10.1016/${'x'.repeat(60)}`, {}, `https://doi.org/10.1016/${'x'.repeat(60)}`],
    ['coral reefs', { enrich: true }, 'coral reefs'],
  ])('%j with %j', (query, options, text) => {
    expect(textToLookUp(query, options)).toBe(text);
  });

  it.each([
    ['a question of fifty characters or more, as the service asks', {}],
    [undefined, { keyword: ['coral', 'reef', 'fish'] }],
    ['coral reefs', { keyword: ['coral', 'reef', 'fish'] }],
    ['  ', {}],
    [undefined, {}],
  ])('never %j with %j', (query, options) => {
    expect(textToLookUp(query, options)).toBeUndefined();
  });
});

describe('the filters of a search that is looked up', () => {
  it('become conditions on the papers found, and their order', () => {
    expect(
      selectionOfFilters({
        year: '2019:2021',
        minCitationCount: '5',
        quartileRanking: 'Q1,Q2',
        publicationTypes: 'journal',
        fieldsOfStudy: 'Biology',
        openAccessPdf: true,
        downloadable: 'false',
        sort: 'year:desc',
        limit: '200',
      }),
    ).toEqual({
      where: {
        yearFrom: 2019,
        yearTo: 2021,
        minCitations: 5,
        quartiles: ['Q1', 'Q2'],
        types: ['journal'],
        fields: ['Biology'],
        openAccess: true,
        hasPdf: false,
      },
      sort: 'year:desc',
    });
    expect(selectionOfFilters({ year: '2020' })).toEqual({ where: { yearFrom: 2020, yearTo: 2020 } });
  });

  it('are none where none are given, and refused where they are wrong', () => {
    expect(selectionOfFilters({ limit: '200' })).toBeUndefined();
    expect(() => selectionOfFilters({ year: 'soon' })).toThrow('year: YYYY');
  });
});

describe('what is said of it', () => {
  it('is that it is a look-up', () => {
    expect(shortSearchLines({ wait: true })).toEqual([
      'A search needs 50+ characters or 3 to 10 keywords: looked up instead, free.',
    ]);
  });

  it('names filters, and flags without effect', () => {
    expect(shortSearchLines({ wait: true, year: '2020' }).slice(1)).toEqual([
      'The filters are applied to the papers found; a search applies them at the sources.',
    ]);
    const flags = { wait: false, fresh: true, limit: '200', enrich: false, callbackUrl: 'https://example.org' };
    expect(shortSearchLines(flags).slice(1)).toEqual([
      'Without effect on a look-up: --limit, --no-enrich, --callback-url, --fresh, --no-wait.',
    ]);
  });
});
