import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { formerFingerprints, requestFingerprint } from '../../../src/jobs/spending/fingerprint.ts';

const QUERY = 'How do tides shape the settlement of mussels on rocky shores, year after year?';
const REQUEST: JobRequest = {
  operation: 'combinedSearch',
  body: { keywords: ['tide', 'mussel larvae', 'Zürich shore'], query: QUERY },
  filters: { limit: 200, fieldsOfStudy: ['Biology', 'Geology'], year: '1990:2000', sort: 'year:asc' },
};

type Change = { operation?: JobRequest['operation']; body?: object; filters?: object };

const changed = ({ operation, body, filters }: Change): JobRequest =>
  ({
    operation: operation ?? REQUEST.operation,
    body: { ...REQUEST.body, ...body },
    filters: { ...REQUEST.filters, ...filters },
  }) as JobRequest;

const SCOPE = { mode: 'hosted', account: 'account', edition: 'edition' } as const;

const of = (change: Change = {}) => requestFingerprint(SCOPE, changed(change));

it('a fingerprint is a hash that tells nothing of what was asked, and stays what it is', () => {
  expect(of()).toMatch(/^[0-9a-f]{64}$/);
  expect(of()).toBe(of());
});

describe('requests are equal', () => {
  it.each<[string, Change]>([
    ['with the keywords in another order', { body: { keywords: ['Zürich shore', 'tide', 'mussel larvae'] } }],
    ['with blanks around a keyword', { body: { keywords: [' tide', 'mussel larvae\t', 'Zürich shore\n'] } }],
    ['with keywords in another case', { body: { keywords: ['Tide', 'MUSSEL larvae', 'ZÜRICH Shore'] } }],
    ['with other blanks inside a keyword', { body: { keywords: ['tide', 'mussel \n larvae', 'Zürich shore'] } }],
    ['with a letter written in two parts', { body: { keywords: ['tide', 'mussel larvae', 'Zu\u0308rich shore'] } }],
    [
      'with a keyword twice, in other case',
      { body: { keywords: ['tide', 'mussel larvae', 'Zürich shore', 'Tide', 'mussel  larvae'] } },
    ],
    ['with a zero-width space in a keyword', { body: { keywords: ['ti\u200bde', 'mussel larvae', 'Zürich shore'] } }],
    [
      'with a keyword of nothing to see',
      { body: { keywords: ['tide', 'mussel larvae', 'Zürich shore', '\u2060\ufeff'] } },
    ],
    ['with blanks in and around the query', { body: { query: `\n ${QUERY.replaceAll(' ', '  ')} ` } }],
    ['with a callback', { body: { callbackUrl: 'https://example.org/done' } }],
    ['with enrichment declined instead of left out', { body: { enrich: false } }],
    ['with the values of a filter in another order', { filters: { fieldsOfStudy: ['Geology', 'Biology'] } }],
    ['with a value of a filter twice', { filters: { fieldsOfStudy: ['Biology', 'Geology', 'Biology'] } }],
    ['with a filter that is undefined', { filters: { openAccessPdf: undefined } }],
  ])('%s', (_what, change) => {
    expect(of(change)).toBe(of());
  });

  it('with one year, and with the range of that year', () => {
    expect(of({ filters: { year: '1990' } })).toBe(of({ filters: { year: '1990:1990' } }));
  });

  // Each form of a sign that editors, PDFs and keyboards put in, in every text and wherever it can stand.
  const UNSEEN = ['\u00ad', '\u200b', '\u200e', '\u2060', '\ufeff', '\u202a', '\u0007', '\u{e0041}'];
  const BLANKS = ['\u00a0', '\u2009', '\u202f', '\u3000', '\t', '\n', '  ', '\u0085'];
  const FORMS: [string, string[]][] = [
    ['-', ['\u2010', '\u2011', '\u2013', '\u2014', '\u2212']],
    ["'", ['\u2018', '\u2019', '\u02bc']],
    ['"', ['\u201c', '\u201d']],
    ['fi', ['\ufb01']],
    ['é', ['e\u0301']],
    ['A', ['\uff21']],
  ];
  const TEXT = `A co-operative "finding" of Alzheimer's disease in cafés, and what it asks of a shore`;

  it.each([
    ...UNSEEN.map((sign) => ['', sign, sign] as const),
    ...BLANKS.map((sign) => [' ', sign, sign] as const),
    ...FORMS.flatMap(([plain, forms]) => forms.map((form) => [plain, form, form] as const)),
  ])('with %j written as %j', (plain, form) => {
    const places = [...TEXT.matchAll(new RegExp(plain, 'g'))].map(({ index }) => index);
    expect(places.length).toBeGreaterThan(0);
    for (const place of [...places, ...(plain.trim() === '' ? [TEXT.length] : [])]) {
      const text = TEXT.slice(0, place) + form + TEXT.slice(place + plain.length);
      expect(text).not.toBe(TEXT);
      expect(of({ body: { query: text } })).toBe(of({ body: { query: TEXT } }));
      expect(of({ body: { keywords: ['tide', 'shore', text] } })).toBe(
        of({ body: { keywords: ['tide', 'shore', TEXT] } }),
      );
    }
  });

  it('with the filters in another order', () => {
    const filters = Object.fromEntries(Object.entries(REQUEST.filters).reverse()) as JobRequest['filters'];
    expect(requestFingerprint(SCOPE, { ...REQUEST, filters })).toBe(of());
  });

  it('with another scraper key, and with enrichment beside one', () => {
    const one = of({ body: { scraperKey: 'fc-1' } });
    expect(of({ body: { scraperKey: 'fc-2' } })).toBe(one);
    expect(of({ body: { scraperKey: 'fc-1', enrich: true } })).toBe(one);
  });

  it('with no query, or no keywords, however that is said', () => {
    expect(of({ body: { query: undefined } })).toBe(of({ body: { query: '' } }));
    expect(of({ body: { keywords: undefined } })).toBe(of({ body: { keywords: [] } }));
  });
});

