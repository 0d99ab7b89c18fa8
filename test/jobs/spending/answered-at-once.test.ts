import { describe, expect, it } from 'vitest';
import type { JobAnswer } from '../../../src/contract/answers.ts';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { ANEW, newJob, OTHER_PROCESS, openStore, openStoreFile, storeFolder } from '../store/stores.ts';
import { featuresOf, OPTIONS, openBench, REQUEST } from '../submitting.ts';

/** A service that answers a creation with its papers and names no job: its result is final, paid, and only here. */

const PAPERS = [
  { id: 'p-1', title: 'Owls by night', year: 2016, oddField: 1 },
  { id: 'p-2', title: 'Owls by day', year: 2017 },
];
const ANSWER: JobAnswer = { status: 'success', papers: PAPERS, unreadable: 0, notes: [] };
const CALL = { signal: new AbortController().signal };
const RESULT = { status: 'success', papers: PAPERS, notes: [] };
const MEASURED = { from: '2026-03-01T10:05:00.000Z', to: '2026-03-01T10:05:01.000Z' };

function openAnswering() {
  const bench = openBench();
  bench.service.instead = async () => ({ jobId: null, result: ANSWER });
  return bench;
}

describe('a search that was answered at once', () => {
  it('is finished, charged and recorded with its papers, also after a restart', async () => {
    const { deps, store, folder } = openAnswering();
    const { job, reused } = await submitJob(deps, REQUEST, OPTIONS);
    const finished = { number: 1, jobId: null, status: 'success', charged: 'yes', cost: 2, papers: 2 };
    expect({ ...job, reused }).toMatchObject({ ...finished, reused: false, finishedAt: expect.any(String) });
    expect(job.notes).toEqual([{ kind: 'names-unknown', names: ['oddField'], more: 0 }]);
    expect(store.byNumber(1)).toEqual(job);
    for (const each of [openStore(folder), openStore(folder, OTHER_PROCESS)]) {
      expect(each.byNumber(1)).toEqual(job);
      expect(each.papers(1)).toMatchObject([{ title: 'Owls by night' }, { title: 'Owls by day' }]);
      expect(each.digest(1)).toMatchObject({ isIntact: true });
    }
    const rows = openStoreFile(folder).all<{ kind: string }>('SELECT kind FROM ledger ORDER BY id');
    expect(rows.map(({ kind }) => kind)).toEqual(['hold', 'release', 'charge']);
  });

  it('is answered, read again and searched again without a request, which its service would not know', async () => {
    const bench = openAnswering();
    const { jobs, exports } = featuresOf(bench);
    const shown = { credits: { charged: 'yes', cost: 2 }, papers: [{ ref: 'J1-1' }, { ref: 'J1-2' }] };
    expect(await jobs.search(REQUEST, {}, CALL)).toMatchObject({ ...shown, job: { ref: 'J1', status: 'success' } });
    const notes = expect.arrayContaining([{ kind: 'came-without-id' }]);
    expect(await jobs.getJob('J1', {}, CALL)).toMatchObject({ papers: shown.papers, notes });
    expect(await jobs.search(REQUEST, {}, CALL)).toMatchObject({ job: { reused: true }, papers: shown.papers });
    expect(await exports.exportPapers({ jobId: 'J1', format: 'bibtex' })).toMatchObject({ export: { papers: 2 } });
    expect(bench.service.created).toHaveLength(1);
  });

  it('keeps its papers with its id, which its service may forget', async () => {
    const { deps, store, folder, service } = openBench();
    service.instead = async () => ({ jobId: 'abc-1', result: ANSWER });
    const { job } = await submitJob(deps, REQUEST, OPTIONS);
    expect(job).toMatchObject({ jobId: 'abc-1', status: 'success', charged: 'yes', papers: 2 });
    expect(store.byJobId('abc-1', deps.account)).toEqual(job);
    expect(openStore(folder, OTHER_PROCESS).papers(1)).toMatchObject(PAPERS.map(({ title }) => ({ title })));
    const rows = openStoreFile(folder).all<{ kind: string }>('SELECT kind FROM ledger ORDER BY id');
    expect(rows.map(({ kind }) => kind)).toEqual(['hold', 'release', 'charge']);
  });

  it('has its id on record before its papers are read', async () => {
    const { deps, store, service } = openBench();
    const seen: unknown[] = [];
    const papers = new Proxy(PAPERS, {
      get(list, key) {
        if (key === 'length' && seen.length === 0) seen.push(store.byNumber(1)?.jobId);
        return Reflect.get(list, key);
      },
    });
    service.instead = async () => ({ jobId: 'abc-1', result: { ...ANSWER, papers } });
    await submitJob(deps, REQUEST, OPTIONS);
    expect(seen).toEqual(['abc-1']);
  });

  it('makes a new paid job when it is repeated, and when its papers were removed', async () => {
    const { deps, store } = openAnswering();
    await submitJob(deps, REQUEST, OPTIONS);
    store.markRunReported(1, '%');
    expect(await submitJob(deps, REQUEST, { ...OPTIONS, fresh: true })).toMatchObject({ job: { number: 2 } });
    store.remove([1, 2], () => {});
    expect(await submitJob(deps, REQUEST, OPTIONS)).toMatchObject({ job: { number: 3 }, reused: false });
    expect(store.papers(3)).toHaveLength(2);
  });

  it('keeps its papers in memory while the store cannot be written, and then writes them', () => {
    const folder = storeFolder();
    const logged: object[] = [];
    const store = openStore(folder, process.pid, { onKept: (number, outcome) => logged.push({ number, ...outcome }) });
    store.beginCreation(newJob(), ANEW);
    store.stampDial(1);
    openStoreFile(folder).transaction(() => {
      expect(() => store.confirm(1, null, RESULT)).toThrow(PaperqueueError);
      const kept = { status: 'success', charged: 'yes', papers: 2, isInMemoryOnly: true };
      expect(store.byNumber(1)).toMatchObject(kept);
      expect(store.papers(1)).toMatchObject([{ title: 'Owls by night' }, { title: 'Owls by day' }]);
      expect(store.papers(1, ({ id }) => id === 'p-2')).toHaveLength(1);
    });
    // The log gets no papers.
    expect(logged).toEqual([{ number: 1, jobId: null, papers: 2 }]);
    expect(store.byNumber(1)).not.toHaveProperty('isInMemoryOnly');
    expect(store.papers(1)).toHaveLength(2);
    expect(openStore(folder, OTHER_PROCESS).papers(1)).toHaveLength(2);
  });

  it('counts as created by its service: as evidence, and for the address', () => {
    const store = openStore();
    expect(store.hasJobOfService('account')).toBe(false);
    store.beginCreation(newJob({ cost: 2, balanceBefore: { balance: 50, total: 80, measured: MEASURED } }), ANEW);
    store.settle(1, 'unknown');
    store.beginCreation(newJob({ cost: 3, fingerprint: 'other' }), ANEW);
    store.confirm(2, null, RESULT);
    const later = new Date(Date.now() + 1_000).toISOString();
    expect(store.evidence(1, { from: later, to: later })).toMatchObject({ othersCharged: 3, othersUnknown: 0 });
    expect(store.hasJobOfService('account')).toBe(true);
  });
});
