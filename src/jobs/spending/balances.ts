import { type Balances, hasCredits } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Mode, SearchService } from '../ports/service.ts';
import type { Interval, JobStore, MeasuredBalance } from '../ports/store.ts';

type Deps = { service: SearchService; store: Pick<JobStore, 'balances' | 'saveBalances'>; account: string };
export type BalanceDeps = Deps & { store: JobStore; mode: Mode };

/**
 * A balance this old still counts as evidence for a creation. A request before every creation would use up the pace.
 */
const FRESH_MS = 5 * 60_000;
/** Maximum time that a creation waits for the balance, which is evidence, not a condition. */
const PATIENCE_MS = 3_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export type Measured = { balances: Balances; measured: Interval };

/** Stored for a service that has no such operation. */
const NO_BALANCES: Balances = {};

/** Fetches the balances and stores them; undefined if the service reports none. Throws what reading throws. */
export async function readBalancesNow(
  { service, store, account }: Deps,
  signal: AbortSignal,
): Promise<Measured | undefined> {
  const from = new Date().toISOString();
  const balances = await service.balances(signal);
  const measured = { from, to: new Date().toISOString() };
  if (!balances) {
    // An earlier report stays: its keys may still matter.
    if (!hasCredits(store.balances(account)?.balances)) store.saveBalances(account, NO_BALANCES, measured);
    return undefined;
  }
  store.saveBalances(account, balances, measured);
  return { balances, measured };
}

/**
 * Like `readBalancesNow`, within the time that an answer may wait. A service that reported no balances in the last day
 * is not asked: the request would take a slot of the pace from a search.
 */
export async function readBalancesWithin(deps: Deps, ms: number, call?: AbortSignal): Promise<Measured | undefined> {
  if (hasNoBalances(deps)) return undefined;
  return withDeadline(ms, call, ({ signal }) => readBalancesNow(deps, signal));
}

function hasNoBalances({ store, account }: Deps): boolean {
  const stored = store.balances(account);
  if (!stored || hasCredits(stored.balances)) return false;
  return isYounger(stored, DAY_MS);
}

/** A balance from the future was measured before the clock was set back. */
function isYounger({ measured }: Pick<Measured, 'measured'>, ms: number): boolean {
  const age = Date.now() - Date.parse(measured.from);
  return age >= 0 && age < ms;
}

/** Balances fresh enough as evidence for a creation; undefined if the service does not report them quickly. */
export async function freshBalances(deps: BalanceDeps): Promise<Measured | undefined> {
  const lastMeasured = deps.store.balances(deps.account);
  if (lastMeasured && hasCredits(lastMeasured.balances) && isFresh(lastMeasured, deps)) return lastMeasured;
  return readBalancesWithin(deps, PATIENCE_MS).catch(() => undefined);
}

function isFresh(last: Measured, { mode }: BalanceDeps): boolean {
  // For the in-process service only the keys matter, and it has kept them since its first start.
  return mode === 'embedded' || isYounger(last, FRESH_MS);
}

/**
 * Whether the service keeps reviews for its members. If it has not said so within a day, it is asked; if it cannot be
 * asked, it does not.
 */
export async function keepsReviews(deps: Deps, call?: AbortSignal): Promise<boolean> {
  const stored = deps.store.balances(deps.account);
  if (stored?.balances.keepsReviews) return true;
  if (stored && isYounger(stored, DAY_MS)) return false;
  const { balances } = (await readBalancesWithin(deps, PATIENCE_MS, call).catch(() => undefined)) ?? {};
  return balances?.keepsReviews ?? false;
}

/** Until when the service keeps a key sent now; undefined unless it has said that it keeps keys. */
export function keyUntil({ store, account }: BalanceDeps): string | undefined {
  const days = store.balances(account)?.balances.idempotencyKeyDays;
  // One day less than stated, for clock differences and creations that wait for their slot.
  return days === undefined ? undefined : new Date(Date.now() + (days - 1) * DAY_MS).toISOString();
}

/** Whether the service has given this account a valid answer at its address. */
export function isKnownAddress({ store, account }: Pick<BalanceDeps, 'store' | 'account'>): boolean {
  return hasCredits(store.balances(account)?.balances) || store.hasJobOfService(account);
}

/** The balance of one pool, as evidence. */
export function measuredBalance(lastMeasured: Measured | undefined, pool: Pool): MeasuredBalance | undefined {
  if (!lastMeasured) return undefined;
  const { unlimited, spent, refunded } = lastMeasured.balances;
  const taken = unlimited?.includes(pool) ? spent?.[pool] : undefined;
  // A pool without a limit has no balance; what was taken from it shows as much, and is reported with it.
  const balance = lastMeasured.balances[pool] ?? (taken === undefined ? undefined : (refunded?.[pool] ?? 0) - taken);
  if (balance === undefined) return undefined;
  return {
    balance,
    total: lastMeasured.balances.totals?.[pool] ?? null,
    spent: lastMeasured.balances.spent?.[pool] ?? null,
    refunded: lastMeasured.balances.refunded?.[pool] ?? null,
    measured: lastMeasured.measured,
  };
}
