import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

/** A process that has the file open writes where nobody will look: what it writes then is gone with it. */
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

describe.each(REPLACEMENTS)('a file that was %s in use', (_how, replace) => {
  it('takes no change that would be lost without a word, and still shows what it has', async () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc', { status: 'success', papers: [], notes: [] });
    const review = await store.openReview([{ n: 1, text: '{}', hash: 'one' }]);
    replace(join(folder, 'jobs.sqlite'));
    const changes: (() => unknown)[] = [
      () => store.beginCreation(newJob(), ANEW),
      () => store.beginCreation(newJob({ mode: 'embedded', fingerprint: 'free' }), ANEW),
      () => store.label([1], { name: 'owls' }),
      () => store.addWatch(1),
      () => store.appendEvents(review, [{ n: 2, text: '{}', hash: 'two' }]),
    ];
    for (const change of changes) expect(change).toThrow(/removed or replaced while in use/);
    expect(store.list({ offset: 0, count: 5, status: undefined }).total).toBe(1);
    expect(store.reviewEvents(review, 0)).toHaveLength(1);
    expect(store.beginCreation(newJob(), reuse())).toMatchObject({ reused: true, job: { jobId: 'abc' } });
  });

  it('after a creation was sent tells its id to whoever asks', () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    store.beginCreation(newJob(), ANEW);
    replace(join(folder, 'jobs.sqlite'));
    expect(() => store.confirm(1, 'abc')).toThrow(/removed or replaced while in use/);
    expect(store.byNumber(1)).toMatchObject({ jobId: 'abc', charged: 'yes', isInMemoryOnly: true });
  });
});
