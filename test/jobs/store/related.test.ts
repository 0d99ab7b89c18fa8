import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobStore } from '../../../src/jobs/ports/store.ts';
import { insertPapers } from '../../../src/jobs/store/job-rows.ts';
import { JOB_STORE_MIGRATIONS } from '../../../src/jobs/store/migrations.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { type Database, openDatabase } from '../../../src/platform/sqlite/database.ts';
import { textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, openStore, openStoreFile } from './stores.ts';

const open: Database[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

type Related = Parameters<JobStore['recordRelated']>[0];

function related(facts: Partial<Related> = {}): Related {
  return {
    mode: 'embedded',
    account: 'mine',
    fingerprint: 'related to a mussel',
    record: { ref: 'J1-1', relation: 'similar', limit: 20, title: 'Mussel beds' },
    papers: [fromWire({ title: 'Kelp', year: 2020 })],
    notes: textNotes('OpenAlex gave 1.'),
    sources: [
      { source: 'openalex', gave: 1, total: 3 },
      { source: 'semanticscholar', gave: 0, failed: { failure: 'skipped' } },
    ],
    ...facts,
  };
}

describe('what was asked about a paper', () => {
  it('is a finished job that cost nothing, for every process', () => {
    const folder = temporaryFolder();
    const { account, record, notes, sources } = related();
    const job = openStore(folder).recordRelated(related());
    expect(job).toMatchObject({ account, related: record, notes, sources, status: 'success', cost: 0, papers: 1 });
    const other = openStore(folder);
    expect(other.byNumber(1)).toEqual(job);
    expect(other.papers(1)).toMatchObject([{ title: 'Kelp', year: 2020 }]);
    expect(other.digest(1)).toMatchObject({ isIntact: true });
    expect(other.list({ offset: 0, count: 9, status: 'success' })).toEqual({ jobs: [job], total: 1 });
    expect(other.committedSince(LONG_AGO)).toBe(0);
    expect(openStoreFile(folder).all('SELECT * FROM ledger')).toEqual([]);
  });

  it('is found again by its fingerprint', () => {
    const store = openStore();
    store.recordRelated(related());
    const { number } = store.recordRelated(related({ papers: [] }));
    expect(store.findEqual('related to a mussel', LONG_AGO)?.number).toBe(number);
    expect(store.findEqual('related to a mussel', '9999-01-01')).toBeUndefined();
    expect(store.findEqual('something else', LONG_AGO)).toBeUndefined();
  });

  it('stays as it is, whatever news comes', () => {
    const store = openStore();
    const job = store.recordRelated(related());
    store.finish(1, { status: 'error', papers: [], notes: textNotes('late') });
    store.settle(1, 'yes');
    store.setStatus(1, 'queued');
    expect(store.byNumber(1)).toEqual(job);
  });

  it('is recorded whole or not at all', () => {
    const store = openStore();
    const papers = [{ ...fromWire({ title: 'Kelp' }), year: 1n as unknown as number }];
    expect(() => store.recordRelated(related({ papers }))).toThrow(/BigInt/);
    expect(store.list({ offset: 0, count: 9, status: undefined })).toEqual({ jobs: [], total: 0 });
  });
});

describe('what each source gave for a search', () => {
  const { sources } = related();

  it('is kept with the job', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    expect(store.confirm(1, 'abc').sources).toEqual([]);
    expect(store.finish(1, { status: 'success', papers: [], notes: [], sources }).sources).toEqual(sources);
    expect(store.byNumber(1)?.sources).toEqual(sources);
  });

  it('is kept also of a job that failed, and is nothing where the service does not say', () => {
    const store = openStore();
    for (const id of ['a', 'b']) store.confirm(store.beginCreation(newJob({ fingerprint: id }), ANEW).job.number, id);
    expect(store.finish(1, { status: 'error', papers: [], notes: [], sources }).sources).toEqual(sources);
    expect(store.finish(2, { status: 'success', papers: [], notes: [] }).sources).toEqual([]);
  });

  it('is not changed by an outcome that comes second', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc');
    store.finish(1, { status: 'success', papers: [], notes: [], sources });
    store.finish(1, { status: 'success', papers: [], notes: [], sources: [] });
    expect(store.byNumber(1)?.sources).toEqual(sources);
  });
});

/** A file as an earlier version left it: a job with papers, one at work, and the money of both. */
function fileOfVersion(version: number): string {
  const folder = temporaryFolder();
  const database = openDatabase(join(folder, 'jobs.sqlite'), JOB_STORE_MIGRATIONS.slice(0, version));
  open.push(database);
  const job = `INSERT INTO jobs (job_id, fingerprint, mode, account, operation, request, status, cost, pool, charged, created_at, answered_at, finished_at, notes)
    VALUES (?, ?, 'hosted', 'account', 'keywordSearch', ?, ?, 2, 'basic', 'yes', ?, ?, ?, '["a note"]')`;
  const request = JSON.stringify(newJob().request);
  const at = '2026-08-01T10:00:00.000Z';
  database.run(job, 'done', 'one', request, 'success', at, at, at);
  database.run(job, 'open', 'two', request, 'queued', at, at, null);
  for (const number of [1, 2])
    database.run(`INSERT INTO ledger (job, kind, credits, at) VALUES (?, 'charge', 2, ?)`, number, at);
  return folder;
}

describe.each([1, 2])('a file of version %i', (version) => {
  it('keeps its jobs, which say nothing of sources, and takes new ones', () => {
    const store = openStore(fileOfVersion(version));
    expect(store.byNumber(1)).toMatchObject({
      jobId: 'done',
      status: 'success',
      notes: textNotes('a note'),
      sources: [],
      related: null,
      software: null,
      request: newJob().request,
    });
    expect(store.byJobId('open', 'account')).toMatchObject({ number: 2, status: 'queued', finishedAt: null });
    expect(store.findEqual('one', LONG_AGO)?.number).toBe(1);
    expect(store.committedSince(LONG_AGO)).toBe(4);
    expect(store.recordRelated(related()).number).toBe(3);
    const { sources } = related();
    expect(store.finish(2, { status: 'success', papers: [{ title: 'Kelp' }], notes: [], sources })).toMatchObject({
      sources,
      papers: 1,
    });
  });
});

it('jobs that an earlier version set back after their end are as they ended, where that is known', () => {
  const folder = temporaryFolder();
  const version = JOB_STORE_MIGRATIONS.findIndex((sql) => sql.includes("UPDATE jobs SET status = 'success'"));
  const file = openDatabase(join(folder, 'jobs.sqlite'), JOB_STORE_MIGRATIONS.slice(0, version));
  open.push(file);
  const at = '2026-08-01T10:00:00.000Z';
  for (const [id, finishedAt] of [
    ['paid', at],
    ['ended', at],
    ['at work', null],
  ] as const)
    file.run(
      `INSERT INTO jobs (job_id, fingerprint, mode, account, operation, request, status, cost, pool, charged, created_at, answered_at, finished_at, notes)
       VALUES (?, ?, 'hosted', 'account', 'keywordSearch', ?, 'queued', 2, 'basic', 'yes', ?, ?, ?, '[]')`,
      ...[id, id, JSON.stringify(newJob().request), at, at, finishedAt],
    );
  insertPapers(file, 1, [{ title: 'Kelp' }]);
  const store = openStore(folder);
  expect([1, 2, 3].map((number) => store.byNumber(number)?.status)).toEqual(['success', 'queued', 'queued']);
  expect(store.papers(1)).toMatchObject([{ title: 'Kelp' }]);
});
