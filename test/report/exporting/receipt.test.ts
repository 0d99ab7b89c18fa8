import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import type { JobRecord, NewJob } from '../../../src/jobs/ports/store.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { VERSION } from '../../../src/platform/version.ts';
import { makeReceipt, type ReceiptDeps } from '../../../src/report/exporting/receipt.ts';
import { textNotes } from '../../helpers/said.ts';
import { SCRAPER_KEY } from '../../helpers/secrets.ts';
import { ANEW, newJob, openStore } from '../../jobs/store/stores.ts';
import { OPTIONS, openBench, REQUEST } from '../../jobs/submitting.ts';

const ADDRESS = 'https://example.org/api';

function open(facts: Partial<ReceiptDeps> = {}) {
  const store = openStore();
  const deps: ReceiptDeps = { store, account: 'account', serviceAddress: ADDRESS, ...facts };
  const begin = (job: Partial<NewJob> = {}) => store.beginCreation(newJob(job), ANEW).job;
  const finish = (papers: WirePaper[], job: Partial<NewJob> = {}, notes: string[] = []) => {
    const { number } = begin(job);
    store.confirm(number, `id-${number}`);
    return store.finish(number, { status: 'success', papers, notes: textNotes(...notes) });
  };
  return { store, deps, begin, finish, receipt: (job: JobRecord) => makeReceipt(deps, job) };
}

const SENT = {
  method: 'POST',
  path: '/v1/job/keywordSearch',
  query: 'limit=200&year=1999',
  body: { keywords: ['tide', 'mussel', 'shore'] },
  scraperKeySent: false,
};

describe('the receipt of a job', () => {
  it('that succeeded has all of it', () => {
    const { store, receipt, finish } = open();
    const papers = [{ title: 'A', year: 1999 }];
    const job = finish(papers, {}, ['Something was left out.']);
    expect(receipt(job)).toEqual({
      ref: 'J1',
      jobId: 'id-1',
      mode: 'hosted',
      service: ADDRESS,
      status: 'success',
      request: SENT,
      times: { created: job.createdAt, finished: job.finishedAt },
      credits: { cost: 2, pool: 'basic', charged: 'yes' },
      notes: textNotes('Something was left out.'),
      software: `paperqueue ${VERSION}`,
      results: {
        counts: expect.objectContaining({ requested: 200, returned: 1 }),
        applied: { year: { met: 1, unmet: 0, unknown: 0 } },
        ignored: [],
        stored: store.digest(1),
      },
    });
    expect(job.finishedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it.each<[string, (opened: ReturnType<typeof open>) => JobRecord, string, string, string | null]>([
    ['is being sent', ({ begin }) => begin(), 'submitting', 'unknown', null],
    ['was refused', ({ begin, store }) => store.settle(begin().number, 'no'), 'refused', 'no', null],
    [
      'may have been charged',
      ({ begin, store }) => store.settle(begin().number, 'unknown'),
      'unknown',
      'unknown',
      null,
    ],
    ['was charged for nothing', ({ begin, store }) => store.settle(begin().number, 'yes'), 'unknown', 'yes', null],
    ['is queued', ({ begin, store }) => store.confirm(begin().number, 'id-1'), 'queued', 'yes', 'id-1'],
  ])('that %s has the request and no results', (_what, make, status, charged, jobId) => {
    const opened = open();
    const receipt = opened.receipt(make(opened));
    expect(receipt).toMatchObject({ status, jobId, request: SENT, credits: { cost: 2, pool: 'basic', charged } });
    expect(receipt.times.finished).toBeNull();
    expect(receipt).not.toHaveProperty('results');
  });

  it('that the service calls by a word of its own has that word', () => {
    const { begin, store, receipt } = open();
    store.confirm(begin().number, 'id-1');
    expect(receipt(store.setStatus(1, 'enriching'))).toMatchObject({ status: 'enriching' });
  });

  it('that ended in error has its end and no results', () => {
    const { begin, store, receipt } = open();
    store.confirm(begin().number, 'id-1');
    const failed = receipt(store.finish(1, { status: 'error', papers: [], notes: [] }));
    expect(failed).toMatchObject({ status: 'error', credits: { charged: 'yes' } });
    expect(failed.times.finished).not.toBeNull();
    expect(failed).not.toHaveProperty('results');
  });

  it.each(['hosted', 'embedded'] as const)(
    'that ended in error says of the charge what the answer says: %s',
    (mode) => {
      const { begin, store, receipt } = open();
      store.confirm(begin({ mode }).number, 'id-1');
      const job = store.finish(1, { status: 'error', papers: [], notes: [] });
      const { charged } = receipt(job).credits;
      expect(() => answerJob(store, job, {})).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ charged }) }),
      );
    },
  );

  it('that found nothing has results, all zero', () => {
    const { finish, receipt } = open();
    expect(receipt(finish([])).results).toMatchObject({
      counts: { requested: 200, returned: 0, duplicates: 0, works: 0, perYear: {}, perEngine: {} },
      applied: { year: { met: 0, unmet: 0, unknown: 0 } },
      stored: { isIntact: true },
    });
  });

  it('that was created elsewhere knows no request and does not make one up', () => {
    const { store, receipt } = open();
    const adopted = store.adopt({ mode: 'hosted', account: 'account', jobId: 'theirs' });
    expect(receipt(adopted)).toMatchObject({ jobId: 'theirs', request: null, software: null });
    const papers = Array.from({ length: 150 }, (_, at) => ({ title: `${at}` }));
    const { results } = receipt(store.finish(1, { status: 'success', papers, notes: [] }));
    expect(results).toMatchObject({ counts: { returned: 150 }, applied: {} });
    // How many results its creator asked for is not known.
    expect(results?.counts).not.toHaveProperty('requested', 100);
  });
});

