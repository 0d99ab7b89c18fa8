import type { Database } from '../../platform/sqlite/database.ts';

/**
 * Money rows. An intent holds its credits; once the outcome is known the hold is released, and what was actually taken
 * becomes a charge. While the outcome is unknown the hold counts as spent, so that the cap holds in any case.
 */

export function addHold(database: Database, job: number, credits: number, at: string): void {
  addRow(database, job, 'hold', credits, at);
}

/** The job was created: releases the hold and charges the cost once, whatever was assumed before. */
export function charge(database: Database, job: number, at: string): void {
  releaseHold(database, job, at);
  const sql = `SELECT cost, (SELECT count(*) FROM ledger WHERE job = number AND kind = 'charge') AS charges FROM jobs WHERE number = ?`;
  const row = database.get<{ cost: number; charges: number }>(sql, job);
  if (row && row.charges === 0) addRow(database, job, 'charge', row.cost, at);
}

/** Nothing was charged, for certain. */
export function releaseHold(database: Database, job: number, at: string): void {
  const credits = heldCredits(database, job);
  if (credits > 0) addRow(database, job, 'release', credits, at);
}

function addRow(
  database: Database,
  job: number,
  kind: 'hold' | 'release' | 'charge',
  credits: number,
  at: string,
): void {
  database.run('INSERT INTO ledger (job, kind, credits, at) VALUES (?, ?, ?, ?)', job, kind, credits, at);
}

/** The last money row up to a moment (ISO 8601), and the credits charged by then or held for open outcomes. */
export function lastRow(database: Database, until = '9999') {
  const row = database.get<{ id: number; job: number; at: string }>(
    'SELECT id, job, at FROM ledger WHERE at <= ? ORDER BY id DESC LIMIT 1',
    until,
  );
  const sql = `SELECT coalesce(sum(CASE kind WHEN 'release' THEN -credits ELSE credits END), 0) AS credits
    FROM ledger WHERE at <= ?`;
  return { row, ...(database.get<{ credits: number }>(sql, until) as { credits: number }) };
}

function heldCredits(database: Database, job: number): number {
  const sql = `SELECT coalesce(sum(CASE kind WHEN 'hold' THEN credits WHEN 'release' THEN -credits ELSE 0 END), 0) AS held
    FROM ledger WHERE job = ?`;
  return (database.get<{ held: number }>(sql, job) as { held: number }).held;
}

/**
 * Credits of a pool (undefined: all) charged for jobs that began at or after a moment: one in the same millisecond
 * counts as later.
 */
export function chargedSince(database: Database, account: string, pool: string | undefined, since: string): number {
  const sql = `SELECT coalesce(sum(ledger.credits), 0) AS charged FROM ledger JOIN jobs ON jobs.number = ledger.job
    WHERE ledger.kind = 'charge' AND jobs.account = ? AND coalesce(jobs.pool = ?, 1) AND jobs.created_at >= ?`;
  return (database.get<{ charged: number }>(sql, account, pool ?? null, since) as { charged: number }).charged;
}

/**
 * Credits charged or still held for jobs that began at or after a moment, in all accounts and pools. A job that began
 * after one of them did, too, whatever its time says: the clock may have been set back meanwhile.
 */
export function committedSince(database: Database, since: string): number {
  const now = new Date().toISOString();
  const sql = `SELECT coalesce(sum(CASE kind WHEN 'release' THEN -credits ELSE credits END), 0) AS committed FROM ledger
    WHERE job IN (SELECT number FROM jobs WHERE created_at >= ? UNION SELECT job FROM ledger WHERE kind = 'hold' AND id >
      (SELECT min(id) FROM ledger WHERE kind = 'hold' AND at BETWEEN ? AND ?))`;
  return (database.get<{ committed: number }>(sql, since, since, now) as { committed: number }).committed;
}
