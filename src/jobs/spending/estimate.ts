import { creditCost, type Pool } from '../../contract/credits.ts';
import { explainFailure } from '../../contract/errors.ts';
import type { Filters } from '../../contract/filters.ts';
import type { Operation } from '../../contract/operations.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import type { Mode } from '../ports/service.ts';
import { readBalancesNow, readBalancesWithin } from './balances.ts';
import { MAX_CALL_MS, readInTime } from './call.ts';
import { type CapDeps, type Credits, olderStoreNote, remainingCap, spentToday } from './charges.ts';
import { type SentDeps, sentPool, withScraperKey } from './sent-request.ts';

export type EstimateDeps = SentDeps &
  CapDeps & {
    /** No configured source could fill missing fields, and landing pages require a scraper key. */
    cannotEnrich?: boolean | undefined;
  };

export type EstimateRequest = {
  limit: Filters['limit'];
  enrich?: boolean | undefined;
  /** Default: `combinedSearch`. */
  operation?: Operation | undefined;
  /** How many such searches. Default: 1. */
  searches?: number | undefined;
};

export type EstimateView = {
  mode: Mode;
  credits: Credits;
  /** Only with a cap. */
  dailyCap?: { credits: number; left: number };
  notes: Note[];
};

/** What a search would cost now, and the credits available for it. Creates nothing. */
export async function estimateCredits(
  deps: EstimateDeps,
  { limit, enrich, operation, searches = 1 }: EstimateRequest,
  signal: AbortSignal,
): Promise<EstimateView> {
  const request: JobRequest = { operation: operation ?? 'combinedSearch', body: { enrich }, filters: { limit } };
  const pool = poolFor(deps, request);
  const reading = (within: AbortSignal) => readBalancesNow(deps, within);
  const measured = await withDeadline(MAX_CALL_MS, [], (deadline) => readInTime(signal, deadline, reading));
  const balance = measured?.balances[pool];
  const isUnlimited = measured?.balances.unlimited?.includes(pool) ?? false;
  const credits: Credits = { cost: creditCost(limit) * searches, pool, charged: 'no', balance };
  const remaining = remainingCap(deps);
  const { dailyCreditCap } = deps;
  const cap =
    dailyCreditCap === undefined || remaining === undefined
      ? {}
      : { dailyCap: { credits: dailyCreditCap, left: remaining } };
  return { mode: deps.mode, credits, ...cap, notes: estimateNotes(deps, credits, remaining, isUnlimited, operation) };
}

/** Adds pool, cost and balance to a refusal for lack of credits. */
export function explainingLackOfCredits<T>(
  deps: EstimateDeps,
  request: JobRequest,
  work: () => Promise<T>,
): Promise<T> {
  return explainFailure('INSUFFICIENT_CREDITS', work, async (details) => {
    const pool = poolFor(deps, request);
    const measured = await readBalancesWithin(deps, 3_000).catch(() => undefined);
    const { [pool]: balance, monthly, renewAt } = measured?.balances ?? {};
    const problem: Note = {
      kind: 'pool-too-low',
      cost: creditCost(request.filters.limit),
      pool,
      balance,
      renewAt: monthly?.[pool] === undefined ? undefined : renewAt,
    };
    return { ...details, problem: [problem, ...details.problem.filter(isNote('service-said'))] };
  });
}

function poolFor(deps: EstimateDeps, request: JobRequest): Pool {
  return sentPool(deps, withScraperKey(request, deps.scraperKey));
}

/** The only note unrelated to credits. */
const NOTHING_TO_ENRICH: Note = {
  kind: 'nothing-to-enrich',
  settings: ['PAPERQUEUE_SOURCES', 'PAPERQUEUE_SCRAPER_KEY'],
};

function estimateNotes(
  deps: EstimateDeps,
  credits: Credits,
  remaining: number | undefined,
  isUnlimited: boolean,
  operation: EstimateRequest['operation'],
): Note[] {
  const spent = spentToday(deps);
  const { pool, balance, cost } = credits;
  const older = deps.mode === 'hosted' && deps.store.missing?.();
  const notes: (Note | false)[] = [
    { kind: 'estimate-is-free' },
    older ? olderStoreNote(older) : false,
    spent > 0 && { kind: 'spent-today', credits: spent },
    deps.mode === 'embedded' && { kind: 'own-credits' },
    pool === 'pro' && deps.cannotEnrich === true && NOTHING_TO_ENRICH,
    pool === 'privateKey' && operation === undefined && { kind: 'text-sends-no-key' },
    balance === undefined && (isUnlimited ? { kind: 'no-limit', pool } : { kind: 'balance-unknown' }),
    balance !== undefined && balance < cost && { kind: 'balance-too-low', missing: cost - balance },
    remaining !== undefined &&
      remaining < cost && {
        kind: 'cap-too-low',
        setting: 'PAPERQUEUE_DAILY_CREDIT_CAP',
        missing: cost - remaining,
      },
  ];
  return notes.filter((note) => note !== false);
}
