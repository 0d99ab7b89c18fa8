import { ONE_BASIC, OPERATIONS, QUERY, scriptedAccepts, scriptedNames, VALID, type WireCase } from './wire-case.ts';

/** Part A, "Query-string parameters": each accepted in its documented spelling, and refused in others. */

const FIELDS = [
  ...['Computer Science', 'Medicine', 'Chemistry', 'Biology', 'Materials Science', 'Physics', 'Geology', 'Psychology'],
  ...['Art', 'History', 'Geography', 'Sociology', 'Business', 'Political Science', 'Economics', 'Philosophy'],
  ...['Mathematics', 'Engineering', 'Environmental Science', 'Agricultural and Food Sciences', 'Education', 'Law'],
  'Linguistics',
];
const SORTS = ['score', 'citationCount', 'influentialCitationCount', 'quartileRanking', 'referenceCount', 'year'];

const accepts = (name: string, ...values: string[]) => values.map((value) => `${name}=${value}`);

const ACCEPTED = [
  ...accepts('limit', '100', '200', '300'),
  ...accepts(
    'fieldsOfStudy',
    ...FIELDS.map(encodeURIComponent),
    'Biology,Law',
    FIELDS.map(encodeURIComponent).join(','),
  ),
  'fieldsOfStudy=Computer+Science',
  'fieldsOfStudy=Biology%2CLaw',
  ...accepts('minCitationCount', '1', '42', '1000000'),
  ...accepts('openAccessPdf', 'true', 'false'),
  ...accepts('downloadable', 'true', 'false'),
  ...accepts('quartileRanking', 'Q1', 'Q2', 'Q3', 'Q4', 'Q1,Q2', 'Q4,Q3,Q2,Q1'),
  ...accepts('publicationTypes', 'journal', 'book%20series', 'conference', 'journal,book%20series,conference'),
  ...accepts('sort', ...SORTS.map((field) => `${field}:desc`), ...SORTS.map((field) => `${field}:asc`)),
  ...accepts('year', '2021', '2010:2021', '2021:2021', '1600:2099'),
];

/** Everything at once, for each operation; part B: keyword and query search take the same filters. */
const EVERYTHING =
  'limit=200&fieldsOfStudy=Biology,Agricultural%20and%20Food%20Sciences&minCitationCount=5&openAccessPdf=true' +
  '&downloadable=true&quartileRanking=Q1,Q2&publicationTypes=journal,book%20series&sort=citationCount:desc&year=2000:2026';

const accepted: WireCase[] = [
  ...ACCEPTED.map((query): WireCase => {
    const limit = /^limit=(\d+)$/.exec(query)?.[1] ?? '100';
    return {
      rule: `accepted: ${query}`,
      operation: 'querySearch',
      query,
      body: { query: QUERY },
      expected: { takes: Number(limit) / 100, from: 'basic' },
    };
  }),
  ...OPERATIONS.flatMap((operation): WireCase[] => [
    {
      rule: 'every operation takes every parameter',
      operation,
      query: EVERYTHING,
      body: VALID[operation],
      expected: { takes: 2, from: 'basic' },
    },
    {
      rule: 'all parameters are optional; limit is 100 by default',
      operation,
      body: VALID[operation],
      expected: ONE_BASIC,
    },
  ]),
];

