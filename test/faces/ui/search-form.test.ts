import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { FIELDS_OF_STUDY, LIMITS, PUBLICATION_TYPES, QUARTILES } from '../../../src/contract/rules.ts';
import { formOfSearch, readForm, searchOfForm } from '../../../src/faces/ui/search-form.ts';
import { runs } from '../../helpers/runs.ts';

const read = (fields: [string, string][]) => searchOfForm(readForm(new URLSearchParams(fields))).request;

describe('a form', () => {
  it('is a search by keywords, one a line or with commas; blank fields are none', () => {
    expect(
      read([
        ['keywords', 'owls, glasses\r\n night vision \n\n'],
        ['query', '  '],
        ['strategy', ''],
        ['limit', '200'],
        ['yearFrom', '2015'],
        ['yearTo', '2020'],
        ['openAccessPdf', 'true'],
        ['quartileRanking', 'Q1'],
        ['quartileRanking', 'Q2'],
        ['sort', ''],
        ['enrich', 'false'],
      ]),
    ).toEqual({
      operation: 'keywordSearch',
      body: { keywords: ['owls', 'glasses', 'night vision'], enrich: false },
      filters: { limit: 200, year: '2015:2020', openAccessPdf: true, quartileRanking: ['Q1', 'Q2'] },
    });
  });

  it('with one year only is open on the other side', () => {
    const keywords: [string, string] = ['keywords', 'a,b,c'];
    const nextYear = new Date().getUTCFullYear() + 1;
    expect(read([keywords, ['yearFrom', '2015']]).filters.year).toBe(`2015:${nextYear}`);
    expect(read([keywords, ['yearTo', '1990']]).filters.year).toBe('1500:1990');
  });

  it('names every wrong field at once', () => {
    let wrong: unknown;
    try {
      read([
        ['keywords', 'owls'],
        ['query', 'too short'],
        ['yearFrom', 'soon'],
        ['minCitationCount', '-1'],
      ]);
    } catch (error) {
      wrong = error;
    }
    expect(wrong).toBeInstanceOf(PaperqueueError);
    const { code, charged, fields = [] } = (wrong as PaperqueueError).details;
    expect({ code, charged }).toEqual({ code: 'INVALID_INPUT', charged: 'no' });
    expect(fields.map(({ field }) => field)).toEqual(['keywords', 'query', 'minCitationCount', 'year']);
  });

  it('without keywords, description and strategy is refused', () => {
    expect(() => read([['limit', '100']])).toThrow('keywords and query');
  });

  it('with parts, one a line, is a question in parts, alone or beside the whole', () => {
    const parts: [string, string] = ['parts', 'reefs that recover\r\n\n heat tolerance of symbionts '];
    const lines = ['reefs that recover', 'heat tolerance of symbionts'];
    const search = (fields: [string, string][]) => searchOfForm(readForm(new URLSearchParams(fields)));
    const alone = search([parts, ['limit', '300']]);
    expect(alone).toMatchObject({ request: { operation: 'combinedSearch', filters: { limit: 300 } }, parts: lines });
    expect(alone.request.body.keywords ?? alone.request.body.query).toBeUndefined();
    const beside = search([parts, ['keywords', 'coral, heat, reef']]);
    expect(beside).toMatchObject({ request: { body: { keywords: ['coral', 'heat', 'reef'] } }, parts: lines });
    const form = new URLSearchParams();
    for (const [name, values = []] of Object.entries(formOfSearch(beside)))
      for (const value of values) form.append(name, value);
    expect(searchOfForm(readForm(form))).toEqual(beside);
    expect(() => search([['parts', 'one two\nthree words here']])).toThrow('3 words or more');
  });

  it('filled from a request gives the same request', () => {
    const word = fc.stringMatching(/^[a-z]([a-z]|([a-z ][a-z]){1,4})?$/);
    const some = <T>(values: readonly T[]) =>
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
    const year = fc.integer({ min: 1800, max: 2026 });
    const filters = fc.record(
      {
        limit: fc.constantFrom(...LIMITS),
        fieldsOfStudy: some(FIELDS_OF_STUDY),
        minCitationCount: fc.integer({ min: 1, max: 9_999 }),
        openAccessPdf: fc.boolean(),
        downloadable: fc.boolean(),
        quartileRanking: some(QUARTILES),
        publicationTypes: some(PUBLICATION_TYPES),
        year: fc.tuple(year, year).map(([a, b]) => `${Math.min(a, b)}:${Math.max(a, b)}`),
      },
      { requiredKeys: ['limit'] },
    );
    const body = fc.record({ keywords: fc.array(word, { minLength: 3, maxLength: 10 }) });
    fc.assert(
      fc.property(body, filters, (given, chosen) => {
        const request = { operation: 'keywordSearch', body: given, filters: chosen } as const;
        const form = new URLSearchParams();
        for (const [name, values = []] of Object.entries(formOfSearch({ request })))
          for (const value of values) form.append(name, value);
        expect(searchOfForm(readForm(form))).toEqual({ request });
      }),
      { numRuns: runs(100) },
    );
  });
});
