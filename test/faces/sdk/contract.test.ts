import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  checkRequest,
  costOf,
  PaperqueueError,
  RULES,
  requestJsonSchema,
  toHttp,
} from '../../../src/faces/sdk/contract.ts';
import type { SearchRequest } from '../../../src/faces/sdk/types.ts';
import { SCRAPER_KEY } from '../../helpers/secrets.ts';

const KEYWORDS = ['coral reef', 'bleaching', 'sea temperature'];

describe('the exported contract', () => {
  it('finds nothing wrong with what the service takes', () => {
    expect(
      checkRequest({ keywords: KEYWORDS, fieldsOfStudy: ['Biology'], sort: 'year:desc', year: undefined }),
    ).toEqual([]);
  });

  it.each<[string, SearchRequest, string[]]>([
    ['neither keywords nor a query', {}, ['keywords or query']],
    [
      'a field that the operation does not take',
      { operation: 'querySearch', keywords: KEYWORDS },
      ['keywords', 'query'],
    ],
    ['an unknown operation', { operation: 'search' as never }, ['operation']],
    ['an operation without a text', { operation: { toString: null } as never }, ['operation']],
    ['an unknown field', { keywords: KEYWORDS, yaer: '2020' } as never, ['yaer']],
    ['several', { keywords: ['one'], limit: 1 as never, year: '2020:2010' }, ['keywords', 'limit', 'year']],
  ])('names what is wrong: %s', (_, request, fields) => {
    expect(
      checkRequest(request)
        .map(({ field }) => field)
        .sort(),
    ).toEqual(fields);
    expect(() => toHttp(request)).toThrow(PaperqueueError);
  });

  it('never shows a scraper key', () => {
    const [wrong] = checkRequest({ keywords: KEYWORDS, scraperKey: `${SCRAPER_KEY} with a blank` });
    expect(wrong?.field).toBe('scraperKey');
    expect(wrong?.message).not.toContain(SCRAPER_KEY);
  });

  it('knows cost and pool', () => {
    expect(costOf({ keywords: KEYWORDS })).toEqual({ credits: 1, pool: 'basic' });
    expect(costOf({ keywords: KEYWORDS, limit: 300, enrich: true })).toEqual({ credits: 3, pool: 'pro' });
    expect(costOf({ keywords: KEYWORDS, limit: 200, scraperKey: SCRAPER_KEY })).toEqual({
      credits: 2,
      pool: 'privateKey',
    });
  });

  it('writes a request as HTTP', () => {
    expect(toHttp({ operation: 'keywordSearch', keywords: KEYWORDS, quartileRanking: ['Q1', 'Q2'] })).toEqual({
      method: 'POST',
      path: '/v1/job/keywordSearch?limit=100&quartileRanking=Q1%2CQ2',
      body: { keywords: KEYWORDS },
    });
  });

  it.each(RULES.operations)('has a JSON Schema of %s that others can use', (operation) => {
    const isValid = new Ajv2020({ strict: false }).compile(requestJsonSchema(operation));
    const subject = operation === 'querySearch' ? { query: 'x'.repeat(60) } : { keywords: KEYWORDS };
    expect(isValid({ ...subject, limit: 200 })).toBe(true);
    expect(isValid({ ...subject, limit: 150 })).toBe(false);
    expect(isValid({ ...subject, unknown: 1 })).toBe(false);
  });
});
