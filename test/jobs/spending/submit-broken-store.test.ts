import { afterEach, describe, expect, it, vi } from 'vitest';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { openStoreFile } from '../store/stores.ts';
import { errorOf, factsOf, failure, OPTIONS, openBench, REQUEST } from '../submitting.ts';

const START = '2026-03-01T10:00:00.000Z';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

describe('a store that breaks', () => {
  const broken = () => {
    throw failure('STORE_UNAVAILABLE', 'no');
  };

  it('before the intent spends nothing', async () => {
    const { deps, service, store } = openBench();
    const call = submitJob({ ...deps, store: { ...store, beginCreation: broken } }, REQUEST, OPTIONS);
    expect(await factsOf(call)).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no' });
    expect(service.created).toEqual([]);
  });

  it('when the job was created still gives the job, with its id, and says that the store has not', async () => {
    const { deps, store } = openBench();
    const { job, reused } = await submitJob({ ...deps, store: { ...store, confirm: broken } }, REQUEST, OPTIONS);
    expect(reused).toBe(false);
    const known = { number: 1, jobId: 'job-1', status: 'queued', charged: 'yes', cost: 2, isInMemoryOnly: true };
    expect(job).toMatchObject(known);
  });

  it('when the creation failed does not hide what is known of the charge, and names the intent', async () => {
    const { deps, service, store } = openBench();
    const error = failure('CHARGE_UNKNOWN', 'unknown');
    service.fails(error);
    const facts = await factsOf(submitJob({ ...deps, store: { ...store, settle: broken } }, REQUEST, OPTIONS));
    expect(facts).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    expect(facts?.message).toBe(`${error.details.message} It is recorded as J1.`);
    expect(facts?.next).toContain('get_job with jobId "J1"');
  });

  it.each(['created', 'failed'])(
    'by a bug of ours lets the bug through once the job was %s, whose outcome stays known',
    async (how) => {
      const { deps, service, store } = openBench();
      const bug = new TypeError('a bug');
      const recordThenFail = (record: (...given: never[]) => unknown) =>
        ((...given: never[]) => {
          record(...given);
          throw bug;
        }) as never;
      const faulty = { ...store, confirm: recordThenFail(store.confirm), settle: recordThenFail(store.settle) };
      if (how === 'failed') service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
      expect(await errorOf(submitJob({ ...deps, store: faulty }, REQUEST, OPTIONS))).toBe(bug);
      const known = how === 'created' ? { jobId: 'job-1', charged: 'yes' } : { status: 'unknown', charged: 'unknown' };
      expect(store.byNumber(1)).toMatchObject(known);
    },
  );

  it('leaves the intent, which becomes unknown once it is too old to be on its way', async () => {
    at(START);
    const { deps, service, store, folder } = openBench();
    service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
    await errorOf(submitJob({ ...deps, store: { ...store, settle: broken } }, REQUEST, OPTIONS));
    at('2026-03-01T10:02:00.001Z');
    service.tells = undefined;
    expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    const rows = openStoreFile(folder).all('SELECT status, charged FROM jobs');
    expect(rows).toEqual([{ status: 'unknown', charged: 'unknown' }]);
  });
});
