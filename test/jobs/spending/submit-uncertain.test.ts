import { afterEach, describe, expect, it, vi } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { REPEATED_SEARCHES } from '../../../src/jobs/ports/store.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { startDeadline } from '../../../src/lib/deadline.ts';
import { saidError } from '../../helpers/said.ts';
import { until } from '../../helpers/until.ts';
import { newJob, OTHER_PROCESS, openStore, openStoreFile, reuse } from '../store/stores.ts';
import { errorOf, factsOf, failure, OPTIONS, openBench, REQUEST } from '../submitting.ts';

const LONG_AGO = '2000-01-01T00:00:00.000Z';
const MEASURED = { from: '2026-03-01T10:05:00.000Z', to: '2026-03-01T10:05:01.000Z' };
const START = '2026-03-01T10:00:00.000Z';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

/** A bench on which one request was sent at START whose outcome nobody knows; the pool held 100 before. */
async function openUncertain() {
  at(START);
  const bench = openBench();
  bench.service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
  await errorOf(submitJob(bench.deps, REQUEST, OPTIONS));
  bench.service.instead = undefined;
  bench.service.created.length = 0;
  return bench;
}

describe('a creation whose outcome nobody knows', () => {
  it('stays as an unknown job with its credits held, and the error names it and the way on', async () => {
    const { deps, service, store } = openBench();
    service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
    const error = (await errorOf(submitJob(deps, REQUEST, OPTIONS))) as PaperqueueError;
    expect(saidError(error.details)).toEqual({
      code: 'CHARGE_UNKNOWN',
      charged: 'unknown',
      retryable: false,
      message: 'It failed as CHARGE_UNKNOWN. It is recorded as J1.',
      next: 'Do not repeat the search: it may be charged twice. get_job with jobId "J1" compares balances (free) and says what is known.',
    });
    expect(error.cause).toBe('the cause');
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown', jobId: null });
    expect(store.committedSince(LONG_AGO)).toBe(2);
  });

  it('is unknown too when the client failed through a mistake of ours', async () => {
    const { deps, service, store } = openBench();
    const bug = new TypeError('a bug');
    service.fails(bug);
    expect(await errorOf(submitJob(deps, REQUEST, OPTIONS))).toBe(bug);
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown' });
  });

  it('is told as it is when its charge is known', async () => {
    const { deps, service, store } = openBench();
    const error = failure('RATE_LIMITED', 'yes');
    service.fails(error);
    expect(await errorOf(submitJob(deps, REQUEST, OPTIONS))).toBe(error);
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'yes' });
    expect(store.committedSince(LONG_AGO)).toBe(2);
  });

  it('is no job when nothing was charged, unless the call had run out of time and told its number', async () => {
    for (const isLate of [false, true]) {
      const { deps, service, store } = openBench();
      const error = failure('RATE_LIMITED', 'no');
      service.fails(error);
      const late = new AbortController();
      const deadline = startDeadline(60_000, late.signal);
      const onIntent = () => isLate && late.abort();
      expect(await errorOf(submitJob(deps, REQUEST, { ...OPTIONS, deadline, onIntent }))).toBe(error);
      expect(store.byNumber(1)?.status).toBe(isLate ? 'refused' : undefined);
      expect(store.committedSince(LONG_AGO)).toBe(0);
      deadline.dispose();
    }
  });
});