describe('requests are not equal', () => {
  it.each<[string, Change]>([
    ['of another operation', { operation: 'keywordSearch' }],
    ['with another keyword', { body: { keywords: ['tide', 'mussel larvae', 'harbour'] } }],
    ['with one keyword more', { body: { keywords: ['tide', 'mussel larvae', 'Zürich shore', 'sea'] } }],
    ['with keywords cut elsewhere', { body: { keywords: ['tide mussel', 'larvae', 'Zürich shore'] } }],
    ['with the words of a keyword run together', { body: { keywords: ['tide', 'mussellarvae', 'Zürich shore'] } }],
    ['without keywords', { body: { keywords: undefined } }],
    ['with the query in another case', { body: { query: QUERY.toUpperCase() } }],
    ['with another query', { body: { query: `${QUERY} Why?` } }],
    ['without a query', { body: { query: undefined } }],
    ['with enrichment', { body: { enrich: true } }],
    ['with a scraper key', { body: { scraperKey: 'fc-1' } }],
    ['with another limit', { filters: { limit: 300 } }],
    ['with another value of a list', { filters: { fieldsOfStudy: ['Biology', 'Physics'] } }],
    ['with one value of a list less', { filters: { fieldsOfStudy: ['Biology'] } }],
    ['with another year', { filters: { year: '1990:2001' } }],
    ['with another order of results', { filters: { sort: 'year:desc' } }],
    ['with one filter more', { filters: { openAccessPdf: false } }],
    ['without a filter', { filters: { year: undefined } }],
    ['with a filter of another name', { filters: { openAccessPdf: true } }],
    ['with the same value under another name', { filters: { downloadable: true } }],
  ])('%s', (_what, change) => {
    expect(of(change)).not.toBe(of());
  });

  it('among each other, when they differ from the same request in different ways', () => {
    const changes: Change[] = [
      { body: { enrich: true } },
      { body: { scraperKey: 'fc-1' } },
      { filters: { openAccessPdf: true } },
      { filters: { openAccessPdf: false } },
      { filters: { downloadable: true } },
      { body: { query: undefined } },
      { body: { keywords: undefined } },
    ];
    expect(new Set(changes.map(of)).size).toBe(changes.length);
  });

  it('at another account, or of another edition of what is searched', () => {
    const hashes = [
      ['account', 'edition'],
      ['another', 'edition'],
      ['account', 'another'],
      ['edition', 'account'],
      ['accountedition', ''],
    ].map(([account = '', edition = '']) => requestFingerprint({ ...SCOPE, account, edition }, REQUEST));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('in embedded mode', () => {
  const embedded = (change: Change = {}) => requestFingerprint({ ...SCOPE, mode: 'embedded' }, changed(change));

  it.each<[string, Change]>([
    ['with another tool', { operation: 'keywordSearch' }],
    ['in another order of results', { filters: { sort: 'citationCount:desc' } }],
    ['in no order of results', { filters: { sort: undefined } }],
    ['with keywords in another case', { body: { keywords: ['TIDE', 'mussel larvae', 'Zürich shore'] } }],
  ])('requests are equal %s', (_what, change) => {
    expect(embedded(change)).toBe(embedded());
  });

  it.each<[string, Change]>([
    ['without keywords', { body: { keywords: undefined } }],
    ['with another filter', { filters: { year: '1990:2001' } }],
    ['with enrichment', { body: { enrich: true } }],
  ])('requests are not equal %s', (_what, change) => {
    expect(embedded(change)).not.toBe(embedded());
  });
});

it('tells powers and indices from digits', () => {
  const [square, two] = ['m²', 'm2'].map((keyword) => of({ body: { keywords: ['tide', 'shore', keyword] } }));
  expect(square).not.toBe(two);
});

it('the former fingerprints are those that versions before recorded', () => {
  // Computed by that version for this request.
  const recorded = '85098f4effd52f99b92146c3023d839975093be4b9c473b14b08c656e04e4bd9';
  expect(formerFingerprints(SCOPE, REQUEST)[1]).toBe(recorded);
  expect(formerFingerprints({ ...SCOPE, mode: 'embedded' }, REQUEST)[1]).toBe(recorded);
});
