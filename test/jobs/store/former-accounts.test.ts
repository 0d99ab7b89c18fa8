import { expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { NewJob } from '../../../src/jobs/ports/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore, openStoreFile } from './stores.ts';

/** A store with these jobs, and how one account takes over those of `old` and `older`. */
function openBench(...jobs: Partial<NewJob>[]) {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const file = openStoreFile(folder);
  for (const facts of jobs) store.beginCreation(newJob({ serviceFingerprint: 'question', ...facts }), ANEW);
  const asked: JobRequest[] = [];
  const takeOver = (names = ['old', 'older']) =>
    store.takeOverJobs(names, 'new', (request) => {
      asked.push(request);
      return { fingerprint: `fingerprint ${asked.length}`, serviceFingerprint: `question ${asked.length}` };
    });
  const rows = () => file.all('SELECT account, fingerprint, question FROM jobs ORDER BY number');
  return { file, asked, takeOver, rows };
}

const asBefore = (account: string) => ({ account, fingerprint: 'fingerprint', question: 'question' });

it('an account gets the jobs of all its former names, with the fingerprints of today', () => {
  const { takeOver, rows, asked } = openBench({ account: 'old' }, { account: 'older' });
  takeOver();
  expect(rows()).toEqual([
    { account: 'new', fingerprint: 'fingerprint 1', question: 'question 1' },
    { account: 'new', fingerprint: 'fingerprint 2', question: 'question 2' },
  ]);
  expect(asked).toEqual([newJob().request, newJob().request]);
});

it('jobs of other accounts, of the embedded service and its own stay as they are', () => {
  const { takeOver, rows, asked } = openBench(
    { account: 'other' },
    { account: 'old', mode: 'embedded' },
    { account: 'new' },
  );
  takeOver(['old', 'new']);
  expect(rows()).toEqual(['other', 'old', 'new'].map(asBefore));
  expect(asked).toEqual([]);
});

it('a job that was asked for by its id alone has no fingerprints to change', () => {
  const { file, takeOver, rows, asked } = openBench({ account: 'old' }, { account: 'old' });
  file.run('UPDATE jobs SET request = NULL WHERE number = 1');
  takeOver();
  expect(rows()).toEqual([asBefore('new'), { account: 'new', fingerprint: 'fingerprint 1', question: 'question 1' }]);
  expect(asked).toHaveLength(1);
});

it('a request that took from the pool of scraper keys is given with a key, which is stored nowhere, and no other', () => {
  const { takeOver, asked } = openBench({ account: 'old', pool: 'privateKey' }, { account: 'old', pool: 'pro' });
  takeOver();
  const keys = asked.map(({ body }) => body.scraperKey);
  expect(keys).toEqual([expect.stringMatching(/./), undefined]);
  expect(asked[0]?.body.keywords).toEqual(newJob().request?.body.keywords);
});

it('nothing is written of a take-over that fails half-way', () => {
  const { file, takeOver, rows } = openBench({ account: 'old' }, { account: 'old' });
  file.run(`UPDATE jobs SET request = '{' WHERE number = 2`);
  expect(takeOver).toThrow(SyntaxError);
  expect(rows()).toEqual([asBefore('old'), asBefore('old')]);
});

it('where there is nothing to take over, nothing waits for another process that writes', () => {
  const { file, takeOver } = openBench({ account: 'other' });
  file.transaction(() => expect(takeOver).not.toThrow());
});
