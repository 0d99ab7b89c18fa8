import { expect, it } from 'vitest';
import type { JobPage } from '../../../src/contract/answers.ts';
import type { PaperqueueError } from '../../../src/contract/errors.ts';
import { createPageReader } from '../../../src/jobs/upstream/result-pages.ts';
import { failure } from '../submitting.ts';
import { PATIENT } from './loopback.ts';

const FIRST: JobPage = {
  status: 'success',
  papers: [{ title: 'Mussels' }],
  unreadable: 0,
  notes: [],
  more: { next: { parameter: 'page', value: '2' } },
};

/** Looks at a job whose second page fails, at these seconds; the state that each look finds. */
async function look(error: PaperqueueError, seconds: readonly number[]) {
  let second = 0;
  const readPage = (path: string) => (path.includes('page=2') ? Promise.reject(error) : Promise.resolve(FIRST));
  const read = createPageReader('https://service.example/api', readPage, () => second * 1000);
  const states: string[] = [];
  for (second of seconds) states.push((await read('/v1/job/a1', { signal: PATIENT })).status);
  return states;
}

const OPEN = 'pages in progress';

it('a page whose failure may pass is asked for again for a minute: what came is not the result before', async () => {
  const states = await look(failure('UPSTREAM_UNAVAILABLE', 'no'), [0, 1, 30, 59.9, 60]);
  expect(states).toEqual([OPEN, OPEN, OPEN, OPEN, 'success']);
});

it('a page that does not exist is asked for twice', async () => {
  expect(await look(failure('JOB_NOT_FOUND', 'no'), [0, 1])).toEqual([OPEN, 'success']);
});

it('a page that the rate does not allow yet is waited for', async () => {
  expect(await look(failure('RATE_LIMITED', 'no'), [0, 1, 100, 3600])).toEqual([OPEN, OPEN, OPEN, OPEN]);
});
