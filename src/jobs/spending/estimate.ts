import { creditCost, creditPool, type Pool } from '../../contract/credits.ts';
import { PaperqueueError } from '../../contract/errors.ts';
import { type Note, textNote } from '../../contract/notes.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import { counted } from '../../lib/counted.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Mode } from '../ports/service.ts';
import { type BalanceDeps, readBalancesNow, readBalancesWithin } from './balances.ts';
import { MAX_CALL_MS, readInTime } from './call-deadline.ts';
import { type CapDeps, remainingCap, spentToday } from './cap.ts';
import type { Credits } from './charge-state.ts';

export type EstimateDeps = BalanceDeps &
  CapDeps & {
    scraperKey: Secret | undefined;
    /** No source is configured that could fill missing fields; landing pages take a scraper key. */
    cannotEnrich?: boolean | undefined;
  };

export type EstimateView = {
  mode: Mode;
  credits: Credits;
  /** Only where a cap is set. */
  dailyCap?: { credits: number; left: number };
  notes: Note[];
};

/** What a search would cost now, and what there is to pay it with. Creates nothing. */
export async function estimateCredits(
  deps: EstimateDeps,
  { limit, enrich }: { limit: number; enrich?: boolean | undefined },
  signal: AbortSignal,
): Promise<EstimateView> {
  const pool = poolFor(deps, enrich);
  const reading = (within: AbortSignal) => readBalancesNow(deps, within);
  const balance = (await withDeadline(MAX_CALL_MS, [], (deadline) => readInTime(signal, deadline, reading)))?.balances[
    pool
  ];
  const credits: Credits = { cost: creditCost(limit), pool, charged: 'no', ...omitUndefined({ balance }) };
  const remaining = remainingCap(deps);
  const { dailyCreditCap } = deps;
  const cap =
    dailyCreditCap === undefined || remaining === undefined
      ? {}
      : { dailyCap: { credits: dailyCreditCap, left: remaining } };
  return { mode: deps.mode, credits, ...cap, notes: estimateNotes(deps, credits, remaining) };
}

/** A refusal for want of credits names pool, cost and balance. */
export async function explainingLackOfCredits<T>(
  deps: EstimateDeps,
  request: JobRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaperqueueError) || error.details.code !== 'INSUFFICIENT_CREDITS') throw error;
    const pool = poolFor(deps, request.body.enrich, request.operation === 'querySearch');
    const cost = creditCost(request.filters.limit);
    const measured = await readBalancesWithin(deps, 3_000).catch(() => undefined);
    const balance = measured?.balances[pool];
    const balanceText = balance === undefined ? 'too few credits' : `${balance}`;
    const message = `This search costs ${counted(cost, 'credit')} from the ${pool} pool, which holds ${balanceText}; nothing was taken.`;
    throw new PaperqueueError({ ...error.details, problem: [textNote(message)] }, { cause: error.cause });
  }
}

function poolFor(deps: EstimateDeps, enrich: boolean | undefined, withoutKey = false): Pool {
  const scraperKey = enrich === false || withoutKey ? undefined : deps.scraperKey?.reveal();
  return creditPool({ scraperKey, enrich });
}

/** The note that has nothing to do with credits. */
const NOTHING_TO_ENRICH: Note = {
  kind: 'nothing-to-enrich',
  settings: ['PAPERQUEUE_SOURCES', 'PAPERQUEUE_SCRAPER_KEY'],
};

function estimateNotes(deps: EstimateDeps, credits: Credits, remaining: number | undefined): Note[] {
  const notes: Note[] = [
    textNote('Asking is free. Credits are taken when a job is created: 1 per 100 results requested.'),
  ];
  const spent = spentToday(deps);
  if (spent > 0)
    notes.push(textNote(`In the last 24 hours ${counted(spent, 'credit was', 'credits were')} spent or held.`));
  if (deps.mode === 'embedded')
    notes.push(textNote('Embedded mode: the credits are this machine’s own count, no money.'));
  if (credits.pool === 'pro' && deps.cannotEnrich) notes.push(NOTHING_TO_ENRICH);
  if (credits.pool === 'privateKey')
    notes.push(textNote('query_search sends no scraper key: it takes from pro or basic.'));
  if (credits.balance === undefined)
    notes.push(textNote('No balance is known: the pool has no ceiling, or the service tells none.'));
  else if (credits.balance < credits.cost) notes.push(textNote('The balance does not cover the cost.'));
  if (remaining !== undefined && remaining < credits.cost)
    notes.push(textNote('The daily cap (PAPERQUEUE_DAILY_CREDIT_CAP) leaves too little.'));
  return notes;
}
