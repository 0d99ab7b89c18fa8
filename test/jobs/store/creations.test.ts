import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore, openStoreFile, reuse } from './stores.ts';

const KEYED = { idempotencyKey: 'the-key', keyUntil: '2999-01-01T00:00:00.000Z' };
const LATER = '2998-01-01T00:00:00.000Z';

describe('the key of a creation', () => {
  it('is kept as long as the service keeps it', () => {
    const store = openStore();
    store.beginCreation(newJob(KEYED), ANEW);
    expect(store.keptKey(1, LATER)).toBe('the-key');
    expect(store.keptKey(1, KEYED.keyUntil)).toBeUndefined();
    expect(store.keptKey(2, LATER)).toBeUndefined();
  });

  it('is none before the creation itself, as after a clock that was set back', () => {
    const store = openStore();
    store.beginCreation(newJob(KEYED), ANEW);
    expect(store.keptKey(1, '2000-01-01T00:00:00.000Z')).toBeUndefined();
  });
});

describe('a creation of the same question under another token', () => {
  const asked = (account: string) => newJob({ account, fingerprint: account, serviceFingerprint: 'question' });

  it('is the latest whose outcome nobody knows', () => {
    const store = openStore();
    for (const account of ['one', 'two']) store.beginCreation(asked(account), ANEW);
    expect(store.findUnderOtherToken('question', 'three')?.number).toBe(2);
    expect(store.findUnderOtherToken('question', 'two')?.number).toBe(1);
    expect(store.findUnderOtherToken('another question', 'three')).toBeUndefined();
    store.settle(1, 'no');
    store.confirm(2, 'abc');
    expect(store.findUnderOtherToken('question', 'three')).toBeUndefined();
  });
});

it('what came of each dial is recorded', () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  store.beginCreation(newJob(), ANEW);
  for (const outcome of ['not sent', 'unknown'] as const) store.recordAttempt(1, outcome);
  const rows = openStoreFile(folder).all('SELECT job, outcome FROM attempts ORDER BY id');
  expect(rows).toEqual([
    { job: 1, outcome: 'not sent' },
    { job: 1, outcome: 'unknown' },
  ]);
});

it('a slot of the pace that was given back is free again', () => {
  const pace = openStore().paceOf('account');
  expect(pace.take('read', 1, 1_000)).toBe(0);
  expect(pace.take('read', 1, 2_000)).toBeGreaterThan(0);
  pace.giveBack(1_000);
  expect(pace.take('read', 1, 2_000)).toBe(0);
});

/** A process that has the file open writes where nobody will look: what is paid then would be gone with it. */
const REPLACEMENTS: [string, (file: string) => void][] = [
  ['removed', (file) => rmSync(file)],
  [
    'replaced by a copy',
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
];

it.each(REPLACEMENTS)('a file that was %s takes no new paid job, and still shows what it has', (_how, replace) => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'abc');
  replace(join(folder, 'jobs.sqlite'));
  expect(() => store.beginCreation(newJob(), ANEW)).toThrow(PaperqueueError);
  expect(store.list({ offset: 0, count: 5, status: undefined }).total).toBe(1);
  expect(store.beginCreation(newJob(), reuse())).toMatchObject({ reused: true, job: { jobId: 'abc' } });
  expect(store.beginCreation(newJob({ mode: 'embedded', fingerprint: 'free' }), ANEW).reused).toBe(false);
});