/** By what is wrong: query strings and the parameter that has to be named. */
const REFUSED: Record<string, [query: string, name: string][]> = {
  'outside its list': [
    ...['0', '1', '99', '101', '150', '400', '1000', '-100'].map((value): [string, string] => [
      `limit=${value}`,
      'limit',
    ]),
    ['fieldsOfStudy=Astrology', 'fieldsOfStudy'],
    ['fieldsOfStudy=Biology,Astrology', 'fieldsOfStudy'],
    ['quartileRanking=Q0', 'quartileRanking'],
    ['quartileRanking=Q5', 'quartileRanking'],
    ['quartileRanking=Q1,Q5', 'quartileRanking'],
    ['publicationTypes=book', 'publicationTypes'],
    ['publicationTypes=journal,blog', 'publicationTypes'],
    ['sort=title:desc', 'sort'],
    ['sort=year:down', 'sort'],
    ['openAccessPdf=yes', 'openAccessPdf'],
    ['openAccessPdf=1', 'openAccessPdf'],
    ['downloadable=no', 'downloadable'],
    ['downloadable=0', 'downloadable'],
  ],
  'not a positive integer': ['0', '-1', '1.5', '1e3', '0x10', '007', 'many', 'NaN', 'Infinity', '%2B5', ''].map(
    (value) => [`minCitationCount=${value}`, 'minCitationCount'],
  ),
  'in another case': [
    ['Limit=100', 'Limit'],
    ['LIMIT=100', 'LIMIT'],
    ['fieldsofstudy=Biology', 'fieldsofstudy'],
    ['fieldsOfStudy=biology', 'fieldsOfStudy'],
    ['fieldsOfStudy=COMPUTER%20SCIENCE', 'fieldsOfStudy'],
    ['MinCitationCount=5', 'MinCitationCount'],
    ['openAccessPDF=true', 'openAccessPDF'],
    ['openAccessPdf=True', 'openAccessPdf'],
    ['downloadable=FALSE', 'downloadable'],
    ['quartileRanking=q1', 'quartileRanking'],
    ['publicationTypes=Journal', 'publicationTypes'],
    ['publicationTypes=book%20Series', 'publicationTypes'],
    ['sort=Year:desc', 'sort'],
    ['sort=year:DESC', 'sort'],
    ['sort=citationcount:desc', 'sort'],
    ['Year=2021', 'Year'],
  ],
  unknown: [
    ['offset=10', 'offset'],
    ['page=2', 'page'],
    ['fields=Biology', 'fields'],
    ['publicationType=journal', 'publicationType'],
    ['quartile_ranking=Q1', 'quartile_ranking'],
    ['enrich=true', 'enrich'],
    ['limit%5B%5D=100', 'limit[]'],
  ],
  'in another spelling': [
    ['limit=', 'limit'],
    ['limit', 'limit'],
    ['limit=100.0', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=0x64', 'limit'],
    ['limit=0100', 'limit'],
    ['limit=%20100', 'limit'],
    ['limit=100,200', 'limit'],
    ['fieldsOfStudy=', 'fieldsOfStudy'],
    ['fieldsOfStudy=Biology,', 'fieldsOfStudy'],
    ['fieldsOfStudy=Biology,%20Law', 'fieldsOfStudy'],
    ['fieldsOfStudy=Biology;Law', 'fieldsOfStudy'],
    ['fieldsOfStudy=ComputerScience', 'fieldsOfStudy'],
    ['quartileRanking=1', 'quartileRanking'],
    ['publicationTypes=book-series', 'publicationTypes'],
    ['publicationTypes=bookseries', 'publicationTypes'],
    ['sort=year', 'sort'],
    ['sort=year:', 'sort'],
    ['sort=-year', 'sort'],
    ['sort=year:desc,score:desc', 'sort'],
    ['sort=year%20desc', 'sort'],
    ['year=99', 'year'],
    ['year=20210', 'year'],
    ['year=2010-2021', 'year'],
    ['year=2010:', 'year'],
    ['year=:2021', 'year'],
    ['year=2010:2015:2021', 'year'],
    ['year=MMXXI', 'year'],
    ['openAccessPdf=', 'openAccessPdf'],
  ],
};

const refused: WireCase[] = Object.entries(REFUSED).flatMap(([why, entries]) =>
  entries.map(
    ([query, name]): WireCase => ({
      rule: `refused as ${why}: ${query}`,
      operation: 'querySearch',
      query,
      body: { query: QUERY },
      expected: { wrong: [name] },
    }),
  ),
);

const BY_ITSELF = 'it reads each occurrence by itself';
const repeated: WireCase[] = (
  [
    ['limit=100&limit=100', 'limit'],
    ['quartileRanking=Q1&quartileRanking=Q2', 'quartileRanking'],
    ['fieldsOfStudy=Biology&fieldsOfStudy=Law', 'fieldsOfStudy'],
    ['year=2020&sort=year:desc&year=2021', 'year'],
    ['openAccessPdf=true&openAccessPd%66=true', 'openAccessPdf'],
  ] as const
).map(([query, name]) => ({
  rule: `refused as repeated: ${query}`,
  operation: 'querySearch',
  query,
  body: { query: QUERY },
  expected: { wrong: [name] },
  except: scriptedAccepts(BY_ITSELF),
}));

const LENIENT = 'its decoder leaves what it cannot read as it is';
const badlyEncoded: WireCase[] = (
  [
    ['limit=%', 'limit'],
    ['limit=1%0', 'limit'],
    ['fieldsOfStudy=Biology%zz', 'fieldsOfStudy'],
    ['fieldsOfStudy=%ff', 'fieldsOfStudy'],
    ['year=2021%E0%A4%A', 'year'],
    ['%zz=1', '%zz'],
  ] as const
).map(([query, name]) => ({
  rule: `refused as badly encoded: ${query}`,
  operation: 'querySearch',
  query,
  body: { query: QUERY },
  expected: { wrong: ['query string'] },
  except: scriptedNames(LENIENT, name),
}));

const finer: WireCase[] = [
  {
    rule: 'refused as the wrong way round: year=2021:2010',
    operation: 'querySearch',
    query: 'year=2021:2010',
    body: { query: QUERY },
    expected: { wrong: ['year'] },
    except: scriptedAccepts('it looks at the digits only'),
  },
  {
    rule: 'refused as not a number that can be told from its neighbours: minCitationCount=99999999999999999999',
    operation: 'querySearch',
    query: 'minCitationCount=99999999999999999999',
    body: { query: QUERY },
    expected: { wrong: ['minCitationCount'] },
    except: scriptedAccepts('it looks at the digits only'),
  },
  {
    rule: 'refused as unknown, though every object has it: constructor=1',
    operation: 'querySearch',
    query: 'constructor=1',
    body: { query: QUERY },
    expected: { wrong: ['constructor'] },
    except: scriptedAccepts('it looks names up in a plain object'),
  },
  {
    rule: 'every wrong parameter is named',
    operation: 'keywordSearch',
    query: 'limit=1&year=x&sort=x&foo=1&quartileRanking=Q9',
    body: VALID.keywordSearch,
    expected: { wrong: ['limit', 'year', 'sort', 'foo', 'quartileRanking'] },
  },
];

export const FILTER_CASES: readonly WireCase[] = [...accepted, ...refused, ...repeated, ...badlyEncoded, ...finer];
