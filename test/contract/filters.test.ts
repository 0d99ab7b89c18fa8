import { describe, expect, it } from 'vitest';
import { FILTER_NAMES, parseSort, parseYear } from '../../src/contract/filter-table.ts';
import { filtersSchema, fromQueryString } from '../../src/contract/filters.ts';

const FIELDS =
  'Computer Science,Medicine,Chemistry,Biology,Materials Science,Physics,Geology,Psychology,Art,History,Geography,Sociology,' +
  'Business,Political Science,Economics,Philosophy,Mathematics,Engineering,Environmental Science,' +
  'Agricultural and Food Sciences,Education,Law,Linguistics';

/** The fields of a query string that are refused; empty when it is accepted. */
function refused(queryString: string): string[] {
  const read = fromQueryString(queryString);
  return 'invalid' in read ? read.invalid.map(({ field }) => field) : [];
}

describe('the parameter table', () => {
  it('has nine parameters by their exact names', () => {
    expect(FILTER_NAMES).toEqual([
      'limit',
      'fieldsOfStudy',
      'minCitationCount',
      'openAccessPdf',
      'downloadable',
      'quartileRanking',
      'publicationTypes',
      'sort',
      'year',
    ]);
  });

  it('asks for 100 results and nothing else when nothing is given', () => {
    expect(fromQueryString('')).toEqual({ filters: { limit: 100 } });
  });

  it.each([
    ['limit=100', { limit: 100 }],
    ['limit=200', { limit: 200 }],
    ['limit=300', { limit: 300 }],
    ['fieldsOfStudy=Law', { fieldsOfStudy: ['Law'] }],
    ['fieldsOfStudy=Computer%20Science,Art', { fieldsOfStudy: ['Computer Science', 'Art'] }],
    ['fieldsOfStudy=Computer+Science%2CArt', { fieldsOfStudy: ['Computer Science', 'Art'] }],
    [`fieldsOfStudy=${FIELDS}`, { fieldsOfStudy: FIELDS.split(',') }],
    ['minCitationCount=1', { minCitationCount: 1 }],
    ['openAccessPdf=true', { openAccessPdf: true }],
    ['openAccessPdf=false', { openAccessPdf: false }],
    ['downloadable=true', { downloadable: true }],
    ['downloadable=false', { downloadable: false }],
    ['quartileRanking=Q1', { quartileRanking: ['Q1'] }],
    ['quartileRanking=Q1,Q2,Q3,Q4', { quartileRanking: ['Q1', 'Q2', 'Q3', 'Q4'] }],
    [
      'publicationTypes=journal,book%20series,conference',
      { publicationTypes: ['journal', 'book series', 'conference'] },
    ],
    ['sort=score:desc', { sort: 'score:desc' }],
    ['sort=citationCount:desc', { sort: 'citationCount:desc' }],
    ['sort=influentialCitationCount:desc', { sort: 'influentialCitationCount:desc' }],
    ['sort=quartileRanking:desc', { sort: 'quartileRanking:desc' }],
    ['sort=referenceCount:desc', { sort: 'referenceCount:desc' }],
    ['sort=year:asc', { sort: 'year:asc' }],
    ['year=2020', { year: '2020' }],
    ['year=2019:2021', { year: '2019:2021' }],
    ['year=2020%3A2020', { year: '2020:2020' }],
  ])('accepts %s', (queryString, filters) => {
    expect(fromQueryString(queryString)).toEqual({ filters: { limit: 100, ...filters } });
  });

  it.each([
    ['limit=', 'limit'],
    ['limit=0', 'limit'],
    ['limit=99', 'limit'],
    ['limit=150', 'limit'],
    ['limit=400', 'limit'],
    ['limit=100.0', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=0x64', 'limit'],
    ['limit=%20100', 'limit'],
    ['limit=-100', 'limit'],
    ['minCitationCount=0', 'minCitationCount'],
    ['minCitationCount=-5', 'minCitationCount'],
    ['minCitationCount=1.5', 'minCitationCount'],
    ['minCitationCount=many', 'minCitationCount'],
    ['minCitationCount=', 'minCitationCount'],
    ['openAccessPdf=True', 'openAccessPdf'],
    ['openAccessPdf=1', 'openAccessPdf'],
    ['openAccessPdf=', 'openAccessPdf'],
    ['downloadable=yes', 'downloadable'],
    ['fieldsOfStudy=Alchemy', 'fieldsOfStudy[0]'],
    ['fieldsOfStudy=computer%20science', 'fieldsOfStudy[0]'],
    ['fieldsOfStudy=Law,%20Art', 'fieldsOfStudy[1]'],
    ['fieldsOfStudy=', 'fieldsOfStudy[0]'],
    ['quartileRanking=Q5', 'quartileRanking[0]'],
    ['quartileRanking=q1', 'quartileRanking[0]'],
    ['quartileRanking=Q1,,Q2', 'quartileRanking[1]'],
    ['publicationTypes=book', 'publicationTypes[0]'],
    ['publicationTypes=Journal', 'publicationTypes[0]'],
    ['sort=score', 'sort'],
    ['sort=score:down', 'sort'],
    ['sort=title:desc', 'sort'],
    ['sort=Score:desc', 'sort'],
    ['sort=score:desc,year:desc', 'sort'],
    ['year=20', 'year'],
    ['year=2020-2021', 'year'],
    ['year=2020:', 'year'],
    ['year=:2020', 'year'],
    ['year=2021:2020', 'year'],
    ['year=2020:2021:2022', 'year'],
  ])('refuses %s', (queryString, field) => {
    expect(refused(queryString)).toEqual([field]);
  });
});

describe('typed filters', () => {
  it('takes a list also as comma-separated text', () => {
    expect(filtersSchema.parse({ quartileRanking: 'Q1,Q3' })).toEqual({ limit: 100, quartileRanking: ['Q1', 'Q3'] });
  });

  it.each([
    { limit: '100' },
    { openAccessPdf: 'true' },
    { minCitationCount: '5' },
    { minCitationCount: 2 ** 53 },
    { year: 2020 },
    { fieldsOfStudy: [] },
    { quartileRanking: null },
    { Limit: 100 },
  ])('refuses %o', (filters) => {
    expect(filtersSchema.safeParse(filters).success).toBe(false);
  });

  it('takes sort and year apart', () => {
    expect(parseSort('citationCount:asc')).toEqual({ field: 'citationCount', direction: 'asc' });
    expect(parseYear('2019:2021')).toEqual({ from: 2019, to: 2021 });
    expect(parseYear('2020')).toEqual({ from: 2020, to: 2020 });
  });
});
