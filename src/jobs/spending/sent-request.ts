import { creditPool, type Pool } from '../../contract/credits.ts';
import { freeFailure, invalidInput } from '../../contract/errors.ts';
import { takes } from '../../contract/operations.ts';
import type { JobRequest, RequestBody } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import { strategyProblems } from '../../papers/query/query.ts';
import { type BalanceDeps, freshBalances } from './balances.ts';

/** A search's request as the service gets and charges it. */

export type SentDeps = BalanceDeps & {
  /** The user's key for the scraping service, sent unless a request says `enrich: false`. */
  scraperKey: Secret | undefined;
};

/**
 * Throws INVALID_INPUT for an unreadable strategy, or one that the service does not accept. A hosted service reports
 * support for strategies with the credits, which are requested before anything is created.
 */
export async function checkStrategy(deps: BalanceDeps, body: RequestBody): Promise<void> {
  if (body.strategy === undefined) return;
  const problems = strategyProblems(body);
  if (problems.length > 0) throw invalidInput(problems, 'request');
  if (deps.mode === 'embedded') return;
  const balances = await freshBalances(deps);
  if (balances?.balances.takesStrategies === true) return;
  throw freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'strategy-not-taken' }],
    advice: [{ kind: 'search-without-strategy' }],
  });
}

/** The pool that a request is charged to, in the form that the service accepts. */
export function sentPool({ service }: Pick<SentDeps, 'service'>, request: JobRequest): Pool {
  return creditPool((service.asTaken?.(request) ?? request).body);
}

/** Adds the configured key if the operation takes one and the caller did not decline enrichment. */
export function withScraperKey(request: JobRequest, key: Secret | undefined): JobRequest {
  if (!key || request.body.enrich === false || !takes(request.operation, 'scraperKey')) return request;
  return { ...request, body: { ...request.body, scraperKey: key.reveal() } };
}
