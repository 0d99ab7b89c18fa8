import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { BeginCreationOptions, NewJob } from '../../../src/jobs/ports/store.ts';
import { openJobStore, type StoreEvents } from '../../../src/jobs/store/job-store.ts';
import { JOB_STORE_MIGRATIONS } from '../../../src/jobs/store/migrations.ts';
import { type Database, openDatabase } from '../../../src/platform/sqlite/database.ts';
import { openExportFolder } from '../../../src/report/exporting/export-folder.ts';
import { afterEachTest } from '../../helpers/after-each.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const open: { close: () => void }[] = [];
afterEachTest(() => {
  for (const store of open.splice(0)) store.close();
});

let made: string | undefined;

/** A new data folder with a store without jobs: a copy of one, whose tables took ten milliseconds to make. */
export function storeFolder(): string {
  if (made === undefined) {
    made = temporaryFolder();
    openJobStore(made, process.pid).close();
  }
  const folder = temporaryFolder();
  cpSync(made, folder, { recursive: true });
  return folder;
}

/** A store that is closed after the test, as the process of that number opens it. */
export function openStore(folder: string = storeFolder(), pid: number = process.pid, events: StoreEvents = {}) {
  const store = openJobStore(folder, pid, () => Date.now(), events);
  open.push(store);
  return store;
}

/** What exports need of a store, against a hosted service; `folder` is where files go. */
export function exportDeps<Store>(store: Store, folder: string) {
  return {
    store,
    account: 'account',
    serviceAddress: 'https://example.org/api',
    mode: 'hosted' as const,
    exports: openExportFolder(folder),
  };
}

/** The store's own file, past the store. */
export function openStoreFile(folder: string): Database {
  const database = openDatabase(join(folder, 'jobs.sqlite'), JOB_STORE_MIGRATIONS);
  open.push(database);
  return database;
}

/** Makes all jobs of a folder a quarter of an hour older: then a service may have forgotten them. */
export function makeOlder(folder: string): void {
  const sql = "UPDATE jobs SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-15 minutes')";
  openStoreFile(folder).run(sql);
}

/** The number of another process that lives: the one that runs the tests. */
export const OTHER_PROCESS = process.ppid;

export const LONG_AGO = '2000-01-01T00:00:00.000Z';

/** Begins a job of its own, whatever is there. */
export const ANEW: BeginCreationOptions = { reuseSince: undefined, allow: () => {} };

/** Attaches to an equal job that was created at or after a moment. */
export function reuse(since: string = LONG_AGO): BeginCreationOptions {
  return { reuseSince: since, allow: () => {} };
}

export function newJob(facts: Partial<NewJob> = {}): NewJob {
  return {
    mode: 'hosted',
    account: 'account',
    operation: 'keywordSearch',
    request: {
      operation: 'keywordSearch',
      body: { keywords: ['tide', 'mussel', 'shore'] },
      filters: { limit: 200, year: '1999' },
    },
    cost: 2,
    pool: 'basic',
    fingerprint: 'fingerprint',
    balanceBefore: undefined,
    ...facts,
  };
}
