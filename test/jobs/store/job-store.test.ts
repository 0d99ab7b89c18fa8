import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore, openStoreFile, reuse } from './stores.ts';

const SUCCESS = { status: 'success', papers: [{ title: 'First' }, { title: 'Second' }], notes: textNotes('a note') };

it('keeps its files from other users of the machine', () => {
  const folder = temporaryFolder();
  openStore(join(folder, 'data')).beginCreation(newJob(), ANEW);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(join(folder, 'data'))) {
    expect([name, statSync(join(folder, 'data', name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});

describe('the life of a job', () => {
  it('begins as an intent whose charge is unknown and becomes a charged job once the service has answered', () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    expect(store.beginCreation(newJob(), ANEW)).toMatchObject({
      reused: false,
      job: {
        number: 1,
        jobId: null,
        status: 'submitting',
        charged: 'unknown',
        cost: 2,
        pool: 'basic',
        finishedAt: null,
      },
    });
    store.confirm(1, 'abc');
    expect(openStore(folder).byNumber(1)).toMatchObject({
      jobId: 'abc',
      status: 'queued',
      charged: 'yes',
      request: { operation: 'keywordSearch', filters: { limit: 200, year: '1999' } },
    });
  });

  it.each([
    ['no', 'refused'],
    ['unknown', 'unknown'],
    ['yes', 'unknown'],
  ] as const)('ends with a creation that failed and was charged: %s, as %s', (charged, status) => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    expect(store.settle(1, charged)).toMatchObject({ status, charged, jobId: null });
  });

  it('takes the words of the service until it is final', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc');
    expect(store.setStatus(1, 'simmering').status).toBe('simmering');
    expect(store.finish(1, SUCCESS)).toMatchObject({ status: 'success', notes: textNotes('a note') });
    expect(store.setStatus(1, 'queued').status).toBe('success');
  });

  it('keeps the papers in the order of the service, with fields that nobody knows', () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    store.beginCreation(newJob(), ANEW);
    const papers = [{ title: 'B', extra: { kept: 1 } }, { title: 'A' }];
    store.finish(1, { ...SUCCESS, papers });
    const other = openStore(folder);
    expect(other.papers(1)).toMatchObject([{ title: 'B' }, { title: 'A' }]);
    const sha256 = createHash('sha256').update(JSON.stringify(papers)).digest('hex');
    expect(other.digest(1)).toEqual({ sha256, isIntact: true });
  });

  it('keeps the first outcome when it is finished twice, so that references stay what they were', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    const { finishedAt } = store.finish(1, SUCCESS);
    expect(finishedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const again = store.finish(1, { status: 'success', papers: [{ title: 'Other' }], notes: textNotes('other') });
    expect(again).toMatchObject({ status: 'success', notes: textNotes('a note'), finishedAt });
    expect(store.finish(1, { status: 'error', papers: [], notes: [] }).status).toBe('success');
    expect(store.papers(1).map(({ title }) => title)).toEqual(['First', 'Second']);
  });

  it('has no papers before it is finished and none after an error', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    expect(store.papers(1)).toEqual([]);
    store.finish(1, { status: 'error', papers: [{ title: 'Stray' }], notes: [] });
    expect(store.papers(1)).toEqual([]);
  });
});

describe('a job that was created elsewhere', () => {
  it('is recorded as free here and found by its id and account only', () => {
    const store = openStore();
    expect(store.adopt({ mode: 'hosted', account: 'mine', jobId: 'abc' })).toMatchObject({
      number: 1,
      jobId: 'abc',
      status: 'queued',
      cost: 0,
      charged: 'no',
      operation: null,
      request: null,
    });
    expect(store.byJobId('abc', 'mine')?.number).toBe(1);
    expect(store.byJobId('abc', 'another')).toBeUndefined();
    expect(store.byJobId('abcd', 'mine')).toBeUndefined();
  });

  it('may have the same id at two accounts', () => {
    const store = openStore();
    const numbers = ['mine', 'another'].map((account) => store.adopt({ mode: 'hosted', account, jobId: 'abc' }).number);
    expect(numbers).toEqual([1, 2]);
  });
});

it('refuses papers that are damaged in the file, and warns against searching again', () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  store.beginCreation(newJob(), ANEW);
  store.finish(1, SUCCESS);
  const database = openStoreFile(folder);
  database.run("UPDATE results SET papers = x'010203'");
  const read = () => store.papers(1);
  expect(read).toThrow(PaperqueueError);
  expect(read).toThrow('The stored papers of J1 are damaged.');
});

it('reads papers ahead in steps, and has them at once afterwards', async () => {
  const store = openStore();
  store.beginCreation(newJob(), ANEW);
  // Hidden characters and entities in each: reading takes longer than a step.
  const papers = Array.from({ length: 200 }, (_, nth) => ({
    title: `Paper ${nth}`,
    abstract: '&amp;\u200b '.repeat(2_000),
  }));
  store.finish(1, { ...SUCCESS, papers });
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await store.readAhead(1);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(2);
  const [first] = store.papers(1);
  expect(first?.title).toBe('Paper 0');
  expect(store.papers(1)[0]).toBe(first);
  await expect(store.readAhead(2)).resolves.toBeUndefined();
});

it('knows no job by a number that was never given', () => {
  expect(openStore().byNumber(7)).toBeUndefined();
});

it('never gives a number twice, also not after a restart', () => {
  const folder = temporaryFolder();
  openStore(folder).beginCreation(newJob(), ANEW);
  const database = openStoreFile(folder);
  // The money rows would forbid it; this is somebody who mends the file by hand.
  database.exec('PRAGMA foreign_keys = OFF');
  database.run('DELETE FROM jobs');
  expect(openStore(folder).beginCreation(newJob(), reuse()).job.number).toBe(2);
});
