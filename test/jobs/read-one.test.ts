import { expect, it } from 'vitest';
import { freeFailure, invalidInput } from '../../src/contract/errors.ts';
import { noSuchJob } from '../../src/jobs/job-refs.ts';
import { readOne } from '../../src/jobs/read-jobs.ts';
import { startDeadline } from '../../src/lib/deadline.ts';
import { ANEW, newJob, openStore } from './store/stores.ts';

/** A finished job, and its answer if the thread that reads it does `answerOne`. */
function answering(answerOne: () => Promise<never>) {
  const store = openStore();
  const { job } = store.beginCreation(newJob(), ANEW);
  store.confirm(job.number, 'id-1');
  const finished = store.finish(job.number, { status: 'success', papers: [{ title: 'Mussels' }], notes: [] });
  const { signal } = new AbortController();
  const deadline = startDeadline(60_000, signal);
  const readingsFor = () => ({ answerOne, answerSeveral: answerOne });
  return readOne({ store, readingsFor }, finished, { unprepared: {}, page: {}, notes: [] }, { signal, deadline });
}

it('a thread that fails loses no paid job: the answer names it, and how to read it', async () => {
  const answer = await answering(() => Promise.reject(new Error('out of memory')));
  expect(answer.job).toMatchObject({ ref: 'J1' });
  expect(answer.papers).toBeUndefined();
  expect(JSON.stringify(answer.next)).toContain('J1');
});

it.each([
  ['INVALID_INPUT', invalidInput([])],
  ['JOB_NOT_FOUND', noSuchJob(openStore(), 'J99')],
  ['STORE_UNAVAILABLE', freeFailure({ code: 'STORE_UNAVAILABLE', problem: [], advice: [] })],
])('what is wrong with a request or the store is said as it is without a thread: %s', async (code, error) => {
  await expect(answering(() => Promise.reject(error))).rejects.toMatchObject({ details: { code } });
});
