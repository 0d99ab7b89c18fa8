import { POOLS, type Pool } from '../../../contract/credits.ts';
import type { Allowance } from '../port.ts';
import { type Moment, query, type Steps } from './steps.ts';

/**
 * What accounts may spend: credits granted once, a number of credits each calendar month (UTC), or without a limit. A
 * month begins with the first creation in it, in the transaction of that creation or just before: no timer is involved.
 * What is left of the month before lapses. The ledger has a row for each change: its grants minus its lapses are
 * `granted`.
 */

/** Statements for the credits granted to an account. Both stores have `balances` to read them from. */
export type GrantStatements = {
  /** Creates the pools of a new account ($1), without credits. */
  openPools: string;
  /** Adds credits ($3) to a pool ($2) of an account ($1); a pool without a limit stays unlimited. */
  grant: string;
  /** Sets the granted credits of a pool ($2) of an account ($1); NULL: no limit. */
  setGranted: string;
};

/** The longest month. An allowance that renews later than that was written while the clock was ahead. */
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;

/** Whether the month of an allowance is over. */
export const IS_DUE = `(renews_at <= now() OR renews_at > now() + ${MONTH_MS} * interval '1 ms')`;

/** When the next calendar month begins in UTC, in milliseconds since the epoch. */
export function nextMonth(moment: Moment): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Adds credits to pools of an account. In a pool with an allowance they lapse with the month. */
export function* topUp(
  statements: GrantStatements,
  account: number,
  credits: Partial<Record<Pool, number>>,
): Steps<void> {
  yield* renewAllowances(statements, account);
  for (const pool of POOLS) yield* grant(statements, account, pool, credits[pool] ?? 0);
}

/** Sets what an account may spend from now on. What is left in the named pools lapses. */
export function* allow(
  statements: GrantStatements,
  account: number,
  allowances: Partial<Record<Pool, Allowance>>,
): Steps<void> {
  for (const pool of POOLS) {
    const allowance = allowances[pool];
    if (allowance === undefined) continue;
    yield* query('DELETE FROM allowances WHERE account = $1 AND pool = $2', account, pool);
    if (allowance === 'unlimited') yield* query(statements.setGranted, account, pool, null);
    else if (typeof allowance === 'number') yield* setBalance(statements, account, pool, allowance);
    else {
      yield* setBalance(statements, account, pool, allowance.monthly);
      yield* query(
        'INSERT INTO allowances (account, pool, monthly, renews_at) VALUES ($1, $2, $3, now())',
        ...[account, pool, allowance.monthly],
      );
      yield* renewInNextMonth(account, pool);
    }
  }
}

/**
 * Begins the new month of each allowance of an account whose last month is over. Returns whether it has any allowance.
 * Call it in the transaction that needs the credits, or before it.
 */
export function* renewAllowances(statements: GrantStatements, account: number): Steps<boolean> {
  // Another process that does the same waits here, and then finds nothing due.
  const rows = yield* query<{ pool: Pool; monthly: number; due: boolean | number }>(
    `SELECT pool, monthly, ${IS_DUE} AS due FROM allowances WHERE account = $1 FOR UPDATE`,
    account,
  );
  for (const { pool, monthly } of rows.filter(({ due }) => due)) {
    yield* setBalance(statements, account, pool, monthly);
    yield* renewInNextMonth(account, pool);
  }
  return rows.length > 0;
}

function* renewInNextMonth(account: number, pool: Pool): Steps<void> {
  const [{ at } = { at: 0 }] = yield* query<{ at: Moment }>('SELECT now() AS at');
  yield* query(
    `UPDATE allowances SET renews_at = now() + $3 * interval '1 ms' WHERE account = $1 AND pool = $2`,
    ...[account, pool, nextMonth(at) - new Date(at).getTime()],
  );
}

/** Lets the remaining credits of a pool lapse and grants this many. */
function* setBalance(statements: GrantStatements, account: number, pool: Pool, credits: number): Steps<void> {
  const [row] = yield* query<{ granted: number | null; spent: number }>(
    `SELECT granted::float8 AS granted, spent::float8 AS spent FROM balances
     WHERE account = $1 AND pool = $2 FOR UPDATE`,
    ...[account, pool],
  );
  const { granted = 0, spent = 0 } = row ?? {};
  // In a pool without a limit, more may have been spent than was granted: the ledger is balanced first.
  const left = (granted ?? (yield* grantedByLedger(account, pool))) - spent;
  if (left > 0) yield* addToLedger(account, pool, 'lapse', left);
  if (left < 0) yield* addToLedger(account, pool, 'grant', -left);
  yield* query(statements.setGranted, account, pool, spent);
  yield* grant(statements, account, pool, credits);
}

function* grantedByLedger(account: number, pool: Pool): Steps<number> {
  const [row] = yield* query<{ granted: number }>(
    `SELECT coalesce(sum(CASE kind WHEN 'grant' THEN credits ELSE -credits END), 0)::float8 AS granted
     FROM ledger WHERE account = $1 AND pool = $2 AND kind IN ('grant', 'lapse')`,
    ...[account, pool],
  );
  return row?.granted ?? 0;
}

function* grant({ grant }: GrantStatements, account: number, pool: Pool, credits: number): Steps<void> {
  if (credits === 0) return;
  yield* query(grant, account, pool, credits);
  yield* addToLedger(account, pool, 'grant', credits);
}

function* addToLedger(account: number, pool: Pool, kind: 'grant' | 'lapse', credits: number): Steps<void> {
  yield* query(
    'INSERT INTO ledger (account, pool, kind, credits, at) VALUES ($1, $2, $3, $4, now())',
    ...[account, pool, kind, credits],
  );
}
