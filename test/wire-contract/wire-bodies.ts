import { SCRAPER_KEYS } from '../helpers/scraping-stand-in.ts';
import {
  type Expected,
  KEYWORDS,
  ONE_BASIC,
  OPERATIONS,
  QUERY,
  scriptedAccepts,
  scriptedNames,
  VALID,
  type WireCase,
} from './wire-case.ts';

/** Part A, "Body rules", and the body fields of each operation with what part B adds. */

const keywords = (count: number) => Array.from({ length: count }, (_, index) => `keyword ${index + 1}`);
const query = (length: number) =>
  QUERY.repeat(Math.ceil(length / QUERY.length))
    .slice(0, length)
    .replace(/ $/, 's');

const withKeywords = ['combinedSearch', 'keywordSearch'] as const;
const withQuery = ['combinedSearch', 'querySearch'] as const;
const withScraperKey = withKeywords;

const NO_BLANK_CHECK = 'it counts the keywords and does not look into them';

const keywordRules = withKeywords.flatMap((operation): WireCase[] => {
  const refused = (what: string, value: unknown, except?: WireCase['except']): WireCase => ({
    rule: `keywords: array of 3 to 10 strings: ${what} is invalid`,
    operation,
    body: { keywords: value },
    expected: { wrong: ['keywords'] },
    ...(except ? { except } : {}),
  });
  return [
    { rule: 'keywords: 3 are enough', operation, body: { keywords: keywords(3) }, expected: ONE_BASIC },
    { rule: 'keywords: 10 are allowed', operation, body: { keywords: keywords(10) }, expected: ONE_BASIC },
    refused('2 keywords', keywords(2)),
    refused('11 keywords', keywords(11)),
    refused('an empty list', []),
    refused('one text', 'owls, reading glasses, night vision'),
    refused('null', null),
    refused('an object', { 0: 'a', 1: 'b', 2: 'c' }),
    refused('a list with a number', ['owls', 2, 'night vision']),
    refused('a list with null', ['owls', null, 'night vision']),
    refused('a list with a blank text', ['owls', ' ', 'night vision'], scriptedAccepts(NO_BLANK_CHECK)),
  ];
});

const queryRules = withQuery.flatMap((operation): WireCase[] => {
  const refused = (what: string, value: unknown): WireCase => ({
    rule: `query: 50 to 5000 characters: ${what} is invalid`,
    operation,
    body: { query: value },
    expected: { wrong: ['query'] },
  });
  return [
    { rule: 'query: 50 characters are enough', operation, body: { query: query(50) }, expected: ONE_BASIC },
    { rule: 'query: 5000 characters are allowed', operation, body: { query: query(5000) }, expected: ONE_BASIC },
    refused('49 characters', query(49)),
    refused('5001 characters', query(5001)),
    refused('an empty text', ''),
    refused('null', null),
    refused('a number', 50),
    refused('a list', [QUERY]),
  ];
});

const NEITHER = 'Combined search needs at least one of keywords and query: neither is invalid';

const neededFields: WireCase[] = [
  {
    rule: NEITHER,
    operation: 'combinedSearch',
    body: {},
    expected: { wrong: ['keywords or query'] },
    except: scriptedNames('it names one of the two', 'keywords'),
  },
  {
    rule: `${NEITHER}, also beside other fields`,
    operation: 'combinedSearch',
    body: { enrich: true },
    expected: { wrong: ['keywords or query'] },
    except: scriptedNames('it names one of the two', 'keywords'),
  },
  { rule: 'keyword search needs keywords', operation: 'keywordSearch', body: {}, expected: { wrong: ['keywords'] } },
  { rule: 'query search needs query', operation: 'querySearch', body: {}, expected: { wrong: ['query'] } },
];

const takenFields: WireCase[] = [
  {
    rule: 'combined search takes keywords alone',
    operation: 'combinedSearch',
    body: { keywords: KEYWORDS },
    expected: ONE_BASIC,
  },
  {
    rule: 'combined search takes query alone',
    operation: 'combinedSearch',
    body: { query: QUERY },
    expected: ONE_BASIC,
  },
  { rule: 'combined search takes both', operation: 'combinedSearch', body: VALID.combinedSearch, expected: ONE_BASIC },
  {
    rule: 'keyword search takes no query',
    operation: 'keywordSearch',
    body: VALID.combinedSearch,
    expected: { wrong: ['query'] },
  },
  {
    rule: 'query search takes no keywords',
    operation: 'querySearch',
    body: VALID.combinedSearch,
    expected: { wrong: ['keywords'] },
  },
  {
    rule: 'query search takes no scraperKey',
    operation: 'querySearch',
    body: { query: QUERY, scraperKey: SCRAPER_KEYS.fifty },
    expected: { wrong: ['scraperKey'] },
    except: scriptedAccepts('it takes the field everywhere', { takes: 1, from: 'privateKey' }),
  },
  ...OPERATIONS.flatMap((operation): WireCase[] => [
    {
      rule: 'enrich: boolean: true',
      operation,
      body: { ...VALID[operation], enrich: true },
      expected: { takes: 1, from: 'pro' },
    },
    { rule: 'enrich: boolean: false', operation, body: { ...VALID[operation], enrich: false }, expected: ONE_BASIC },
    ...['true', 1, 0, null, []].map(
      (enrich): WireCase => ({
        rule: `enrich: boolean: ${JSON.stringify(enrich)} is invalid`,
        operation,
        body: { ...VALID[operation], enrich },
        expected: { wrong: ['enrich'] },
      }),
    ),
    ...['limit', 'Enrich', 'callbackURL', '__proto__', 'jobId'].map(
      (name): WireCase => ({
        rule: `names are exact: the field ${name} is invalid`,
        operation,
        body: { raw: JSON.stringify({ ...VALID[operation] }).replace(/}$/, `,${JSON.stringify(name)}:100}`) },
        expected: { wrong: [name] },
      }),
    ),
  ]),
  ...withKeywords.map(
    (operation): WireCase => ({
      rule: 'phrases is the name of an older revision, refused by that name',
      operation,
      body: { phrases: KEYWORDS, ...(operation === 'combinedSearch' ? { query: QUERY } : {}) },
      expected: { wrong: operation === 'combinedSearch' ? ['phrases'] : ['phrases', 'keywords'] },
    }),
  ),
  {
    rule: 'a 400 names every wrong field of body and query string',
    operation: 'combinedSearch',
    query: 'limit=150&year=99',
    body: { keywords: ['a'], query: 'short', enrich: 'yes' },
    expected: { wrong: ['keywords', 'query', 'enrich', 'limit', 'year'] },
  },
];

