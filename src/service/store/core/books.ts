import { query, type Steps } from './steps.ts';

/** A sum of rows of the ledger of the pool `b`: the first kind adds, the second subtracts. */
const sum = (
  adds: string,
  subtracts: string,
) => `(SELECT coalesce(sum(CASE kind WHEN '${adds}' THEN credits ELSE -credits END), 0)
    FROM ledger AS l WHERE l.account = b.account AND l.pool = b.pool AND kind IN ('${adds}', '${subtracts}'))`;

/**
 * The number of accounts whose balances are not the sums of their ledger: what is spent, its charges without its
 * refunds; what is granted, its grants without its lapses, except where there is no limit.
 */
export const WRONG_BALANCES = `SELECT count(DISTINCT account) AS wrong FROM balances AS b
  WHERE spent <> ${sum('charge', 'refund')} OR granted <> ${sum('grant', 'lapse')}`;

export function* countWrongBalances(): Steps<number> {
  const [row] = yield* query<{ wrong: number | string }>(WRONG_BALANCES);
  return Number(row?.wrong ?? 0);
}