describe('the same request again', () => {
  it('needs the acceptance of a second charge: fresh alone does not do', async () => {
    const { deps, service } = await openUncertain();
    const facts = await factsOf(submitJob(deps, REQUEST, { ...OPTIONS, fresh: true }));
    expect(facts).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    expect(service.created).toEqual([]);
    const both = { ...OPTIONS, fresh: true, acceptPossibleDoubleCharge: true };
    expect(await submitJob(deps, REQUEST, both)).toMatchObject({ reused: false, job: { number: 2, charged: 'yes' } });
  });

  it('is not sent while nobody knows whether the first was charged', async () => {
    const { deps, service } = await openUncertain();
    service.tells = { basic: 99 };
    const facts = {
      code: 'CHARGE_UNKNOWN',
      message: `An equal search (J1, ${START}) was sent and may or may not have been charged. This call sent nothing.`,
      charged: 'no',
      retryable: false,
      next: 'get_job with jobId "J1" compares balances (free) and says what is known. To search again at the risk of paying twice, set acceptPossibleDoubleCharge: true.',
    };
    at('2026-03-01T10:02:00.000Z');
    for (let again = 0; again < 3; again += 1) expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toEqual(facts);
    expect(service.created).toEqual([]);
  });

  it('is not sent, with no advice to compare what was never measured', async () => {
    const { deps, service } = openBench();
    Object.assign(service, { tells: undefined });
    service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
    await errorOf(submitJob(deps, REQUEST, OPTIONS));
    service.instead = undefined;
    const error = (await errorOf(submitJob(deps, REQUEST, OPTIONS))) as PaperqueueError;
    expect(error.details.advice).toEqual([{ kind: 'ask-elsewhere', job: 'J1' }]);
    expect(service.created).toHaveLength(1);
  });

  it('is not sent however long ago that was, also where nothing else is reused', async () => {
    const { deps, service } = await openUncertain();
    service.tells = undefined;
    at('2027-03-01T10:00:00.000Z');
    expect(await factsOf(submitJob({ ...deps, reuseMinutes: 0 }, REQUEST, OPTIONS))).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      charged: 'no',
    });
    expect(service.created).toEqual([]);
  });

  it('is not sent in the first minute, also when the balance is unchanged', async () => {
    const { deps, service } = await openUncertain();
    at('2026-03-01T10:00:59.999Z');
    expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    expect(service.created).toEqual([]);
  });

  it('is sent once the balance shows that the first was not charged', async () => {
    const { deps, service, store } = await openUncertain();
    at('2026-03-01T10:01:00.000Z');
    expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({
      reused: false,
      job: { number: 2, jobId: 'job-1', charged: 'yes' },
    });
    expect(store.byNumber(1)).toMatchObject({ status: 'refused', charged: 'no' });
    expect(service.created).toHaveLength(1);
    expect(store.committedSince(LONG_AGO)).toBe(2);
    expect(store.evidence(2, MEASURED)).toMatchObject({ balanceBefore: 100 });
  });

  it('is sent once when two calls find at the same moment that the first was not charged', async () => {
    const { deps, service, store } = await openUncertain();
    at('2026-03-01T10:01:00.000Z');
    await Promise.allSettled([submitJob(deps, REQUEST, OPTIONS), submitJob(deps, REQUEST, OPTIONS)]);
    expect(service.created).toHaveLength(1);
    expect(store.list({ offset: 0, count: 9, status: undefined }).total).toBe(2);
  });

  it('attaches to the job that another process began just when the first was found not to be charged', async () => {
    const { deps, service, store, folder } = await openUncertain();
    const other = openStore(folder, OTHER_PROCESS);
    const { fingerprint } = openStoreFile(folder).get<{ fingerprint: string }>('SELECT fingerprint FROM jobs') ?? {};
    const settle: typeof store.settle = (number, charged) => {
      const settled = store.settle(number, charged);
      other.beginCreation(newJob({ fingerprint: fingerprint ?? '' }), reuse());
      return settled;
    };
    at('2026-03-01T10:01:00.000Z');
    expect(await submitJob({ ...deps, store: { ...store, settle } }, REQUEST, OPTIONS)).toMatchObject({
      reused: true,
      job: { number: 2, status: 'submitting' },
    });
    expect(service.created).toEqual([]);
  });

  it('is not sent when the balance shows that the first was charged, and says so', async () => {
    const { deps, service, store } = await openUncertain();
    service.tells = { basic: 98 };
    at('2026-03-01T10:02:00.000Z');
    expect((await factsOf(submitJob(deps, REQUEST, OPTIONS)))?.message).toBe(
      `An equal search (J1, ${START}) was sent and was charged, but its id never arrived. This call sent nothing.`,
    );
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'yes' });
    expect(service.created).toEqual([]);
  });

  it('is sent at the caller’s own risk, and later ones attach to the new job', async () => {
    const { deps, service, store } = await openUncertain();
    const risk = { ...OPTIONS, acceptPossibleDoubleCharge: true };
    expect(await submitJob(deps, REQUEST, risk)).toMatchObject({ reused: false, job: { number: 2, charged: 'yes' } });
    expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({ reused: true, job: { number: 2 } });
    expect(service.created).toHaveLength(1);
    expect(store.byNumber(1)?.charged).toBe('unknown');
    expect(store.committedSince(LONG_AGO)).toBe(4);
  });

  it('is sent once, however often somebody accepts who need not: with fresh alone a certain one is paid anew', async () => {
    const { deps, service, store } = await openUncertain();
    const risk = { ...OPTIONS, acceptPossibleDoubleCharge: true };
    await submitJob(deps, REQUEST, risk);
    expect(await submitJob(deps, REQUEST, risk)).toMatchObject({ reused: true, job: { number: 2 } });
    store.finish(2, { status: 'success', papers: [], notes: [] });
    store.markRunReported(2, REPEATED_SEARCHES);
    expect(await submitJob(deps, REQUEST, risk)).toMatchObject({ reused: true, job: { number: 2 } });
    expect(service.created).toHaveLength(1);
    expect(await submitJob(deps, REQUEST, { ...risk, fresh: true })).toMatchObject({ reused: false });
    expect(service.created).toHaveLength(2);
  });

  it('is not sent fresh after an accepted one, as long as the first may have been charged', async () => {
    const { deps, service, store } = await openUncertain();
    await submitJob(deps, REQUEST, { ...OPTIONS, acceptPossibleDoubleCharge: true });
    // Nobody has been told its end: who wants a new job gets this one.
    const standing = await submitJob(deps, REQUEST, { ...OPTIONS, fresh: true });
    expect(standing).toMatchObject({ job: { number: 2 }, reused: true });
    store.markRunReported(2, REPEATED_SEARCHES);
    const facts = await factsOf(submitJob(deps, REQUEST, { ...OPTIONS, fresh: true }));
    expect(facts?.message).toContain('An equal search (J1');
    expect(service.created).toHaveLength(1);
  });

  it.each([{ fresh: true }, { fresh: false }])(
    'is not sent when only the later of two is known not to be charged: %o',
    async ({ fresh }) => {
      const { deps, service, store } = await openUncertain();
      service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
      // Only for the second the service keeps a key: that one is judged for certain.
      service.tells = { basic: 100, idempotencyKeyDays: 30 };
      store.saveBalances('account', service.tells, MEASURED);
      at(MEASURED.to);
      await errorOf(submitJob(deps, REQUEST, { ...OPTIONS, acceptPossibleDoubleCharge: true }));
      service.instead = undefined;
      service.closes = () => ({ jobId: null });
      service.created.length = 0;
      const facts = await factsOf(submitJob(deps, REQUEST, { ...OPTIONS, fresh }));
      expect(facts?.message).toContain('An equal search (J1');
      expect(store.byNumber(2)).toMatchObject({ status: 'refused', charged: 'no' });
      expect(service.created).toEqual([]);
    },
  );

  it('has evidence of its own when it is sent at the caller’s risk', async () => {
    const { deps, service, store } = await openUncertain();
    service.tells = { basic: 98 };
    at('2026-03-01T10:10:00.000Z');
    await submitJob(deps, REQUEST, { ...OPTIONS, acceptPossibleDoubleCharge: true });
    expect(store.evidence(2, MEASURED)).toMatchObject({ balanceBefore: 98 });
  });

  it('waits for its turn while another process still sends the first', async () => {
    const { deps, service, store, folder } = openBench();
    let answer = (_created: { jobId: string }): void => undefined;
    service.instead = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = submitJob(deps, REQUEST, OPTIONS);
    await until(() => store.byNumber(1) !== undefined);
    const other = openBench({}, folder, OTHER_PROCESS);
    expect(await submitJob(other.deps, REQUEST, OPTIONS)).toMatchObject({
      reused: true,
      job: { number: 1, status: 'submitting' },
    });
    await until(() => service.created.length === 1);
    answer({ jobId: 'slow' });
    expect((await first).job.jobId).toBe('slow');
    expect(other.service.created).toEqual([]);
  });
});

