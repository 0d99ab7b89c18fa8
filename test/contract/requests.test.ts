import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operations.ts';
import { parseBody } from '../../src/contract/requests.ts';

const KEYWORDS = ['solar cells', 'perovskite', 'stability'];
const QUERY = 'How stable are perovskite solar cells outdoors, and why?';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);

/** The wrong fields with their messages; empty when the body is accepted. */
function wrong(operation: Operation, body: unknown): Record<string, string> {
  const parsed = parseBody(operation, body);
  return 'invalid' in parsed ? Object.fromEntries(parsed.invalid.map(({ field, message }) => [field, message])) : {};
}

describe('what each operation needs', () => {
  it.each<[Operation, object]>([
    ['combinedSearch', { keywords: KEYWORDS }],
    ['combinedSearch', { query: QUERY }],
    ['combinedSearch', { keywords: KEYWORDS, query: QUERY }],
    [
      'combinedSearch',
      { keywords: KEYWORDS, query: QUERY, callbackUrl: 'https://example.org/', scraperKey: 'fc-0123', enrich: false },
    ],
    ['keywordSearch', { keywords: KEYWORDS }],
    ['keywordSearch', { keywords: KEYWORDS, callbackUrl: 'https://example.org/', scraperKey: 'fc-0123', enrich: true }],
    ['querySearch', { query: QUERY }],
    ['querySearch', { query: QUERY, callbackUrl: 'https://example.org/', enrich: true }],
  ])('%s accepts %o', (operation, body) => {
    expect(parseBody(operation, body)).toEqual({ value: body });
  });

  it('combined search needs keywords or query', () => {
    expect(wrong('combinedSearch', {})).toEqual({
      'keywords or query': 'keywords or query: at least one of keywords and query is needed, got neither',
    });
  });

  it('keyword search needs keywords', () => {
    expect(wrong('keywordSearch', {})).toEqual({ keywords: 'keywords: 3 to 10 entries, got nothing' });
  });

  it('query search needs query', () => {
    expect(wrong('querySearch', {})).toEqual({ query: 'query: 50 to 5000 characters, got nothing' });
  });

  it.each<[Operation, object, string]>([
    ['keywordSearch', { keywords: KEYWORDS, query: QUERY }, 'query'],
    ['querySearch', { query: QUERY, keywords: KEYWORDS }, 'keywords'],
    ['querySearch', { query: QUERY, scraperKey: 'fc-0123' }, 'scraperKey'],
    ['combinedSearch', { query: QUERY, phrases: KEYWORDS }, 'phrases'],
    ['combinedSearch', { query: QUERY, limit: 100 }, 'limit'],
    ['combinedSearch', JSON.parse(`{ "query": "${QUERY}", "__proto__": {} }`), '__proto__'],
  ])('%s refuses a field that it does not take: %o', (operation, body, field) => {
    expect(Object.keys(wrong(operation, body))).toEqual([field]);
  });

  it('names the known field when only the case is wrong', () => {
    expect(wrong('querySearch', { query: QUERY, callbackURL: 'https://example.org/' })).toEqual({
      callbackURL: 'callbackURL: unknown parameter; did you mean callbackUrl?',
    });
  });

  it.each([undefined, null, 'text', 5, [], [QUERY]])('refuses %j as a body', (body) => {
    expect(Object.keys(wrong('combinedSearch', body))).toEqual(['body']);
  });
});

describe('keywords', () => {
  it.each([3, 10])('may be %i', (count) => {
    expect(wrong('keywordSearch', { keywords: words(count) })).toEqual({});
  });

  it.each([0, 1, 2, 11])('may not be %i', (count) => {
    expect(wrong('keywordSearch', { keywords: words(count) })).toEqual({
      keywords: `keywords: 3 to 10 entries, got ${count}`,
    });
  });

  it.each(['a,b,c', null, { 0: 'a' }])('must be a list, not %j', (keywords) => {
    expect(wrong('combinedSearch', { keywords })).toEqual({
      keywords: 'keywords: 3 to 10 entries, got no list of texts',
    });
  });

  it.each([[5], [null], [''], [' \t']])('refuses an entry such as %j by its place', (entry) => {
    expect(Object.keys(wrong('keywordSearch', { keywords: ['a', 'b', entry] }))).toEqual(['keywords[2]']);
  });

  it('lose surrounding blanks', () => {
    expect(parseBody('keywordSearch', { keywords: [' a', 'b ', 'c'] })).toEqual({
      value: { keywords: ['a', 'b', 'c'] },
    });
  });
});

