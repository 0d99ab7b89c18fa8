import { describe, expect, it } from 'vitest';
import { createdSchema, isFinal, readBalances, readJobAnswer } from '../../src/contract/answers.ts';

describe('the answer to a creation', () => {
  it('has a jobId; further fields do not matter', () => {
    expect(createdSchema.safeParse({ jobId: '65f0c0ffee', queue: 3 }).data).toMatchObject({ jobId: '65f0c0ffee' });
  });

  it.each([{}, { jobId: '' }, { jobId: null }, [], 'ok', null])('is refused as %j', (json) => {
    expect(createdSchema.safeParse(json).success).toBe(false);
  });
});

describe('the status of a job', () => {
  it.each([
    ['queued', false],
    ['success', true],
    ['error', true],
    ['warming up', false],
    ['Success', false],
  ])('%s is final: %s', (status, final) => {
    expect(isFinal(status)).toBe(final);
  });

  it('is shown as it is when the word is unknown', () => {
    expect(readJobAnswer({ status: 'warming up', since: 5 })).toEqual({
      status: 'warming up',
      unreadable: 0,
      notes: [],
    });
  });

  it('is shown in any language, and not with hidden characters', () => {
    expect(readJobAnswer({ status: '処理中' })?.status).toBe('処理中');
    expect(readJobAnswer({ status: '処理中\u202e' })?.status).toBe('unreadable');
    expect(readJobAnswer({ status: 'En préparation' })?.status).toBe('En préparation');
    expect(readJobAnswer({ status: 'ask <b>nobody</b>!' })?.status).toBe('unreadable');
  });

  it.each([
    { status: 'error', message: 'Rate limit exceeded, try again in 20 s' },
    { error: 'Unauthorized' },
    { success: false, status: 429, detail: 'Too Many Requests' },
  ])('is not the end of its job where only the look was refused: %j', (json) => {
    expect(readJobAnswer(json)).toMatchObject({
      status: 'error without a result',
      notes: [{ kind: 'failure-reason' }],
    });
    expect(readJobAnswer(json)).not.toHaveProperty('seemsOver');
    expect(readJobAnswer({ job: { ...json, status: 'failed' } })).toMatchObject({ status: 'error' });
  });

  it.each(['The scraper is temporarily unavailable, try again', 'Stopped for maintenance'])(
    'is the end of a job that failed because: %s',
    (message) => {
      expect(readJobAnswer({ status: 'error', message })).toMatchObject({ status: 'error' });
    },
  );

  it.each([
    ['true', true],
    ['False', false],
    [true, true],
    ['perhaps', undefined],
  ])('says whether there is more as a text, too: %j', (has_more, hasMore) => {
    const body = { status: 'success', results: [{ title: 'Owls', year: 2016 }], has_more };
    expect(readJobAnswer(body)?.more?.hasMore).toBe(hasMore);
  });

  it.each([{ status: 'error' }, { status: 'queued', results: null }])('has no papers in %j', (json) => {
    expect(readJobAnswer(json)?.papers).toBeUndefined();
  });

  it('brings the papers of a success, also none', () => {
    expect(readJobAnswer({ status: 'success', results: [] })?.papers).toEqual([]);
    expect(readJobAnswer({ status: 'success', results: [{ id: 'a' }, {}] })?.papers).toEqual([{ id: 'a' }, {}]);
  });

  it('leaves out results that are no objects, and counts them', () => {
    const json = { status: 'success', results: [{ id: 'a' }, null, 'text', 5, { id: 'b' }] };
    expect(readJobAnswer(json)).toMatchObject({ papers: [{ id: 'a' }, { id: 'b' }], unreadable: 3 });
  });

  it('keeps notes and passes over notes of another shape', () => {
    expect(readJobAnswer({ status: 'queued', notes: ['one'] })?.notes).toEqual([{ kind: 'text', text: 'one' }]);
    expect(readJobAnswer({ status: 'queued', notes: 'one' })?.notes).toEqual([]);
  });

  it.each([null, undefined, 'simmering text', 5, {}])('cannot be read from %j', (json) => {
    expect(readJobAnswer(json)).toBeUndefined();
  });

  it.each([{ status: null }, { status: '' }, { jobId: 'a', progress: 0.4 }])(
    'runs without a word for it: %j',
    (json) => {
      expect(readJobAnswer(json)).toMatchObject({ status: 'running' });
    },
  );

  it.each([{ status: 'success' }, { status: 'success', results: null }, { status: 'success', results: 'none' }])(
    'of a success without a list of results only seems to be the end: %j',
    (json) => {
      expect(readJobAnswer(json)).toMatchObject({ status: 'finished without papers', seemsOver: 'success' });
    },
  );
});

describe('an empty list of results', () => {
  const papers = [
    { id: 'a', title: 'Owls by night', year: 2000 },
    { id: 'b', title: 'Owls by day', year: 2001 },
  ];
  it.each([{ papers }, { data: { papers } }, { found: papers }, { status: 'success', items: papers }])(
    'does not hide the papers beside it: %j',
    (body) => {
      expect(readJobAnswer({ results: [], ...body })).toMatchObject({ status: 'success', papers });
      expect(readJobAnswer({ ...body, results: [] })).toMatchObject({ status: 'success', papers });
    },
  );

  it.each(['related', 'similarPapers', 'recommendations', 'suggestions'])('is the result beside %s', (name) => {
    expect(readJobAnswer({ status: 'success', [name]: papers, results: [] })).toMatchObject({ papers: [] });
    expect(readJobAnswer({ status: 'success', [name]: papers })).toMatchObject({ papers });
  });
});

