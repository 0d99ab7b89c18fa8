import { readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { openStoredJobs } from '../../../src/jobs/store/stored-jobs.ts';
import { openDatabase, openOrRead } from '../../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { factsOf, featuresOf, OPTIONS, openBench, REQUEST } from '../submitting.ts';
import { openStore, storeFolder } from './stores.ts';

/**
 * A data folder that cannot be written to any more: root may write everywhere, so the look at the rights is replaced.
 */

const { disk } = vi.hoisted(() => ({ disk: { isReadOnly: false as boolean | string } }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const accessSync: typeof fs.accessSync = (path, mode) => {
    const { isReadOnly } = disk;
    // A folder, or everything.
    if (typeof isReadOnly === 'string' ? String(path).startsWith(isReadOnly) : isReadOnly)
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
    fs.accessSync(path, mode);
  };
  return { ...fs, accessSync };
});
beforeEach(() => {
  disk.isReadOnly = false;
});

const OTHER = { ...REQUEST, filters: { limit: 100 as const } };
const CALL = { signal: new AbortController().signal };

/** The names and bytes of a folder's files. */
function contentOf(folder: string) {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
}

/** A folder with a finished job J1 and a job J2 of unknown outcome, in which nothing can be written. */
async function openReadOnly() {
  const folder = storeFolder();
  const before = openBench({}, folder);
  before.service.instead = async () => ({
    jobId: null,
    result: { status: 'success', papers: [{ id: 'p', title: 'Owls', year: 2001 }], unreadable: 0, notes: [] },
  });
  await submitJob(before.deps, REQUEST, OPTIONS);
  before.service.fails(new Error('lost'));
  await submitJob(before.deps, OTHER, OPTIONS).catch(() => {});
  await before.store.close();
  disk.isReadOnly = true;
  return { folder, stored: contentOf(folder) };
}

describe('a job store that cannot be written to', () => {
  it('gives its jobs and their papers, and leaves the folder as it is', async () => {
    const { folder, stored } = await openReadOnly();
    const store = openStore(folder);
    expect(store.byNumber(1)).toMatchObject({ status: 'success', papers: 1, charged: 'yes' });
    expect(store.papers(1)).toMatchObject([{ title: 'Owls' }]);
    expect(store.list({ offset: 0, count: 5, status: undefined }).total).toBe(2);
    const others = openStoredJobs(folder);
    expect(others.papers(1)).toMatchObject([{ title: 'Owls' }]);
    others.close();
    await store.close();
    expect(contentOf(folder)).toEqual(stored);
  });

  it('answers about them, and about an equal search that is finished', async () => {
    const { folder } = await openReadOnly();
    const bench = openBench({}, folder);
    const { jobs } = featuresOf(bench);
    expect(await jobs.getJob('J1', {}, CALL)).toMatchObject({ papers: [{ title: 'Owls' }] });
    const again = await jobs.search(REQUEST, {}, CALL);
    expect(again).toMatchObject({ job: { ref: 'J1', reused: true }, credits: { charged: 'no', cost: 0 } });
    expect(await jobs.getJob('J2', {}, CALL)).toMatchObject({ job: { status: 'unknown' } });
    expect(bench.service.created).toEqual([]);
  });

  it.each([
    ['a new search', { ...REQUEST, filters: { limit: 300 as const } }, {}],
    ['the same search anew', REQUEST, { fresh: true }],
    ['a search whose equal is of unknown outcome', OTHER, {}],
    ['the same at the risk of paying twice', OTHER, { acceptPossibleDoubleCharge: true }],
  ])('refuses %s before anything is sent', async (_what, request, options) => {
    const { folder } = await openReadOnly();
    const { deps, service } = openBench({}, folder);
    const facts = await factsOf(submitJob(deps, request, { ...OPTIONS, ...options }));
    expect(facts?.charged).toBe('no');
    expect(['STORE_UNAVAILABLE', 'CHARGE_UNKNOWN']).toContain(facts?.code);
    if (facts?.code === 'STORE_UNAVAILABLE') expect(facts.message).toContain('nothing new can be kept or paid for');
    expect(service.created).toEqual([]);
  });
});

describe('a file that cannot be written to', () => {
  const MIGRATIONS = ['CREATE TABLE owls (name TEXT)', 'ALTER TABLE owls ADD COLUMN age INTEGER'];

  it('is read with the changes that are only in its log, and with an older schema', () => {
    for (const known of [MIGRATIONS.slice(0, 1), MIGRATIONS]) {
      const folder = temporaryFolder();
      const path = join(folder, 'owls.sqlite');
      const writer = openDatabase(path, known);
      writer.run("INSERT INTO owls (name) VALUES ('Ada')");
      // As after a kill, the log still has the row.
      expect(readdirSync(folder)).toContain('owls.sqlite-wal');
      disk.isReadOnly = true;
      const stored = contentOf(folder);
      const reader = openOrRead(path, MIGRATIONS);
      expect(reader.all('SELECT name, age FROM owls')).toEqual([{ name: 'Ada', age: null }]);
      expect(() => reader.run("INSERT INTO owls (name) VALUES ('Ben')")).toThrow(/cannot be written to/);
      expect(() => reader.transaction(() => {})).toThrow(/cannot be written to/);
      reader.close();
      expect(contentOf(folder)).toEqual(stored);
      disk.isReadOnly = false;
      writer.close();
    }
  });

  it('is the one that a link leads to, whatever the rights where the link is', () => {
    const [folder, links] = [temporaryFolder(), temporaryFolder()];
    const link = join(links, 'owls.sqlite');
    openDatabase(join(folder, 'owls.sqlite'), MIGRATIONS).close();
    symlinkSync(join(folder, 'owls.sqlite'), link);
    disk.isReadOnly = realpathSync(links);
    const writable = openOrRead(link, MIGRATIONS);
    writable.run("INSERT INTO owls (name) VALUES ('Ada')");
    writable.close();
    disk.isReadOnly = realpathSync(folder);
    const reader = openOrRead(link, MIGRATIONS);
    expect([reader.isReadOnly, reader.all('SELECT name FROM owls')]).toEqual([true, [{ name: 'Ada' }]]);
    reader.close();
  });

  it('is refused if its schema is newer', () => {
    const path = join(temporaryFolder(), 'owls.sqlite');
    openDatabase(path, MIGRATIONS).close();
    disk.isReadOnly = true;
    expect(() => openOrRead(path, MIGRATIONS.slice(0, 1))).toThrow(/its schema is 2/);
  });
});
