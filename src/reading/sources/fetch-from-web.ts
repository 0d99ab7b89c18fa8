import { parseUrl } from '../../lib/parse-url.ts';
import { callbackUrlProblem } from '../../platform/net/address-policy.ts';
import { AddressRefused } from '../../platform/net/connect-failure.ts';
import type { RunnerContext } from '../../search/sources/runner.ts';
import { type Admit, fileExchange } from '../../search/sources/transport/http-exchange.ts';
import { type FetchedFile, type FileFailure, fetchFile, waitForSlot } from './fetch-file.ts';

/**
 * Fetches from addresses that strangers wrote into records: https only, public addresses only, as each host's
 * robots.txt allows, at a pace per host. This also holds for redirects.
 */

/** Between requests to a host whose robots.txt names no other pace. */
const PACE_MS = 3_000;
const MAX_PACE_MS = 20_000;
const ROBOTS_MS = 24 * 60 * 60_000;
const ROBOTS_TIMEOUT_MS = 10_000;

/**
 * Fetches a file from a record's address. `standIns` are local origins that the user configured in place of a source:
 * these are used directly, without a pace. Never throws.
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
    const robots = await robotsOf(next, context, (own) => {
      if (own.origin === next.origin) return reach;
      if (callbackUrlProblem(own.href) !== undefined) throw new AddressRefused();
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

/** The rules of a host, kept for a day. A host without rules allows everything; undefined if it did not answer. */
async function robotsOf(url: URL, context: RunnerContext, admit: Admit): Promise<RobotsRules | undefined> {
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

/** robots.txt (RFC 9309): whether a program may fetch an address, and how far apart its requests should be. */

type RobotsRules = {
  allows(path: string): boolean;
  /** Seconds between requests, if the file says so. */
  crawlDelay?: number;
};

type Rule = { isAllowed: boolean; pattern: string };
type Group = { agents: string[]; rules: Rule[]; crawlDelay?: number };

/** RFC 9309 lets a reader stop here. */
const MAX_ROBOTS_BYTES = 500 * 1024;

/** The rules for a program (name in lower case), else those for all. */
export function readRobots(text: string, agent: string): RobotsRules {
  const groups = groupsOf(text.slice(0, MAX_ROBOTS_BYTES));
  const own = groups.filter(({ agents }) => agents.includes(agent));
  const applicable = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applicable.flatMap((group) => group.rules);
  const crawlDelay = applicable.map((group) => group.crawlDelay).find((delay) => delay !== undefined);
  return { allows: (path) => isAllowed(rules, path), ...(crawlDelay !== undefined && { crawlDelay }) };
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const { field, value } = readLine(line);
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
    } else if (field === 'allow' || field === 'disallow') {
      // An empty rule means nothing.
      if (value) groups.at(-1)?.rules.push({ isAllowed: field === 'allow', pattern: value });
    } else if (field === 'crawl-delay' && /^\d{1,4}(\.\d+)?$/.test(value)) {
      const group = groups.at(-1);
      if (group) group.crawlDelay = Number(value);
    }
    if (field !== '') isNaming = field === 'user-agent';
  }
  return groups;
}

/** A longer line is no rule: addresses have no more characters. */
const MAX_LINE_CHARACTERS = 8_192;

/** The field of a line, in lower case and empty if it has none, and its value, both without a comment. */
function readLine(line: string): { field: string; value: string } {
  const [text = ''] = line.length <= MAX_LINE_CHARACTERS ? line.split('#', 1) : [];
  const colon = text.indexOf(':');
  return colon < 0
    ? { field: '', value: '' }
    : { field: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

/** The longest matching pattern decides; of equal ones the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const matching = rules.filter(({ pattern }) => fits(pattern, path));
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
  const deciding = matching.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed);
}

/** `*` matches anything, `$` at the end matches the end. No backtracking, because strangers write the patterns. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const position = isLast && isWhole ? path.length - part.length : path.indexOf(part, at);
    if (position < at || !path.startsWith(part, position)) return false;
    at = position + part.length;
  }
  return !isWhole || at === path.length || others.at(-1) === '';
}
