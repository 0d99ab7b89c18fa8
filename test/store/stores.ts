import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { NewJob } from '../../src/jobs/ports.ts';
import { openJobStore } from '../../src/store/job-store.ts';

const folders: string[] = [];
const open: { close: () => void }[] = [];
afterEach(() => {
  for (const store of open.splice(0)) store.close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paperqueue-'));
  folders.push(folder);
  return folder;
}

/** A store that is closed after the test. */
export function openStore(folder: string = newFolder()) {
  const store = openJobStore(folder);
  open.push(store);
  return store;
}

export const LONG_AGO = '2000-01-01T00:00:00.000Z';

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
    ...facts,
  };
}
