import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../src/contract/errors.ts';
import type { Filters } from '../../src/contract/filters.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { RequestBody } from '../../src/contract/requests.ts';
import type { SearchService } from '../../src/jobs/ports/service.ts';
import { untilAborted } from '../../src/lib/deadline.ts';
import { until } from '../helpers/until.ts';

/** One real implementation of the service, reached through the product's client. */
export type Opened = {
  service: SearchService;
  /** The same service with a token that it does not know. */
  unauthorized: SearchService;
  close: () => Promise<void> | void;
};

const KEYWORDS = ['owls', 'reading glasses', 'night vision'];
const QUERY = 'Do owls that are fitted with reading glasses read more, and does their night vision suffer?';

const signal = () => AbortSignal.timeout(10_000);

async function failureOf(work: Promise<unknown>): Promise<PaperqueueError['details']> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PaperqueueError);
  return (error as PaperqueueError).details;
}

/** The contract's promises for any service, checked from the client's side. Basic credits: 4; pro: 1. */
export function describeService(name: string, open: () => Promise<Opened>): void {
  describe(`the client against ${name}`, () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const create = (operation: Operation, body: RequestBody, filters: Partial<Filters> = {}) =>
      opened.service.create(
        { operation, body, filters: { limit: 100, ...filters } as Filters },
        { deadline: untilAborted(signal()) },
      );

    const finished = async (jobId: string) => {
      return until(async () => {
        const answer = await opened.service.status(jobId, signal());
        return answer.status === 'queued' ? undefined : answer;
      }, 'the end of the job');
    };

    it.each<[Operation, RequestBody]>([
      ['combinedSearch', { keywords: KEYWORDS, query: QUERY }],
      ['keywordSearch', { keywords: KEYWORDS }],
      ['querySearch', { query: QUERY }],
    ])('%s gives a job id, then papers', async (operation, body) => {
      const { jobId } = await create(operation, body);
      expect(jobId).toMatch(/^[0-9a-f]{24}$/);
      const { status, papers } = await finished(jobId ?? '');
      expect(status).toBe('success');
      expect(papers?.[0]?.title).toContain('owls');
    });

    it('takes every filter of the query string', async () => {
      const { jobId } = await create(
        'querySearch',
        { query: QUERY, enrich: true },
        {
          limit: 100,
          fieldsOfStudy: ['Biology', 'Agricultural and Food Sciences'],
          minCitationCount: 5,
          openAccessPdf: true,
          downloadable: true,
          quartileRanking: ['Q1', 'Q2'],
          publicationTypes: ['journal', 'book series'],
          sort: 'citationCount:desc',
          year: '2000:2026',
        },
      );
      expect((await finished(jobId ?? '')).papers).toHaveLength(1);
    });

    it('refuses more than the pool holds, and takes nothing for it', async () => {
      const before = (await opened.service.balances(signal()))?.basic;
      const facts = await failureOf(create('querySearch', { query: QUERY }, { limit: 300 }));
      expect(facts).toMatchObject({ code: 'INSUFFICIENT_CREDITS', charged: 'no', retryable: false });
      expect((await opened.service.balances(signal()))?.basic).toBe(before);
    });

    it('tells the balances: three basic jobs and one pro job have been taken', async () => {
      const told = (await opened.service.balances(signal())) ?? {};
      const {
        totals = { basic: 4, pro: 1 },
        spent,
        refunded,
        idempotencyKeyDays,
        takesStrategies,
        keepsReviews,
        ...left
      } = told;
      expect(left).toMatchObject({ basic: 1, pro: 0 });
      // Not every service reports the total ever granted.
      expect(totals).toEqual({ basic: 4, pro: 1 });
      // Additions of our own service, all or none of them.
      const additions = [spent?.basic, spent?.pro, refunded, idempotencyKeyDays, takesStrategies, keepsReviews];
      expect([
        [3, 1, { basic: 0, pro: 0, privateKey: 0 }, 30, true, true],
        [undefined, undefined, undefined, undefined, undefined, undefined],
      ]).toContainEqual(additions);
    });

    it.each<[string, Operation, unknown, object, string]>([
      ['neither keywords nor query', 'combinedSearch', {}, {}, 'keywords'],
      ['two keywords', 'combinedSearch', { keywords: ['a', 'b'] }, {}, 'keywords'],
      ['eleven keywords', 'keywordSearch', { keywords: 'abcdefghijk'.split('') }, {}, 'keywords'],
      ['no keywords', 'keywordSearch', {}, {}, 'keywords'],
      ['a query of 49 characters', 'querySearch', { query: 'q'.repeat(49) }, {}, 'query'],
      ['a query of 5001 characters', 'querySearch', { query: 'q'.repeat(5001) }, {}, 'query'],
      ['no query', 'querySearch', {}, {}, 'query'],
      ['a callback over http', 'querySearch', { query: QUERY, callbackUrl: 'http://example.org/' }, {}, 'callbackUrl'],
      [
        'a callback to localhost',
        'querySearch',
        { query: QUERY, callbackUrl: 'https://localhost/' },
        {},
        'callbackUrl',
      ],
      ['enrich as a text', 'querySearch', { query: QUERY, enrich: 'yes' }, {}, 'enrich'],
      ['limit 150', 'querySearch', { query: QUERY }, { limit: 150 }, 'limit'],
      ['minCitationCount 0', 'querySearch', { query: QUERY }, { minCitationCount: 0 }, 'minCitationCount'],
      ['minCitationCount 1.5', 'querySearch', { query: QUERY }, { minCitationCount: 1.5 }, 'minCitationCount'],
      ['an unknown field', 'querySearch', { query: QUERY }, { fieldsOfStudy: ['Astrology'] }, 'fieldsOfStudy'],
      ['a field in lower case', 'querySearch', { query: QUERY }, { fieldsOfStudy: ['law'] }, 'fieldsOfStudy'],
      ['quartile Q5', 'querySearch', { query: QUERY }, { quartileRanking: ['Q5'] }, 'quartileRanking'],
      ['an unknown type', 'querySearch', { query: QUERY }, { publicationTypes: ['blog'] }, 'publicationTypes'],
      ['openAccessPdf yes', 'querySearch', { query: QUERY }, { openAccessPdf: 'yes' }, 'openAccessPdf'],
      ['downloadable 1', 'querySearch', { query: QUERY }, { downloadable: '1' }, 'downloadable'],
      ['sort without direction', 'querySearch', { query: QUERY }, { sort: 'year' }, 'sort'],
      ['sort by title', 'querySearch', { query: QUERY }, { sort: 'title:asc' }, 'sort'],
      ['a year of two digits', 'querySearch', { query: QUERY }, { year: '99' }, 'year'],
    ])('%s is refused with the field named, and charges nothing', async (_what, operation, body, filters, field) => {
      const facts = await failureOf(create(operation, body as RequestBody, filters as Partial<Filters>));
      expect(facts).toMatchObject({ code: 'INVALID_INPUT', charged: 'no', retryable: false });
      expect(facts.fields?.some((entry) => entry.field.startsWith(field))).toBe(true);
      expect((await opened.service.balances(signal()))?.basic).toBe(1);
    });

    it('knows no job of an unknown id', async () => {
      const facts = await failureOf(opened.service.status('no/such job?', signal()));
      expect(facts).toMatchObject({ code: 'JOB_NOT_FOUND', charged: 'no' });
    });

    it('does not accept an unknown token', async () => {
      const request = { operation: 'querySearch', body: { query: QUERY }, filters: { limit: 100 } } as const;
      expect(await failureOf(opened.unauthorized.create(request, { deadline: untilAborted(signal()) }))).toMatchObject({
        code: 'UNAUTHORIZED',
        charged: 'no',
      });
      expect(await failureOf(opened.unauthorized.status('x', signal()))).toMatchObject({ code: 'UNAUTHORIZED' });
    });
  });
}
