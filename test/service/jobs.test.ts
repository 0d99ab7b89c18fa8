import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import type { SearchEngine } from '../../src/jobs/ports/search-engine.ts';
import { ensureAccount } from '../../src/service/store/sqlite/accounts.ts';
import { createJob } from '../../src/service/store/sqlite/job-queue.ts';
import { textNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { KEYWORDS, ledgerOf, openService, openServiceFile, QUERY } from './service.ts';

describe('a job', () => {
  it('runs the search on what was asked and gives papers and notes', async () => {
    const asked: JobRequest[] = [];
    const service = openService({
      search: (request) => {
        asked.push(request);
        return { papers: [{ title: 'Mussels', v_quartile_ranking: 'Q1' }], notes: textNotes('searched a shelf') };
      },
    });
    const path = '/v1/job/combinedSearch?limit=200&fieldsOfStudy=Biology,Geography&openAccessPdf=false&sort=year:desc';
    const { status, json } = await service.post(path, { ...KEYWORDS, ...QUERY, enrich: false });
    expect(status).toBe(200);
    expect(json).toEqual({ jobId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(await service.outcome(json.jobId)).toEqual({
      status: 'success',
      results: [{ title: 'Mussels', v_quartile_ranking: 'Q1' }],
      notes: ['searched a shelf'],
      noteData: textNotes('searched a shelf'),
    });
    expect(asked).toEqual([
      {
        operation: 'combinedSearch',
        body: { ...KEYWORDS, ...QUERY, enrich: false },
        filters: { limit: 200, fieldsOfStudy: ['Biology', 'Geography'], openAccessPdf: false, sort: 'year:desc' },
      },
    ]);
  });

  it('takes a strategy in place of keywords and query, and refuses one that cannot be read, at no cost', async () => {
    const asked: unknown[] = [];
    const { post, outcome } = openService({
      search: ({ body }) => {
        asked.push(body);
        return { papers: [], notes: [] };
      },
    });
    const strategy = 'mussel* AND (shore OR raft)';
    await outcome((await post('/v1/job/combinedSearch', { strategy })).json.jobId);
    expect(asked).toEqual([{ strategy }]);
    const refused = await post('/v1/job/combinedSearch', { strategy: 'mussel AND shore OR raft' });
    expect(refused.status).toBe(400);
    expect(refused.json).toEqual({
      error: [{ path: 'strategy', message: expect.stringMatching(/^strategy: column 18: AND and OR side by side/) }],
    });
    expect((await post('/v1/job/combinedSearch', { strategy, ...KEYWORDS })).status).toBe(400);
    expect((await post('/v1/job/keywordSearch', { strategy, ...KEYWORDS })).status).toBe(400);
    expect(asked).toHaveLength(1);
  });

  it('tells which sources it asks while it runs, and no longer', async () => {
    const [asked, ended] = [new EventEmitter(), new EventEmitter()];
    const isAsked = once(asked, 'now');
    const { post, get, outcome } = openService({
      search: async (_request, { onProgress }) => {
        onProgress?.([{ source: 'openalex', title: 'OpenAlex', gave: 7 }]);
        onProgress?.([{ source: 'arxiv', title: 'arXiv' }]);
        asked.emit('now');
        await once(ended, 'now');
        return { papers: [], notes: [] };
      },
    });
    const { jobId } = (await post('/v1/job/keywordSearch', KEYWORDS)).json;
    await isAsked;
    const path = `/v1/job/${jobId}`;
    expect((await get(path)).json).toEqual({ status: 'queued', progress: [{ source: 'arxiv', title: 'arXiv' }] });
    ended.emit('now');
    expect(await outcome(jobId)).toEqual({ status: 'success', results: [], notes: [], noteData: [] });
  });

  it('asks for 100 papers when no limit is given', async () => {
    const limits: number[] = [];
    const { post, outcome } = openService({
      search: ({ filters }) => {
        limits.push(filters.limit);
        return { papers: [], notes: [] };
      },
    });
    await outcome((await post('/v1/job/keywordSearch', KEYWORDS)).json.jobId);
    expect(limits).toEqual([100]);
  });

  it('that was left open by a stopped process is taken up by the next one, also when nobody polls', async () => {
    const dataDir = temporaryFolder();
    const file = openServiceFile(dataDir);
    const account = ensureAccount(file, 'local', { basic: null, pro: null, privateKey: null });
    createJob(file, account, { operation: 'keywordSearch', body: KEYWORDS, filters: { limit: 100 } });
    const searched = new Promise<JobRequest>((resolve) => {
      const search: SearchEngine = (request) => {
        resolve(request);
        return { papers: [], notes: [] };
      };
      openService({ dataDir, search });
    });
    expect(await searched).toEqual({ operation: 'keywordSearch', body: KEYWORDS, filters: { limit: 100 } });
  });

  it('whose search fails ends as an error, without telling why, and the next job runs', async () => {
    let calls = 0;
    const { post, outcome, errors } = openService({
      search: () => {
        calls += 1;
        if (calls === 1) throw new Error('a detail of the inside');
        return { papers: [], notes: [] };
      },
    });
    const jobs = [await post('/v1/job/keywordSearch', KEYWORDS), await post('/v1/job/keywordSearch', KEYWORDS)];
    expect(await outcome(jobs[0]?.json.jobId)).toEqual({ status: 'error' });
    expect(await outcome(jobs[1]?.json.jobId)).toMatchObject({ status: 'success' });
    expect(errors).toEqual(['a job failed']);
  });
});

describe('credits', () => {
  it.each([
    ['100', {}, 'basic', 1],
    ['200', { enrich: false }, 'basic', 2],
    ['300', { enrich: true }, 'pro', 3],
  ])('for %s results with %j are taken from %s: %i', async (limit, extra, pool, credits) => {
    const { dataDir, post, outcome } = openService();
    const { json } = await post(`/v1/job/querySearch?limit=${limit}`, { ...QUERY, ...extra });
    await outcome(json.jobId);
    expect(ledgerOf(openServiceFile(dataDir))).toEqual([{ pool, credits }]);
  });

  it('are taken at creation, before the job has run', async () => {
    const { dataDir, post } = openService({ basic: 5 });
    const file = openServiceFile(dataDir);
    await post('/v1/job/keywordSearch?limit=300', KEYWORDS);
    expect(ledgerOf(file)).toEqual([{ pool: 'basic', credits: 3 }]);
  });

  it('that are too few give a 403, make no job and take nothing', async () => {
    const { dataDir, post, get } = openService({ basic: 2, pro: 9 });
    expect(await post('/v1/job/keywordSearch?limit=300', KEYWORDS)).toEqual({
      status: 403,
      json: { error: 'Insufficient credits' },
    });
    const file = openServiceFile(dataDir);
    expect(ledgerOf(file)).toEqual([]);
    expect(file.all('SELECT id FROM jobs')).toEqual([]);
    expect((await get('/v1/user/getCredits')).json).toMatchObject({ basicCreditsBalance: 2, basicCreditsTotal: 2 });
  });

  it('can be spent to the last one, not beyond', async () => {
    const { dataDir, post } = openService({ basic: 2 });
    const statuses = [];
    for (const _time of [1, 2, 3]) statuses.push((await post('/v1/job/keywordSearch', KEYWORDS)).status);
    expect(statuses).toEqual([200, 200, 403]);
    expect(ledgerOf(openServiceFile(dataDir))).toHaveLength(2);
  });

  it('come back when the job fails: the ledger shows charge and refund', async () => {
    const { dataDir, post, get, outcome } = openService({
      pro: 3,
      search: () => {
        throw new Error('no');
      },
    });
    const { json } = await post('/v1/job/keywordSearch?limit=300', { ...KEYWORDS, enrich: true });
    expect(await outcome(json.jobId)).toEqual({ status: 'error' });
    expect(ledgerOf(openServiceFile(dataDir))).toEqual([
      { pool: 'pro', credits: 3 },
      { pool: 'pro', credits: -3 },
    ]);
    expect((await get('/v1/user/getCredits')).json).toMatchObject({ proCreditsBalance: 3, proCreditsTotal: 3 });
  });

  it('are shown per pool, without a number where a pool has no ceiling', async () => {
    const { post, get } = openService({ basic: 7 });
    await post('/v1/job/keywordSearch?limit=200', KEYWORDS);
    expect(await get('/v1/user/getCredits')).toEqual({
      status: 200,
      json: {
        basicCreditsBalance: 5,
        basicCreditsTotal: 7,
        basicCreditsSpent: 2,
        basicCreditsRefunded: 0,
        basicCreditsMonthly: null,
        proCreditsBalance: null,
        proCreditsTotal: null,
        proCreditsSpent: 0,
        proCreditsRefunded: 0,
        proCreditsMonthly: null,
        privateKeyCreditsBalance: null,
        privateKeyCreditsTotal: null,
        privateKeyCreditsSpent: 0,
        privateKeyCreditsRefunded: 0,
        privateKeyCreditsMonthly: null,
        creditsRenewAt: null,
        plan: 'embedded',
        idempotencyKeyDays: 30,
        takesStrategies: true,
        keepsReviews: true,
      },
    });
  });

  it('that are granted anew at the next start count what was spent before', async () => {
    const { dataDir, post } = openService({ basic: 2 });
    await post('/v1/job/keywordSearch?limit=200', KEYWORDS);
    const { get } = openService({ dataDir, basic: 10 });
    expect((await get('/v1/user/getCredits')).json).toMatchObject({ basicCreditsBalance: 8, basicCreditsTotal: 10 });
  });
});