const noObjects: WireCase[] = (
  [
    ['nothing', '', []],
    ['broken JSON', '{"query":', []],
    ['a text', JSON.stringify(QUERY), []],
    ['a number', '100', []],
    ['null', 'null', []],
    ['a list', JSON.stringify([QUERY]), ['0', 'query']],
  ] as const
).map(([what, raw, scripted]) => ({
  rule: `JSON in: ${what} as body is invalid`,
  operation: 'querySearch',
  body: { raw },
  expected: { wrong: ['body'] },
  ...(scripted.length > 0 ? { except: scriptedNames('a list is an object to it', ...scripted) } : {}),
}));

/** Limits, pools and what a job costs. */
const costs: WireCase[] = OPERATIONS.flatMap((operation) =>
  ([100, 200, 300] as const).flatMap((limit): WireCase[] => {
    const cost = (from: 'basic' | 'pro' | 'privateKey'): Expected => ({ takes: limit / 100, from });
    const common = { operation, query: `limit=${limit}` };
    const rule = (why: string) => `a job of ${limit} results costs ${limit / 100}; pool: ${why}`;
    const valid = VALID[operation];
    return [
      { ...common, rule: rule('else Basic'), body: valid, expected: cost('basic') },
      {
        ...common,
        rule: rule('else Pro when enrich is true'),
        body: { ...valid, enrich: true },
        expected: cost('pro'),
      },
      ...withScraperKey
        .filter((name) => name === operation)
        .flatMap((): WireCase[] =>
          [{}, { enrich: true }, { enrich: false }].map((extra) => ({
            ...common,
            rule: rule(`Private Key when scraperKey is given, with ${JSON.stringify(extra)}`),
            body: { ...valid, ...extra, scraperKey: SCRAPER_KEYS.fifty },
            expected: cost('privateKey'),
          })),
        ),
    ];
  }),
);

const NO_SCRAPING = 'it asks no scraping service about a key';
const KEY_LET_THROUGH = scriptedAccepts(NO_SCRAPING, { takes: 1, from: 'privateKey' });
const FALSY_KEY = scriptedAccepts('an empty key is none to it');

const scraperKeys: WireCase[] = withScraperKey.flatMap((operation): WireCase[] => {
  const given = (scraperKey: unknown) => ({ operation, body: { ...VALID[operation], scraperKey } });
  const wrong: Expected = { wrong: ['scraperKey'] };
  return [
    {
      ...given(SCRAPER_KEYS.fifty),
      rule: 'scraperKey: 50 credits left are enough',
      expected: { takes: 1, from: 'privateKey' },
    },
    {
      ...given(SCRAPER_KEYS.fortyNine),
      rule: 'scraperKey with fewer than 50 credits left is invalid',
      expected: wrong,
      except: KEY_LET_THROUGH,
    },
    { ...given(SCRAPER_KEYS.unknown), rule: 'scraperKey must be valid', expected: wrong, except: KEY_LET_THROUGH },
    {
      ...given('a key with blanks'),
      rule: 'scraperKey that no header can carry is invalid',
      expected: wrong,
      except: KEY_LET_THROUGH,
    },
    { ...given(''), rule: 'an empty scraperKey is invalid', expected: wrong, except: FALSY_KEY },
    { ...given(null), rule: 'scraperKey null is invalid', expected: wrong, except: FALSY_KEY },
    { ...given(50), rule: 'scraperKey as a number is invalid', expected: wrong, except: KEY_LET_THROUGH },
    {
      ...given(SCRAPER_KEYS.down),
      rule: 'scraperKey that cannot be checked now: 503, and nothing was charged',
      expected: { status: 503, text: /scraping service .* nothing was charged/ },
      except: KEY_LET_THROUGH,
    },
  ];
});

export const BODY_CASES: readonly WireCase[] = [
  ...keywordRules,
  ...queryRules,
  ...neededFields,
  ...takenFields,
  ...noObjects,
  ...costs,
  ...scraperKeys,
];
