import type { Balances } from '../../contract/answers.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import { type BalanceEvidence, type Interval, SETTLED_MS } from '../ports/store.ts';
import { IS_CREATED } from './creations.ts';
import type { JobRow } from './read-job.ts';

/**
 * What the balances around an unknown creation can prove; `turn` is that of the second balance. Undefined if no balance
 * was recorded before it.
 */
export function readEvidence(
  database: Database,
  number: number,
  second: Interval,
  turn: number,
): BalanceEvidence | undefined {
  const row = database.get<JobRow>('SELECT * FROM jobs WHERE number = ?', number);
  if (row?.balance_before == null || row.balance_from === null || row.balance_to === null) return undefined;
  const first = { from: row.balance_from, to: row.balance_to };
  const settledBefore = new Date(Date.parse(first.from) - SETTLED_MS).toISOString();
  const { charged, unknown, blurring } = selectOthers(database, row, first, second, settledBefore);
  return {
    balanceBefore: row.balance_before,
    totalBefore: row.balance_total,
    spentBefore: row.spent_before,
    refundedBefore: row.refunded_before,
    answeredAt: row.answered_at,
    othersCharged: charged,
    othersUnknown: unknown,
    isBlurred: blurring > 0 || row.balance_turn !== turn || second.to < second.from || first.to < first.from,
  };
}

type Others = { charged: number; unknown: number; blurring: number };

/**
 * Other creations of the same account and balance, as they bear on one unknown charge. `first` and `second` are when
 * its two balances were measured; `settledBefore` is the latest moment at which an unknown outcome can have become
 * known and still count as settled at the first (even if reconciled later: its charge may have come late). Creations
 * between the measurements are counted; those that ran during one of them blur it. A creation that began before the
 * clock was set back counts as before the first, whatever its times say; if it was not over by then, it blurs.
 */
function selectOthers(database: Database, job: JobRow, first: Interval, second: Interval, settledBefore: string) {
  const values = {
    between: [first.to, second.from, job.turn],
    since: [first.to, second.to],
    duringFirst: [first.to, first.from],
    unsettledAtFirst: [first.to, settledBefore],
    duringSecond: [second.to, second.from],
    beforeTurn: [job.turn, settledBefore],
  };
  return database.get<Others>(
    `SELECT
       coalesce(sum(cost) FILTER (WHERE charged = 'yes' AND ${IS_CREATED} AND created_at > ? AND answered_at < ? AND turn = ?), 0) AS charged,
       coalesce(sum(cost) FILTER (WHERE charged <> 'no' AND NOT ${IS_CREATED} AND created_at > ? AND created_at <= ?), 0) AS unknown,
       count(*) FILTER (WHERE charged <> 'no' AND created_at <= ? AND (answered_at IS NULL OR answered_at >= ?))
         + count(*) FILTER (WHERE status = 'unknown' AND created_at <= ? AND answered_at >= ?)
         + count(*) FILTER (WHERE charged <> 'no' AND created_at <= ? AND (answered_at IS NULL OR answered_at >= ?))
         + count(*) FILTER (WHERE charged <> 'no' AND turn < ? AND (answered_at IS NULL OR answered_at >= ?))
         AS blurring
     FROM jobs WHERE account = ? AND (pool = ? OR ?) AND number <> ?`,
    ...Object.values(values).flat(),
    job.account,
    job.pool,
    Number(hasSharedBalance(database, job.account)),
    job.number,
  ) as Others;
}

/** Whether the account has one balance, from which the jobs of all pools take. */
export function hasSharedBalance(database: Database, account: string): boolean {
  return selectBalances(database, account)?.balances.isShared === true;
}

type BalancesRow = { answer: string; measured_from: string; measured_to: string };

/** The balances that the service last reported. */
export function selectBalances(database: Database, account: string) {
  const sql = 'SELECT answer, measured_from, measured_to FROM balances WHERE account = ?';
  const row = database.get<BalancesRow>(sql, account);
  if (!row) return undefined;
  const measured = { from: row.measured_from, to: row.measured_to };
  return { balances: JSON.parse(row.answer) as Balances, measured };
}

/** Stores balances, unless newer ones are stored. */
export function upsertBalances(
  database: Database,
  account: string,
  balances: Balances,
  { from, to }: Interval,
  turn: number,
): void {
  database.run(
    `INSERT INTO balances (account, answer, measured_from, measured_to, turn) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET answer = excluded.answer, measured_from = excluded.measured_from,
       measured_to = excluded.measured_to, turn = excluded.turn
     WHERE excluded.measured_from > balances.measured_from OR excluded.turn > balances.turn`,
    account,
    JSON.stringify(balances),
    from,
    to,
    turn,
  );
}
