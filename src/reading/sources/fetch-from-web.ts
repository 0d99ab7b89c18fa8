import { parseUrl } from '../../lib/url.ts';
import { callbackUrlProblem } from '../../platform/net/address-policy.ts';
import { AddressRefused } from '../../platform/net/connect-failure.ts';
import type { RunnerContext } from '../../search/sources/runner.ts';
import { type Admit, fileExchange } from '../../search/sources/transport/http-exchange.ts';
import { type FetchedFile, type FileFailure, fetchFile, waitForSlot } from './fetch-file.ts';
import { MAX_ROBOTS_BYTES, type RobotsRules, readRobots } from './robots.ts';

/**
 * Fetches addresses that strangers wrote into records. These, and redirects, must be public, use https, and be allowed
 * by the host's robots.txt; each host has a rate limit.
 */

/** Between requests to a host whose robots.txt specifies no interval. */
const PACE_MS = 3_000;
const MAX_PACE_MS = 20_000;
const ROBOTS_MS = 24 * 60 * 60_000;
const ROBOTS_TIMEOUT_MS = 10_000;

/**
 * Fetches a file from a record's address. `standIns` are local origins that the user configured in place of a source:
 * these are used directly, without a rate limit. Never throws.
 */
export async function fetchFromWeb(
  address: string,
  context: RunnerContext,
  standIns: ReadonlySet<string> = new Set(),
): Promise<FetchedFile> {
  const url = parseUrl(address);
  if (!url) return { failure: 'not allowed' };
  url.hash = '';
  if (url.protocol === 'http:' && !standIns.has(url.origin)) url.protocol = 'https:';
  let refusal: FileFailure | undefined;
  const refuse = (failure: FileFailure) => {
    refusal = failure;
    return new AddressRefused();
  };
  const admit: Admit = async (next) => {
    const isStandIn = standIns.has(next.origin);
    if (!isStandIn && callbackUrlProblem(next.href) !== undefined) throw refuse('not allowed');
    const reach = isStandIn ? 'configured' : 'public';
    const robots = await fetchRobots(next, context, (target) => {
      if (target.origin === next.origin) return reach;
      if (callbackUrlProblem(target.href) !== undefined) throw new AddressRefused();
      return 'public';
    });
    if (robots === undefined) throw refuse('unreachable');
    if (!robots.allows(`${next.pathname}${next.search}`)) throw refuse('robots');
    const paceMs = Math.min(Math.max(PACE_MS, (robots.crawlDelay ?? 0) * 1000), MAX_PACE_MS);
    const failure = isStandIn ? undefined : await waitForSlot(next.host, paceMs, context);
    if (failure) throw refuse(failure);
    return reach;
  };
  const headers = { Accept: 'application/pdf, text/html;q=0.9, application/xml;q=0.8' };
  return fetchFile({ url: url.href, headers }, context, { paceMs: 0, admit, refusal: () => refusal });
}

/**
 * The robots.txt rules of a host, cached for a day. A host without rules allows everything; undefined if it did not
 * answer.
 */
async function fetchRobots(url: URL, context: RunnerContext, admit: Admit): Promise<RobotsRules | undefined> {
  const { store, fetch, userAgent, signal = new AbortController().signal, timers } = context;
  const agent = userAgent.split('/')[0]?.toLowerCase() ?? '';
  const question = JSON.stringify(['robots', url.origin]);
  const cached = store.cachedAnswer(question);
  if (cached) return readRobots(cached.text, agent);
  const limits = { timeoutMs: ROBOTS_TIMEOUT_MS, maxBytes: 4 * MAX_ROBOTS_BYTES, signal, ...(timers && { timers }) };
  const answer = await fileExchange({ url: `${url.origin}/robots.txt` }, { fetch, userAgent, ...limits }, admit);
  // A robots.txt at a forbidden address forbids nothing, like a missing one.
  const isElsewhere = 'noAnswer' in answer && answer.noAnswer === 'redirected';
  if (!isElsewhere && ('noAnswer' in answer || answer.status >= 500)) return undefined;
  const isFound = !('noAnswer' in answer) && answer.status >= 200 && answer.status < 300;
  const text = isFound ? new TextDecoder().decode(answer.bytes) : '';
  store.cacheAnswers([{ question, text, forMs: ROBOTS_MS }]);
  return readRobots(text, agent);
}
