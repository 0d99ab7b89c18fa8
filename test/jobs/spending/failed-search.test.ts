import { afterEach, describe, expect, it, vi } from 'vitest';
import { REPEATED_SEARCHES } from '../../../src/jobs/ports/store.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { OTHER_PROCESS } from '../store/stores.ts';
import { factsOf, OPTIONS, openBench, REQUEST } from '../submitting.ts';

/** A search that was paid and ended in error: an assistant in a loop pays for it once. */

afterEach(() => {
  vi.useRealTimers();
});

type Bench = ReturnType<typeof openBench>;
type Sums = { basic: number; spent?: { basic: number }; refunded?: { basic: number } };

function tell({ service }: Bench, sums: Sums): void {
  service.tells = sums;
}

async function searchAndFail(bench: Bench, options = OPTIONS): Promise<void> {
  const { job } = await submitJob(bench.deps, REQUEST, options);
  bench.store.finish(job.number, { status: 'error', papers: [], notes: [] });
}

const ASKS = {
  code: 'CHARGE_UNKNOWN',
  charged: 'no',
  retryable: false,
  message: expect.stringMatching(/^An equal search \(J1, .*\) was charged and ended in error/),
  next: expect.stringContaining('To search again, and pay again, set acceptPossibleDoubleCharge: true.'),
};

describe('the same search after one that was charged and ended in error', () => {
  it.each([
    ['as it was', {}],
    ['with fresh', { fresh: true }],
  ])('asks for acceptance and sends nothing, %s, however often', async (_how, more) => {
    const bench = openBench();
    await searchAndFail(bench);
    for (const _time of [1, 2, 3])
      expect(await factsOf(submitJob(bench.deps, REQUEST, { ...OPTIONS, ...more }))).toMatchObject(ASKS);
    const keywords = ['TIDE', 'tide', 'mus\u00adsel', 'shore'];
    expect(await factsOf(submitJob(bench.deps, { ...REQUEST, body: { keywords } }, OPTIONS))).toMatchObject(ASKS);
    expect(bench.service.created).toHaveLength(1);
  });

  it('is sent once it is accepted, and asks again when that fails, too', async () => {
    const bench = openBench();
    await searchAndFail(bench);
    await searchAndFail(bench, { ...OPTIONS, acceptPossibleDoubleCharge: true });
    const facts = await factsOf(submitJob(bench.deps, REQUEST, OPTIONS));
    expect(facts?.message).toContain('(J2, ');
    expect(bench.service.created).toHaveLength(2);
  });

  it('asks in another process, too, and after a restart', async () => {
    const bench = openBench();
    await searchAndFail(bench);
    const other = openBench({}, bench.folder, OTHER_PROCESS);
    expect(await factsOf(submitJob(other.deps, REQUEST, OPTIONS))).toMatchObject(ASKS);
  });

  it('asks when the first one fails between the look and the record', async () => {
    const bench = openBench();
    const { job } = await submitJob(bench.deps, REQUEST, OPTIONS);
    const store = {
      ...bench.store,
      beginCreation: (...given: Parameters<typeof bench.store.beginCreation>) => {
        bench.store.finish(job.number, { status: 'error', papers: [], notes: [] });
        return bench.store.beginCreation(...given);
      },
    };
    expect(await factsOf(submitJob({ ...bench.deps, store }, REQUEST, OPTIONS))).toMatchObject(ASKS);
    expect(bench.service.created).toHaveLength(1);
  });

  it.each<[string, Sums | undefined, Sums | undefined]>([
    ['no balance', undefined, undefined],
    ['a balance alone, which may have been filled up', { basic: 100 }, { basic: 100 }],
    ['no refund', { basic: 100, refunded: { basic: 0 } }, { basic: 98, refunded: { basic: 0 } }],
    ['a part of its cost', { basic: 100, refunded: { basic: 0 } }, { basic: 99, refunded: { basic: 1 } }],
    ['more than its cost', { basic: 100, refunded: { basic: 0 } }, { basic: 101, refunded: { basic: 3 } }],
    ['a sum that shrank', { basic: 100, refunded: { basic: 5 } }, { basic: 100, refunded: { basic: 2 } }],
  ])('asks when the service tells %s', async (_what, before, after) => {
    const bench = openBench();
    tell(bench, before as Sums);
    await searchAndFail(bench);
    tell(bench, after as Sums);
    expect(await factsOf(submitJob(bench.deps, REQUEST, OPTIONS))).toMatchObject(ASKS);
  });

  it('is sent when the sums of the service show that the credits were given back', async () => {
    const bench = openBench();
    tell(bench, { basic: 100, spent: { basic: 0 }, refunded: { basic: 0 } });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    const { job } = await submitJob(bench.deps, REQUEST, OPTIONS);
    vi.setSystemTime(new Date('2026-03-01T10:00:05.000Z'));
    bench.store.finish(job.number, { status: 'error', papers: [], notes: [] });
    tell(bench, { basic: 100, spent: { basic: 2 }, refunded: { basic: 2 } });
    expect(await submitJob(bench.deps, REQUEST, OPTIONS)).toMatchObject({ reused: false, job: { number: 2 } });
    expect(bench.service.created).toHaveLength(2);
  });

  it('is sent by itself a day later, so that a search of every week goes on', async () => {
    const bench = openBench({ reuseMinutes: 1 });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    await searchAndFail(bench);
    vi.setSystemTime(new Date('2026-03-02T10:00:00.000Z'));
    expect(await factsOf(submitJob(bench.deps, REQUEST, OPTIONS))).toMatchObject(ASKS);
    vi.setSystemTime(new Date('2026-03-02T10:00:00.001Z'));
    expect(await submitJob(bench.deps, REQUEST, OPTIONS)).toMatchObject({ reused: false });
  });

  it('re-attaches to an earlier one that succeeded', async () => {
    const bench = openBench();
    const { job } = await submitJob(bench.deps, REQUEST, OPTIONS);
    bench.store.finish(job.number, { status: 'success', papers: [], notes: [] });
    await searchAndFail(bench, { ...OPTIONS, fresh: true });
    expect(await submitJob(bench.deps, REQUEST, OPTIONS)).toMatchObject({ reused: true, job: { number: 1 } });
    bench.store.markRunReported(2, REPEATED_SEARCHES);
    expect(await factsOf(submitJob(bench.deps, REQUEST, { ...OPTIONS, fresh: true }))).toMatchObject({
      code: 'CHARGE_UNKNOWN',
    });
  });

  it('is sent in embedded mode, where a failed job costs nothing', async () => {
    const bench = openBench({ mode: 'embedded' });
    await searchAndFail(bench);
    expect(await submitJob(bench.deps, REQUEST, OPTIONS)).toMatchObject({ reused: false, job: { number: 2 } });
  });
});
