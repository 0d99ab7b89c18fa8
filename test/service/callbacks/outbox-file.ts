import { join } from 'node:path';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { type Database, openDatabase } from '../../../src/platform/sqlite/database.ts';
import { SERVICE_MIGRATIONS } from '../../../src/service/store/sqlite/schema.ts';
import { afterEachTest } from '../../helpers/after-each.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { addDelivery } from '../file-store.ts';

const open: Database[] = [];
/** Handles are closed after each test; callers that still work on them stop first, in a hook registered later. */
afterEachTest(() => {
  for (const database of open.splice(0)) database.close();
});

export const PAPERS: WirePaper[] = [
  { id: '1', title: 'Mussels between the tides', authors: 'A. Shore, B. Tide', year: 2019 },
  { id: '2', title: 'Ærø’s µ-plankton 🦪', abstract: null },
];

/** One service file, seen through as many handles as there are processes. */
export function serviceFile() {
  const path = join(temporaryFolder(), 'service.sqlite');
  const handle = (): Database => {
    const database = openDatabase(path, SERVICE_MIGRATIONS);
    open.push(database);
    return database;
  };
  return { handle };
}

let accounts = 0;

export function addAccount(database: Database): number {
  accounts += 1;
  const sql = 'INSERT INTO accounts (name, created_at) VALUES (?, 0)';
  return database.run(sql, `account ${accounts}`).lastInsertRowid;
}

let jobs = 0;

/** A job without anything that matters here. */
export function addJob(database: Database, account: number): string {
  jobs += 1;
  const id = `job-${jobs}`;
  database.run(
    `INSERT INTO jobs (id, account, operation, body, filters, state, created_at)
     VALUES (?, ?, 'querySearch', '{}', '{}', 'success', 0)`,
    id,
    account,
  );
  return id;
}

/** A job with a callback that is due at `createdAt`. */
export function addCallback(
  database: Database,
  { account = addAccount(database), url = 'https://receiver.example/hook', createdAt = Date.now() } = {},
) {
  const job = addJob(database, account);
  const id = database.transaction(() => addDelivery(database, { job, account, url, papers: PAPERS, createdAt }));
  return { id, job, account };
}

export function revoke(database: Database, account: number): void {
  database.run('UPDATE accounts SET revoked_at = 1 WHERE id = ?', account);
}
