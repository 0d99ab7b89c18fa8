import { describe, expect, it } from 'vitest';
import { textNotes } from '../../helpers/said.ts';
import { ANEW, LONG_AGO, newJob, openStore } from './stores.ts';

/** Two rows with the id of one job at the service. */

const ACCOUNT = newJob().account;
const PAPERS = [{ id: 'a1', title: 'Mussels that settle between the tides' }];

function begin(store: ReturnType<typeof openStore>): number {
  const { number } = store.beginCreation(newJob({ cost: 2 }), ANEW).job;
  store.stampDial(number);
  return number;
}

describe('a second creation that is answered with the id of the first', () => {
  it('is that job too, counts as charged, holds nothing, and says what happened, also when it is done', () => {
    const store = openStore();
    for (const number of [begin(store), begin(store)]) store.confirm(number, 'abc');
    expect(store.byNumber(1)).toMatchObject({ jobId: 'abc', charged: 'yes', notes: [] });
    const said = [{ kind: 'same-creation', job: 'J1' }];
    expect(store.byNumber(2)).toMatchObject({ jobId: 'abc', status: 'queued', charged: 'yes', notes: said });
    expect(store.committedSince(LONG_AGO)).toBe(4);
    const done = store.finish(2, { status: 'success', papers: PAPERS, notes: textNotes('1 left out.') });
    expect(done).toMatchObject({ jobId: 'abc', status: 'success', charged: 'yes', papers: 1 });
    expect(done.notes).toEqual([...said, ...textNotes('1 left out.')]);
    expect(store.byJobId('abc', ACCOUNT)?.number).toBe(1);
  });

  it('is no twin of itself, nor of a job at another account', () => {
    const store = openStore();
    store.adopt({ mode: 'hosted', account: 'another', jobId: 'abc' });
    const number = begin(store);
    store.confirm(number, 'abc');
    expect(store.confirm(number, 'abc').notes).toEqual([]);
  });
});

describe('a creation whose job was asked for by its id before it was recorded', () => {
  it('has its id and its charge, and the one that was asked for stays what it is', () => {
    const store = openStore();
    const number = begin(store);
    const adopted = store.adopt({ mode: 'hosted', account: ACCOUNT, jobId: 'abc' });
    store.finish(adopted.number, { status: 'success', papers: PAPERS, notes: [] });
    expect(store.confirm(number, 'abc')).toMatchObject({
      jobId: 'abc',
      status: 'queued',
      charged: 'yes',
      notes: [{ kind: 'same-job', job: `J${adopted.number}` }],
    });
    expect(store.byNumber(adopted.number)).toMatchObject({ status: 'success', charged: 'no', papers: 1 });
    expect(store.committedSince(LONG_AGO)).toBe(2);
    // By its id the job is the one that was paid.
    expect(store.byJobId('abc', ACCOUNT)?.number).toBe(number);
    expect(store.adopt({ mode: 'hosted', account: ACCOUNT, jobId: 'abc' }).number).toBe(number);
  });
});
