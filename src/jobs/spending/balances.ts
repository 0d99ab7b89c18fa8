import { type Balances, saysCredits } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Mode, SearchService } from '../ports/service.ts';
import type { Interval, JobStore, MeasuredBalance } from '../ports/store.ts';

export type BalanceDeps = { service: SearchService; store: JobStore; mode: Mode; account: string };

/** A balance may be this old as evidence for a creation; asking before every creation would eat the pace. */
const FRESH_MS = 5 * 60_000;
/** Longest that a creation waits for the balance: it is evidence, not a condition. */
const PATIENCE_MS = 3_000;

export type Measured = { balances: Balances; measured: Interval };

/**
 * The balances as the service tells them now, kept for later; undefined when it tells none. Throws what reading throws.
 */
export async function readBalancesNow(
  { service, store, account }: BalanceDeps,
  signal: AbortSignal,
): Promise<Measured | undefined> {
  const from = new Date().toISOString();
  const balances = await service.balances(signal);
  if (!balances) return undefined;
  const measured = { from, to: new Date().toISOString() };
  store.saveBalances(account, balances, measured);
  return { balances, measured };
}

/** The same, for as long as an answer may wait for them. */
export function readBalancesWithin(deps: BalanceDeps, ms: number): Promise<Measured | undefined> {
  return withDeadline(ms, [], ({ signal }) => readBalancesNow(deps, signal));
}

/**
 * Balances that are fresh enough to be evidence for a creation; undefined when the service does not tell them quickly.
 */
export async function freshBalances(deps: BalanceDeps): Promise<Measured | undefined> {
  const lastMeasured = deps.store.balances(deps.account);
  if (lastMeasured && isFresh(lastMeasured, deps)) return lastMeasured;
  return readBalancesWithin(deps, PATIENCE_MS).catch(() => undefined);
}

function isFresh({ measured }: Measured, { mode }: BalanceDeps): boolean {
  // In this process only the keys matter, which the service keeps from its first start.
  const age = Date.now() - Date.parse(measured.from);
  return mode === 'embedded' || (age >= 0 && age < FRESH_MS);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when the service keeps a key that it gets now; undefined unless it said before that it keeps keys. */
export function keyUntil({ store, account }: BalanceDeps): string | undefined {
  const days = store.balances(account)?.balances.idempotencyKeyDays;
  // A day less than it says: two clocks, and a creation that waits for its place.
  return days === undefined ? undefined : new Date(Date.now() + (days - 1) * DAY_MS).toISOString();
}

/** Whether the service ever gave this account a valid answer at its address. */
export function isKnownAddress({ store, account }: Pick<BalanceDeps, 'store' | 'account'>): boolean {
  return saysCredits(store.balances(account)?.balances) || store.hasJobOfService(account);
}

/** What one pool held, as evidence. */
export function measuredBalance(lastMeasured: Measured | undefined, pool: Pool): MeasuredBalance | undefined {
  const balance = lastMeasured?.balances[pool];
  if (!lastMeasured || balance === undefined) return undefined;
  return {
    balance,
    total: lastMeasured.balances.totals?.[pool] ?? null,
    spent: lastMeasured.balances.spent?.[pool] ?? null,
    refunded: lastMeasured.balances.refunded?.[pool] ?? null,
    measured: lastMeasured.measured,
  };
}
