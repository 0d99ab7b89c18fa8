import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Filters, fromQueryString, toQueryString } from '../../src/contract/filters.ts';
import {
  FIELDS_OF_STUDY,
  PUBLICATION_TYPES,
  QUARTILES,
  SORT_DIRECTIONS,
  SORT_FIELDS,
} from '../../src/contract/rules.ts';

/** The fields of a query string that are refused; empty when it is accepted. */
function refused(queryString: string): string[] {
  const read = fromQueryString(queryString);
  return 'invalid' in read ? read.invalid.map(({ field }) => field) : [];
}

describe('reading a query string', () => {
  it('refuses a wrongly cased name and says the right one', () => {
    expect(fromQueryString('fieldsofstudy=Law')).toEqual({
      invalid: [
        {
          field: 'fieldsofstudy',
          message: 'fieldsofstudy: unknown parameter; did you mean fieldsOfStudy?',
          rule: 'unknown parameter; did you mean fieldsOfStudy?',
        },
      ],
    });
  });

  it.each(['page=2', 'constructor=1', '__proto__=1', '=1'])('refuses the unknown parameter of %s', (queryString) => {
    expect(refused(queryString)).toEqual([queryString.split('=')[0]]);
  });

  it('refuses a parameter that is given twice', () => {
    expect(refused('limit=100&limit=100')).toEqual(['limit']);
  });

  it('refuses bad percent-encoding', () => {
    expect(refused('sort=%zz')).toEqual(['query string']);
  });

  it('reports all wrong parameters at once', () => {
    expect(refused('limit=1&year=x&pages=3&minCitationCount=0').sort()).toEqual([
      'limit',
      'minCitationCount',
      'pages',
      'year',
    ]);
  });

  it('says the rule and what was given', () => {
    expect(fromQueryString('limit=250')).toEqual({
      invalid: [{ field: 'limit', message: 'limit: 100, 200 or 300, got 250', rule: '100, 200 or 300, got 250' }],
    });
  });
});

describe('writing a query string', () => {
  it('encodes every value, keeps lists comma-separated and follows the documented order', () => {
    const filters: Filters = { year: '2019:2021', fieldsOfStudy: ['Computer Science', 'Law'], limit: 200 };
    expect(toQueryString(filters)).toBe('limit=200&fieldsOfStudy=Computer%20Science%2CLaw&year=2019%3A2021');
  });

  it('is read back as the same filters, whatever they are', () => {
    const year = fc.integer({ min: 1000, max: 9999 });
    const sort = fc.tuple(fc.constantFrom(...SORT_FIELDS), fc.constantFrom(...SORT_DIRECTIONS));
    const list = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
    const optional = fc.record(
      {
        fieldsOfStudy: list(FIELDS_OF_STUDY),
        minCitationCount: fc.integer({ min: 1, max: 999_999_999 }),
        openAccessPdf: fc.boolean(),
        downloadable: fc.boolean(),
        quartileRanking: list(QUARTILES),
        publicationTypes: list(PUBLICATION_TYPES),
        sort: sort.map((parts) => parts.join(':')),
        year: fc.oneof(
          year.map(String),
          fc.tuple(year, year).map(([a, b]) => `${Math.min(a, b)}:${Math.max(a, b)}`),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(100 as const, 200 as const, 300 as const), optional, (limit, rest) => {
        expect(fromQueryString(toQueryString({ limit, ...rest }))).toEqual({ filters: { limit, ...rest } });
      }),
    );
  });
});
