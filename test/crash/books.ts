import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_STORE_MIGRATIONS } from '../../src/jobs/store/migrations.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import type { Charge } from './charging-server.ts';

/** A job in the store, with the sums of its money rows. */
export type StoredJob = {
  number: number;
  query: string;
  status: string;
  jobId: string | null;
  charged: 'yes' | 'no' | 'unknown';
  cost: number;
  /** Holds less releases. */
  held: number;
  /** Charges. */
  taken: number;
};

/** The result of comparing the client's store with the service's own count. */
export type Books = { lost: number; double: number; violations: string[] };

const SELECT = `SELECT number, json_extract(request, '$.body.query') AS query, status, job_id AS jobId, charged, cost,
    coalesce((SELECT sum(CASE kind WHEN 'hold' THEN credits WHEN 'release' THEN -credits ELSE 0 END)
      FROM ledger WHERE job = number), 0) AS held,
    coalesce((SELECT sum(credits) FROM ledger WHERE job = number AND kind = 'charge'), 0) AS taken
  FROM jobs ORDER BY number`;

/** Every job of a data folder. */
export function storedJobs(dataDir: string): StoredJob[] {
  const database = openDatabase(join(dataDir, 'jobs.sqlite'), JOB_STORE_MIGRATIONS);
  try {
    return database.all<StoredJob>(SELECT);
  } finally {
    database.close();
  }
}

/** Copies the store, as it is now, to another name in its folder. */
export function copyStore(dataDir: string, name: string): void {
  rmSync(join(dataDir, name), { force: true });
  const database = openDatabase(join(dataDir, 'jobs.sqlite'), JOB_STORE_MIGRATIONS);
  try {
    database.exec(`VACUUM INTO '${join(dataDir, name).replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
}

/** The columns of the store that hold a moment. */
const MOMENTS = {
  jobs: ['created_at', 'answered_at', 'finished_at', 'dialled_at', 'balance_from', 'balance_to', 'key_until'],
  balances: ['measured_from', 'measured_to'],
} as const;

/** Makes seconds pass for everybody who reads the store. False if a stopped process holds it. */
export function letTimePass(dataDir: string, seconds: number): boolean {
  const database = openDatabase(join(dataDir, 'jobs.sqlite'), JOB_STORE_MIGRATIONS, 200);
  try {
    database.transaction(() => {
      for (const [table, columns] of Object.entries(MOMENTS)) {
        for (const column of columns)
          database.run(
            `UPDATE ${table} SET ${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${seconds} seconds')`,
          );
      }
    });
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/** Compares the store of a client that has been started again with what the service charged. */
export function checkBooks(jobs: readonly StoredJob[], charges: readonly Charge[]): Books {
  const violations = jobs.flatMap(wrongInJob);
  const queries = new Set([...jobs, ...charges].map(({ query }) => query));
  let lost = 0;
  let double = 0;
  for (const query of queries) {
    const taken = charges.filter((charge) => charge.query === query).length;
    const own = jobs.filter((job) => job.query === query);
    const confirmed = own.filter((job) => job.charged === 'yes').length;
    const unknown = own.filter((job) => job.charged === 'unknown').length;
    lost += Math.max(taken - confirmed - unknown, 0);
    double += Math.max(taken - 1, 0);
    const counts = `${taken} charged, ${confirmed} confirmed, ${unknown} unknown: ${query}`;
    if (taken > confirmed + unknown) violations.push(`a charge is lost: ${counts}`);
    if (taken > 1) violations.push(`charged twice: ${counts}`);
    if (confirmed > taken) violations.push(`confirmed, but never charged: ${counts}`);
  }
  const charged = total(charges.map(({ cost }) => cost));
  const inLedger = total(jobs.map(({ taken }) => taken));
  const committed = inLedger + total(jobs.map(({ held }) => held));
  if (inLedger > charged || charged > committed)
    violations.push(`the service took ${charged}, the ledger has ${inLedger} charged and ${committed} with holds`);
  return { lost, double, violations };
}

function wrongInJob({ number, status, jobId, charged, cost, held, taken }: StoredJob): string[] {
  const isSum =
    (charged === 'yes' && held === 0 && taken === cost) ||
    (charged === 'unknown' && held === cost && taken === 0) ||
    (charged === 'no' && held === 0 && taken === 0);
  const wrong = [];
  if (!isSum) wrong.push(`J${number} (${charged}, cost ${cost}): the ledger holds ${held} and has charged ${taken}`);
  if (status === 'submitting') wrong.push(`J${number} is still submitting after a restart`);
  if (jobId !== null && charged !== 'yes') wrong.push(`J${number} has a job id, but counts as ${charged}`);
  return wrong;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