it('a creation that was paused until another process gave it up is not dialled, and says so', async () => {
  at(START);
  const { deps, service, store, folder } = openBench();
  const dialled: string[] = [];
  service.create = async (request, options) => {
    // The laptop is opened again after three minutes; another process has looked in the meantime.
    at('2026-03-01T10:03:00.000Z');
    openStore(folder, OTHER_PROCESS).byNumber(1);
    await options.beforeDial?.(request);
    dialled.push('J1');
    return { jobId: 'abc' };
  };
  expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toEqual({
    code: 'RATE_LIMITED',
    message: 'J1 was delayed for so long that it was given up before it was sent.',
    charged: 'no',
    retryable: true,
    next: 'Call again.',
  });
  expect(dialled).toEqual([]);
  expect(store.byNumber(1)).toMatchObject({ status: 'refused', charged: 'no' });
  expect(store.committedSince(LONG_AGO)).toBe(0);
});

describe('a creation whose error names a job', () => {
  const NAMED = new PaperqueueError({
    code: 'CHARGE_UNKNOWN',
    problem: [
      { kind: 'charge-unknown', because: { kind: 'status', status: 409 } },
      { kind: 'names-job', jobId: 'a1b2' },
    ],
    charged: 'unknown',
    retryable: false,
    advice: [{ kind: 'compare-balance' }],
  });

  async function openNamed() {
    const bench = openBench();
    bench.service.fails(NAMED);
    const facts = await factsOf(submitJob(bench.deps, REQUEST, OPTIONS));
    bench.service.instead = undefined;
    return { ...bench, facts };
  }

  it('keeps the id, says it, and holds the credits', async () => {
    const { store, facts } = await openNamed();
    expect(facts?.message).toBe(
      'It is unknown whether the search was charged: the service answered with status 409. Its answer nevertheless has the id a1b2, perhaps of a job. It is recorded as J1.',
    );
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown', jobId: 'a1b2' });
    expect(store.committedSince(LONG_AGO)).toBe(2);
  });

  it('is that job as soon as the service shows it, for the same search too, which sends nothing again', async () => {
    const { deps, service, store } = await openNamed();
    const asked: string[] = [];
    service.shows = (jobId) => {
      asked.push(jobId);
      return { status: 'running', unreadable: 0, notes: [] };
    };
    const again = await submitJob(deps, REQUEST, OPTIONS);
    expect(again).toMatchObject({ reused: true, job: { number: 1, jobId: 'a1b2', status: 'queued', charged: 'yes' } });
    expect(asked).toEqual(['a1b2']);
    expect(service.created).toHaveLength(1);
    expect(store.committedSince(LONG_AGO)).toBe(2);
  });

  it('stays unknown where the service does not know the job, and is not sent again', async () => {
    const { deps, service, store } = await openNamed();
    service.shows = () => {
      throw failure('JOB_NOT_FOUND', 'no');
    };
    expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    expect(service.created).toHaveLength(1);
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', jobId: 'a1b2' });
  });
});