describe('balances', () => {
  it('are read in the present spelling', () => {
    const json = {
      basicCreditsBalance: 7,
      basicCreditsTotal: 10,
      proCreditsBalance: 0,
      proCreditsTotal: 5,
      privateKeyCreditsBalance: 40,
      privateKeyCreditsTotal: 50,
      plan: 'pro',
    };
    expect(readBalances(json)).toEqual({
      basic: 7,
      pro: 0,
      privateKey: 40,
      totals: { basic: 10, pro: 5, privateKey: 50 },
    });
  });

  it('are read in the older spelling', () => {
    const json = {
      freeTierCreditsBalance: 3,
      freeTierCreditsTotal: 5,
      proTierCreditsBalance: 9,
      proTierCreditsTotal: 9,
    };
    expect(readBalances(json)).toEqual({ basic: 3, pro: 9, totals: { basic: 5, pro: 9 } });
  });

  it('prefer the present spelling, also when it says 0', () => {
    expect(readBalances({ basicCreditsBalance: 0, freeTierCreditsBalance: 3 })).toEqual({ basic: 0 });
  });

  it('have totals only of the pools whose total is told', () => {
    expect(readBalances({ basicCreditsBalance: 4, proCreditsTotal: 0, basicCreditsTotal: 'many' })).toEqual({
      basic: 4,
      totals: { pro: 0 },
    });
  });

  it('prefer the present spelling of a total too', () => {
    const json = { basicCreditsTotal: 0, freeTierCreditsTotal: 3, proTierCreditsTotal: 8, proCreditsTotal: 6 };
    expect(readBalances(json)).toEqual({ totals: { basic: 0, pro: 6 } });
  });

  it('leave out a pool that is missing, null or no number', () => {
    expect(readBalances({ proCreditsBalance: null, privateKeyCreditsBalance: 'many' })).toEqual({});
  });

  it.each<[unknown, object]>([
    [{ proCreditsBalance: null, privateKeyCreditsBalance: '12' }, { privateKey: 12 }],
    [{ data: { basicCreditsBalance: 12, basicCreditsTotal: 100 } }, { basic: 12, totals: { basic: 100 } }],
    [{ basic_credits_balance: '1,204' }, { basic: 1204 }],
    [
      { basic: { remaining: 3, total: 5 }, pro: { balance: 0 }, plan: 'pro' },
      { basic: 3, pro: 0 },
    ],
    [{ credits: { basic: 12, pro: { total: 9, used: 2 } } }, { basic: 12 }],
  ])('are read by pool from %j', (json, balances) => {
    expect(readBalances(json)).toEqual(balances);
  });

  it.each<[unknown, number]>([
    [{ data: { credits: '1,204' } }, 1204],
    [{ balance: { credits: 12 } }, 12],
    ['12', 12],
    [5, 5],
    [{ data: '12' }, 12],
    [{ credits: 0 }, 0],
    [{ credits: { remaining: 12, total: 100 } }, 12],
    [{ credits: { value: 12 } }, 12],
    [{ balance: { available: 12, total: 100 } }, 12],
    [{ creditsTotal: 100, creditsUsed: 88, creditsRemaining: 12 }, 12],
    [{ rateLimit: { remaining: 3, limit: 10 }, data: { user: { credits_left: '7 credits' } } }, 7],
    [{ status: 'ok', user: { id: 4711, credits: 12 } }, 12],
  ])('that are one for all pools are read from %j', (json, amount) => {
    expect(readBalances(json)).toEqual({ basic: amount, pro: amount, privateKey: amount, isShared: true });
  });

  it.each([
    { credits: { total: 100, used: 88 } },
    { credits: 100, used: 88 },
    { credits: { value: 100, spent: 88 } },
    { total: 100, limit: 100, monthly: 100, used: 3 },
    { plan: { credits: 100 }, rateLimit: { remaining: 3 } },
    { balance: 12, currency: 'USD' },
    { user: { credits: 5 }, account: { credits: 100 } },
    { credits: '1.204' },
    { credits: 'many' },
    { status: 'ok', data: [1, 2] },
    { error: 'no', code: 12 },
  ])('are not taken from what may be something else: %j', (json) => {
    expect(readBalances(json)).toEqual({});
  });

  it('in the form of the contract are not mixed with another number', () => {
    expect(readBalances({ basicCreditsBalance: 7, credits: 12 })).toEqual({ basic: 7 });
    expect(readBalances({ basicCreditsTotal: 10, credits: 12 })).toEqual({ totals: { basic: 10 } });
  });

  it('of our own service tell what comes each month, and which pools have no limit', () => {
    const months = { basicCreditsMonthly: 100, proCreditsMonthly: null, creditsRenewAt: '2026-12-01T00:00:00.000Z' };
    const json = { basicCreditsBalance: 7, proCreditsBalance: null, ...months };
    const told = { basic: 7, monthly: { basic: 100 }, renewAt: '2026-12-01T00:00:00.000Z' };
    expect(readBalances({ ...json, idempotencyKeyDays: 30 })).toEqual({
      ...told,
      idempotencyKeyDays: 30,
      unlimited: ['pro'],
    });
    // Another service may not know the balance.
    expect(readBalances(json)).toEqual(told);
  });

  it.each([null, undefined, 'x', true, []])('cannot be read from %j', (json) => {
    expect(readBalances(json)).toBeUndefined();
  });
});