describe('query', () => {
  it.each([50, 5000])('may have %i characters', (length) => {
    expect(wrong('querySearch', { query: 'x'.repeat(length) })).toEqual({});
  });

  it.each([0, 49, 5001])('may not have %i characters', (length) => {
    expect(wrong('querySearch', { query: 'x'.repeat(length) })).toEqual({
      query: `query: 50 to 5000 characters, got ${length}`,
    });
  });

  it.each([
    [25, '25'],
    [49, '49'],
    [5001, '5001'],
  ])('counts %i emoji as so many characters, in the rule and in the message', (length, got) => {
    expect(wrong('querySearch', { query: '😀'.repeat(length) })).toEqual({
      query: `query: 50 to 5000 characters, got ${got}`,
    });
    expect(wrong('querySearch', { query: '😀'.repeat(50) })).toEqual({});
  });

  it('may be of any JSON', () => {
    expect(wrong('querySearch', { query: [{ toString: null }] })).toEqual({
      query: 'query: 50 to 5000 characters, got [{"toString":null}]',
    });
  });

  it('does not reach its length by surrounding blanks', () => {
    expect(wrong('querySearch', { query: ` ${'x'.repeat(49)}\n` })).toEqual({
      query: 'query: 50 to 5000 characters, got 49',
    });
  });

  it.each([[5], [null], [{}], [['a list']], [[]], [{ length: 60 }]])('must be a text, not %j', (query) => {
    expect(Object.keys(wrong('querySearch', { query }))).toEqual(['query']);
  });
});

describe('the other fields', () => {
  it.each(['http://example.org/', 'https://localhost/', 'nowhere', 5, null])('refuses the callbackUrl %j', (url) => {
    expect(Object.keys(wrong('combinedSearch', { query: QUERY, callbackUrl: url }))).toEqual(['callbackUrl']);
  });

  it.each(['true', 1, null])('refuses %j for enrich', (enrich) => {
    expect(Object.keys(wrong('combinedSearch', { query: QUERY, enrich }))).toEqual(['enrich']);
  });

  it.each(['', ' ', 'my secret', 'secret\r\nX-Other: 1', 'secrét', 12345])(
    'refuses the scraperKey %j',
    (scraperKey) => {
      expect(Object.keys(wrong('combinedSearch', { query: QUERY, scraperKey }))).toEqual(['scraperKey']);
    },
  );

  it('never repeats a scraperKey in a message', () => {
    const said = [
      wrong('combinedSearch', { query: QUERY, scraperKey: 'hush hush' }),
      wrong('querySearch', { query: QUERY, scraperKey: 'hush' }),
    ];
    expect(said).toEqual([{ scraperKey: expect.any(String) }, { scraperKey: expect.any(String) }]);
    expect(JSON.stringify(said)).not.toContain('hush');
  });

  it('reports all wrong fields at once', () => {
    const body = { keywords: ['a'], query: 'short', callbackUrl: 'http://example.org/', enrich: 'no', extra: 1 };
    expect(Object.keys(wrong('combinedSearch', body)).sort()).toEqual([
      'callbackUrl',
      'enrich',
      'extra',
      'keywords',
      'query',
    ]);
  });

  it('says that neither was given also when other fields are wrong', () => {
    expect(Object.keys(wrong('combinedSearch', { enrich: 'no' })).sort()).toEqual(['enrich', 'keywords or query']);
  });
});
