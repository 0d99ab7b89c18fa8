import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/platform/sqlite/database.ts';
import { SERVE_FILE, SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import type { AtKill } from './serve-summary.ts';

/** The service's file, seen from outside. */

export function withServeFile<T>(dataDir: string, use: (database: Database) => T): T {
  const database = openDatabase(join(dataDir, SERVE_FILE), SERVICE_MIGRATIONS);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/**
 * The work that a dead service left open. Looks at a copy: opening the file itself would do the service's recovery.
 */
export function leftOpen(dataDir: string): Omit<AtKill, 'kills'> {
  const copy = mkdtempSync(join(tmpdir(), 'paperqueue-copy-'));
  try {
    for (const name of [SERVE_FILE, `${SERVE_FILE}-wal`]) {
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name));
    }
    return withServeFile(copy, countOpen);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The open work in a running service's file, which cannot be copied consistently. */
export function countOpen(database: Database): Omit<AtKill, 'kills'> {
  const count = (sql: string) => (database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`) as { n: number }).n;
  return {
    queued: count(`jobs WHERE state = 'queued'`),
    running: count(`jobs WHERE state = 'running'`),
    callbacks: count(`deliveries WHERE state = 'pending'`),
    leased: count(`deliveries WHERE state = 'pending' AND lease_token IS NOT NULL`),
  };
}

/** Makes minutes pass while the service is down: leases end, and waiting work is due. */
export function letTimePass(dataDir: string): void {
  withServeFile(dataDir, (database) => {
    database.run('UPDATE jobs SET lease_until = 0, not_before = 0 WHERE finished_at IS NULL');
    database.run(`UPDATE deliveries SET lease_until = 0, next_at = 0 WHERE state = 'pending'`);
  });
}

/** The texts among these that occur in a file of the folder. */
export function foundInFiles(dataDir: string, texts: readonly string[]): string[] {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = entries.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  return texts.filter((text) => bytes.some((file) => file.includes(text)));
}
