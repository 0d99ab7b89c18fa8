import { describe, expect, it } from 'vitest';
import type { Balances } from '../../../src/contract/answers.ts';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { estimateCredits, explainingLackOfCredits } from '../../../src/jobs/spending/estimate.ts';
import { canEnrich } from '../../../src/search/federated/enrichment-sources.ts';
import { ANEW, newJob } from '../store/stores.ts';
import { errorOf, factsOf, failure, openBench, REQUEST } from '../submitting.ts';

const SIGNAL = new AbortController().signal;
const FREE = { kind: 'estimate-is-free' };
const KEY = { scraperKey: new Secret('fc-1') };

/** A bench whose service tells these balances. */
function open(tells: Balances | undefined, facts: Parameters<typeof openBench>[0] = {}) {
  const bench = openBench(facts);
  bench.service.tells = tells;
  return bench;
}

describe('an estimate', () => {
  it('says cost, pool and balance, and creates nothing', async () => {
    const { deps, service, store } = open({ basic: 7 });
    expect(await estimateCredits(deps, { limit: 300 }, SIGNAL)).toEqual({
      mode: 'hosted',
      credits: { cost: 3, pool: 'basic', charged: 'no', balance: 7 },
      notes: [FREE],
    });
    expect(service.created).toEqual([]);
    expect(store.list({ offset: 0, count: 9, status: undefined }).total).toBe(0);
  });

  it('takes the pool that the search would be charged to', async () => {
    const tells = { basic: 1, pro: 2, privateKey: 3 };
    const poolOf = async (enrich: boolean | undefined, facts = {}) =>
      (await estimateCredits(open(tells, facts).deps, { limit: 100, enrich }, SIGNAL)).credits;
    expect(await poolOf(undefined)).toMatchObject({ pool: 'basic', balance: 1 });
    expect(await poolOf(true)).toMatchObject({ pool: 'pro', balance: 2 });
    expect(await poolOf(undefined, KEY)).toMatchObject({ pool: 'privateKey', balance: 3 });
    expect(await poolOf(false, KEY)).toMatchObject({ pool: 'basic', balance: 1 });
  });

  it('says when enrichment has no source, and only where it is asked for', async () => {
    const kindsOf = async (facts: object, enrich: boolean, key = {}) =>
      (await estimateCredits({ ...open({}, key).deps, ...facts }, { limit: 100, enrich }, SIGNAL)).notes.map(
        ({ kind }) => kind,
      );
    const kind = 'nothing-to-enrich';
    expect(await kindsOf({ cannotEnrich: true }, true)).toContain(kind);
    expect(await kindsOf({ cannotEnrich: true }, false)).not.toContain(kind);
    expect(await kindsOf({ cannotEnrich: true }, true, KEY)).not.toContain(kind);
    expect(await kindsOf({}, true)).not.toContain(kind);
    expect([canEnrich(['library', 'arxiv']), canEnrich(['library', 'openalex'])]).toEqual([false, true]);
  });

  it('says that query_search takes from another pool where a scraper key is set', async () => {
    const { notes } = await estimateCredits(open({ privateKey: 9 }, KEY).deps, { limit: 100 }, SIGNAL);
    expect(notes).toEqual([FREE, { kind: 'text-sends-no-key' }]);
  });

  it('says what was spent in the last 24 hours', async () => {
    const { deps, store } = open({ basic: 9 });
    const { job } = store.beginCreation(newJob({ cost: 2 }), ANEW);
    store.confirm(job.number, 'id');
    const { notes } = await estimateCredits(deps, { limit: 100 }, SIGNAL);
    expect(notes).toEqual([FREE, { kind: 'spent-today', credits: 2 }]);
  });

  it('says that embedded credits are no money', async () => {
    const { notes } = await estimateCredits(open({ basic: 9 }, { mode: 'embedded' }).deps, { limit: 100 }, SIGNAL);
    expect(notes).toEqual([FREE, { kind: 'own-credits' }]);
  });

  it.each([undefined, {}, { pro: 5 }])('says that no balance is known where the service tells %o', async (tells) => {
    const { credits, notes } = await estimateCredits(open(tells).deps, { limit: 100 }, SIGNAL);
    expect(credits).toEqual({ cost: 1, pool: 'basic', charged: 'no' });
    expect(notes).toEqual([FREE, { kind: 'balance-unknown' }]);
  });

  it('says that the account has no limit where the service tells so', async () => {
    const { deps } = open({ pro: 5, unlimited: ['basic'] });
    const { credits, notes } = await estimateCredits(deps, { limit: 100 }, SIGNAL);
    expect(credits).toEqual({ cost: 1, pool: 'basic', charged: 'no' });
    expect(notes).toEqual([FREE, { kind: 'no-limit', pool: 'basic' }]);
  });

  it('says when the balance does not cover the cost', async () => {
    const notesAt = async (basic: number) =>
      (await estimateCredits(open({ basic }).deps, { limit: 300 }, SIGNAL)).notes;
    expect(await notesAt(2)).toEqual([FREE, { kind: 'balance-too-low', missing: 1 }]);
    expect(await notesAt(3)).toEqual([FREE]);
  });

  it('says what the daily cap leaves, and when that is too little', async () => {
    const { deps } = open({ basic: 99 }, { dailyCreditCap: 2 });
    expect(await estimateCredits(deps, { limit: 200 }, SIGNAL)).toMatchObject({
      dailyCap: { credits: 2, left: 2 },
      notes: [FREE],
    });
    const { notes } = await estimateCredits(deps, { limit: 300 }, SIGNAL);
    expect(notes).toEqual([FREE, { kind: 'cap-too-low', setting: 'PAPERQUEUE_DAILY_CREDIT_CAP', missing: 1 }]);
  });

  it('fails as the reading of the balance does', async () => {
    const { deps, service } = openBench();
    service.balances = () => Promise.reject(failure('UNAUTHORIZED', 'no'));
    expect(await factsOf(estimateCredits(deps, { limit: 100 }, SIGNAL))).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('a refusal for want of credits', () => {
  const refused = failure('INSUFFICIENT_CREDITS', 'no');
  const messageOf = async (bench: ReturnType<typeof open>, request: JobRequest) => {
    const error = await errorOf(explainingLackOfCredits(bench.deps, request, () => Promise.reject(refused)));
    expect(error).toBeInstanceOf(PaperqueueError);
    expect(error).toMatchObject({
      cause: 'the cause',
      details: { code: 'INSUFFICIENT_CREDITS', next: 'Do what it says.' },
    });
    return (error as PaperqueueError).details.message;
  };

  it('names pool, cost and balance', async () => {
    expect(await messageOf(open({ basic: 1 }), REQUEST)).toBe(
      'This search costs 2 credits from the basic pool, which holds 1; nothing was taken for it.',
    );
  });

  it('names the pool of that very search', async () => {
    const enriched: JobRequest = { ...REQUEST, body: { ...REQUEST.body, enrich: true } };
    expect(await messageOf(open({ pro: 0 }), enriched)).toContain('from the pro pool, which holds 0');
    expect(await messageOf(open({ privateKey: 0 }, KEY), REQUEST)).toContain('from the privateKey pool');
    // That operation sends no key.
    const query: JobRequest = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 100 } };
    expect(await messageOf(open({ basic: 0 }, KEY), query)).toContain('1 credit from the basic pool');
  });

  it('does without the balance where it cannot be read', async () => {
    const bench = open(undefined);
    expect(await messageOf(bench, REQUEST)).toContain('which holds too few credits');
    bench.service.balances = () => Promise.reject(new Error('no network'));
    expect(await messageOf(bench, REQUEST)).toContain('which holds too few credits');
  });

  it('is the only failure that is explained', async () => {
    const { deps, service } = openBench();
    for (const other of [failure('RATE_LIMITED', 'no'), new TypeError('a bug')])
      expect(await errorOf(explainingLackOfCredits(deps, REQUEST, () => Promise.reject(other)))).toBe(other);
    expect(service.balanceReads).toBe(0);
    expect(await explainingLackOfCredits(deps, REQUEST, async () => 'done')).toBe('done');
  });
});
