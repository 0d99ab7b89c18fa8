import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { formerFingerprints } from '../../../src/jobs/spending/fingerprint.ts';
import { type SubmitDeps, submitJob } from '../../../src/jobs/spending/submit.ts';
import { newJob, reuse } from '../store/stores.ts';
import { factsOf, featuresOf, OPTIONS, openBench, REQUEST } from '../submitting.ts';

/** A job of this request as an earlier version recorded it. */
function recordFormerly({ store, deps }: ReturnType<typeof openBench>, request: JobRequest, version: number) {
  const { mode, account, serviceIdentity } = deps;
  const scope = { mode, account, edition: deps.edition() };
  return store.beginCreation(
    newJob({
      mode,
      account,
      request,
      operation: request.operation,
      fingerprint: formerFingerprints(scope, request)[version] as string,
      serviceFingerprint: formerFingerprints({ ...scope, account: serviceIdentity }, request)[version] as string,
    }),
    reuse(),
  );
}

const CAPITALS: JobRequest = { ...REQUEST, body: { keywords: ['Tide', 'MUSSEL', 'shore', 'tide'] } };

describe.each([0, 1])('a job that an earlier version (%i) recorded', (version) => {
  it.each<[SubmitDeps['mode']]>([['hosted'], ['embedded']])(
    'is found in %s mode, and nothing is paid again',
    async (mode) => {
      const bench = openBench({ mode });
      recordFormerly(bench, CAPITALS, version);
      bench.store.confirm(1, 'id');
      expect(await submitJob(bench.deps, CAPITALS, OPTIONS)).toMatchObject({ reused: true, job: { number: 1 } });
      expect(bench.service.created).toEqual([]);
    },
  );

  it('holds back an equal search while its charge is unknown, also a fresh one', async () => {
    const bench = openBench();
    recordFormerly(bench, CAPITALS, version);
    bench.store.settle(1, 'unknown');
    for (const options of [OPTIONS, { ...OPTIONS, fresh: true }])
      expect(await factsOf(submitJob(bench.deps, CAPITALS, options))).toMatchObject({ code: 'CHARGE_UNKNOWN' });
    expect(bench.service.created).toEqual([]);
  });

  it('holds back an equal search under another token while its charge is unknown', async () => {
    const bench = openBench();
    recordFormerly(bench, CAPITALS, version);
    bench.store.settle(1, 'unknown');
    const other = { ...bench.deps, account: 'another' };
    expect(await factsOf(submitJob(other, CAPITALS, OPTIONS))).toMatchObject({ code: 'CHARGE_UNKNOWN' });
  });
});

describe('a search with keywords in another case and order', () => {
  it('re-attaches', async () => {
    const { deps } = openBench();
    await submitJob(deps, REQUEST, OPTIONS);
    const keywords = ['SHORE', 'Mussel', 'tide'];
    expect((await submitJob(deps, { ...REQUEST, body: { keywords } }, OPTIONS)).reused).toBe(true);
  });
});

describe('in embedded mode', () => {
  const SIGNAL = { signal: new AbortController().signal };

  function openCases() {
    const bench = openBench({ mode: 'embedded' });
    const { service, store } = bench;
    const papers = [
      { id: 'new', year: 2020, score: 1 },
      { id: 'old', year: 1990, score: 0.5 },
      { id: 'middle', year: 2000, score: 0.1 },
    ];
    const status = async () => ({ status: 'success', papers, notes: [], unreadable: 0 }) as never;
    const cases = featuresOf(bench, {
      service: Object.assign(service, { status }),
      related: { supported: [], names: [], find: async () => ({ papers: [], notes: [], sources: [] }) },
    });
    return { cases, service, store };
  }

  it('a search by another tool and in another order re-attaches, and shows the order asked for', async () => {
    const { cases, service } = openCases();
    const sorted: JobRequest = { ...REQUEST, operation: 'combinedSearch', filters: { limit: 200, sort: 'year:asc' } };
    await cases.jobs.search(REQUEST, {}, SIGNAL);
    const answer = await cases.jobs.search(sorted, { count: 2 }, SIGNAL);
    expect(answer).toMatchObject({ job: { ref: 'J1', reused: true }, credits: { cost: 0 } });
    expect(answer.papers?.map(({ ref }) => ref)).toEqual(['J1-2', 'J1-3']);
    expect(answer.next).toContainEqual({ kind: 'next-page', offset: 2, sort: 'year:asc' });
    expect(service.created).toHaveLength(1);
  });

  it('a search without an order, after one with, shows the best first', async () => {
    const { cases } = openCases();
    await cases.jobs.search({ ...REQUEST, filters: { limit: 200, sort: 'year:asc' } }, {}, SIGNAL);
    const answer = await cases.jobs.search(REQUEST, {}, SIGNAL);
    expect(answer.papers?.map(({ ref }) => ref)).toEqual(['J1-1', 'J1-2', 'J1-3']);
    expect((await cases.jobs.search(REQUEST, { sort: 'year:desc' }, SIGNAL)).papers?.[1]?.ref).toBe('J1-3');
  });
});