describe('the service', () => {
  it('is not named by the present address when the job is of another account', () => {
    const { finish, receipt } = open();
    const { service } = receipt(finish([], { account: 'another' }));
    expect(service).toContain('another account');
    expect(service).not.toContain(ADDRESS);
  });

  it('is the embedded one by its own name, whatever is configured now', () => {
    const { finish, receipt } = open();
    for (const account of ['account', 'another'])
      expect(receipt(finish([], { mode: 'embedded', account })).service).toBe('embedded service of paperqueue');
  });
});

describe('the request', () => {
  it('is as it was sent: every filter, in the documented order and encoding', () => {
    const { finish, receipt } = open();
    const request: NewJob['request'] = {
      operation: 'combinedSearch',
      body: { keywords: ['a', 'b', 'c'], query: 'Why?', callbackUrl: 'https://example.org/hook', enrich: true },
      filters: {
        limit: 300,
        sort: 'year:desc',
        year: '1990:2000',
        fieldsOfStudy: ['Law', 'Computer Science'],
        openAccessPdf: false,
      },
    };
    expect(receipt(finish([], { request, operation: 'combinedSearch', pool: 'pro' })).request).toEqual({
      method: 'POST',
      path: '/v1/job/combinedSearch',
      query: 'limit=300&fieldsOfStudy=Law%2CComputer%20Science&openAccessPdf=false&sort=year%3Adesc&year=1990%3A2000',
      body: request?.body,
      scraperKeySent: false,
    });
  });

  it('with a scraper key says that one was sent, and never which', async () => {
    const { deps: submitDeps, store, service } = openBench({ scraperKey: new Secret(SCRAPER_KEY) });
    await submitJob(submitDeps, REQUEST, OPTIONS);
    expect(service.created[0]?.body.scraperKey).toBe(SCRAPER_KEY);
    const job = store.finish(1, { status: 'success', papers: [{ title: 'A' }], notes: [] });
    const receipt = makeReceipt({ ...open().deps, store }, job);
    expect(receipt).toMatchObject({ request: { scraperKeySent: true }, credits: { pool: 'privateKey' } });
    expect(receipt.request?.body).toEqual(REQUEST.body);
    expect(JSON.stringify(receipt)).not.toContain(SCRAPER_KEY);
  });

  it('that declined enrichment sent none', async () => {
    const { deps: submitDeps, store } = openBench({ scraperKey: new Secret(SCRAPER_KEY) });
    await submitJob(submitDeps, { ...REQUEST, body: { ...REQUEST.body, enrich: false } }, OPTIONS);
    const job = store.byNumber(1) as JobRecord;
    expect(makeReceipt({ ...open().deps, store }, job).request?.scraperKeySent).toBe(false);
  });
});
