import { createEraser } from '../../contract/eraser.ts';
import type { Secret } from '../../contract/secret.ts';
import type { SourceName } from '../../contract/source-names.ts';
import { startDeadline } from '../../lib/deadline.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { AuthorCandidate, AuthorId, AuthorOrder, AuthorQuery } from '../../papers/references/author-query.ts';
import type { FailureDetail, SourceFailure } from '../../wording/notes/source-outcomes.ts';
import type {
  PaperSource,
  Relation,
  SourceAnswer,
  SourcePage,
  SourceRequest,
  SourceSearch,
  SourceSettings,
  Translation,
} from './source.ts';
import { type Connectivity, trackConnectivity } from './transport/connectivity.ts';
import { MAX_RETRIES, type SessionCounts, type SourceSession, sendRequest } from './transport/send-request.ts';
import type { SourceFetch } from './transport/source-fetch.ts';
import type { SourceStore } from './transport/source-store.ts';

/** A source with the user's settings for it. */
export type SourceWithSettings = { source: PaperSource; settings: SourceSettings };

/** The outcome of querying one source. After a failure, `records` contains those that arrived before it. */
export type SourceOutcome = {
  source: SourceName;
  /** In the source's own order. */
  records: PaperInput[];
  /** Requests sent. */
  requests: number;
  /** Answers (for look-ups, identifiers) from the cache, and when the oldest was cached (ms since the epoch). */
  fromCache: number;
  cachedAt?: number;
  failure?: SourceFailure;
  /** Why it was skipped, in our own words. */
  detail?: FailureDetail;
  /** The earliest time to try again (ms since the epoch), if known. */
  retryAt?: number;
  /** The URL of the first accepted search request, without the user's contact address. */
  address?: string;
  /** When the search at the source ended (ms since the epoch). */
  endedAt?: number;
  /** Total number of results, if the source reports it. */
  total?: number;
  /** How the source was queried, for a search with a strategy. */
  translation?: Translation;
  /** Number of keywords that could not be sent, if any. */
  keywordsLeftOut?: number;
};

export type RunnerContext = {
  fetch: SourceFetch;
  /** Erased from answers, like the source's own key. */
  secrets?: readonly Secret[];
  store: SourceStore;
  /** Program and version; the contact address is added for sources that have one configured. */
  userAgent: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
  timers?: Timers;
  /** Ends the work; the outcome keeps what was found so far. */
  signal?: AbortSignal;
  /** Maximum time for each source, if less than its own. */
  budgetMs?: number;
  /** Connectivity of the job so far; updated by each request. */
  network?: Connectivity;
  /** Called for each source that answered a search or failed. */
  onOutcome?: (outcome: SourceOutcome) => void;
  /** Called for bugs in our code, which users see as unreadable answers. */
  onError?: (source: SourceName, error: unknown) => void;
};

/** Time of each source inside a job, unless its `timeoutMs` is longer. */
const BUDGET_MS = 20_000;
const SEARCH_CACHE_MS = 24 * 60 * 60_000;

/**
 * Queries all sources in parallel; returns one outcome for each, in order. Never throws. Ends early without a network.
 */
export async function searchSources(
  sources: readonly SourceWithSettings[],
  question: SourceSearch,
  context: RunnerContext,
): Promise<SourceOutcome[]> {
  const { network = trackConnectivity() } = context;
  return await Promise.all(
    sources.map(async (each) => {
      const outcome = await runSession(each, { ...context, network }, async (session) => {
        const { source, settings } = session;
        const why = source.cannotAnswer(question);
        if (why !== undefined) return { failure: 'skipped', detail: why };
        const read = (answer: SourceAnswer, request: SourceRequest) => source.readPage(answer, request, question);
        const keywordsLeftOut = source.keywordsLeftOut?.(question) || undefined;
        const request = source.search(question, settings);
        const pages = await followPages(session, request, read, question.count);
        const { contactEmail } = settings;
        const address = contactEmail === undefined ? addressOf(request) : recordedAddress(session, question);
        const translation = translateFor(source, question);
        const more = { keywordsLeftOut, translation };
        return { address, ...pages, endedAt: session.now(), ...more };
      });
      context.onOutcome?.(outcome);
      return outcome;
    }),
  );
}

/** How a query's strategy would be sent to a source; undefined without one. */
export function translateFor(source: PaperSource, { strategy }: SourceSearch): Translation | undefined {
  return strategy && (source.translate?.(strategy.node) ?? { changes: ['words-only'], isWider: true });
}

/** The URL of a search for records, without the user's contact address. */
export function recordedAddress({ source, settings }: SourceWithSettings, question: SourceSearch): string {
  const { contactEmail: _, ...others } = settings;
  return addressOf(source.search(question, others));
}

/** A posted form is shown as the query string of the URL. */
function addressOf({ url, body }: SourceRequest): string {
  return body === undefined ? url : `${url}?${body}`;
}

/**
 * Works related to another, best first, at most `count`. Failure `skipped` if the source does not support it. Never
 * throws.
 */
export function findRelated(
  sourceWithSettings: SourceWithSettings,
  paper: PaperInput,
  relation: Relation,
  count: number,
  context: RunnerContext,
): Promise<SourceOutcome> {
  return runSession(sourceWithSettings, context, async (session) => {
    const { related } = session.source;
    const request = related?.request(paper, relation, count, session.settings);
    if (!related || !request) return { failure: 'skipped', detail: 'no-relation' };
    return followPages(session, request, (answer, at) => related.read(answer, at), count);
  });
}

/**
 * Works of a person in a sort order, at most `count`. Failure `skipped` if the source does not know people. Never
 * throws.
 */
export function findWorksOfAuthor(
  sourceWithSettings: SourceWithSettings,
  author: AuthorId,
  order: AuthorOrder,
  count: number,
  context: RunnerContext,
): Promise<SourceOutcome> {
  return runSession(sourceWithSettings, context, async (session) => {
    const { authors } = session.source;
    if (!authors) return { failure: 'skipped', detail: 'no-people' };
    const request = authors.worksRequest(author, order, count, session.settings);
    return followPages(session, request, (answer, at) => authors.readWorks(answer, at), count);
  });
}

/** The result of a session, without its counters. */
export type SessionResult = Omit<SourceOutcome, 'source' | 'records' | 'requests' | 'fromCache' | 'cachedAt'> & {
  records?: PaperInput[];
};

/**
 * Runs `work` with a source within its time. If the source refuses the key, the work runs once more without it: an
 * expired key should not cost the results of a source that works without one.
 */
export async function runSession(
  { source, settings }: SourceWithSettings,
  context: RunnerContext,
  work: (session: SourceSession) => Promise<SessionResult>,
): Promise<SourceOutcome> {
  const { fetch, store, now = Date.now, timers = REAL_TIMERS, signal, budgetMs = Number.POSITIVE_INFINITY } = context;
  const { network = trackConnectivity(), onError } = context;
  const deadline = startDeadline(Math.min(Math.max(BUDGET_MS, source.timeoutMs), budgetMs), signal, timers);
  const eraser = createEraser([...(settings.key ? [settings.key] : []), ...(context.secrets ?? [])]);
  const count: SessionCounts = { requests: 0, fromCache: 0, retriesLeft: MAX_RETRIES };
  const userAgent = userAgentOf(context.userAgent, settings);
  const report = (error: unknown) => onError?.(source.name, error);
  const parts = { fetch, eraser, store, userAgent, network, deadline, count, now, timers, onError: report };
  const session: SourceSession = { source, settings, ...parts };
  const totals = () => {
    const { retriesLeft: _, ...counts } = count;
    return { source: source.name, ...counts };
  };
  const refused = missingSetting(source, settings);
  try {
    let result = refused ?? (await work(session));
    if (result.failure === 'key refused' && settings.key && source.needs !== 'key') {
      const { key: _, ...keyless } = settings;
      result = { ...(await work({ ...session, settings: keyless })), failure: 'key refused' };
    }
    return { ...totals(), ...result, records: result.records ?? [] };
  } catch (error) {
    // A bug in our code: it costs the results of this source, not the search.
    session.onError(error);
    return { ...totals(), records: [], failure: 'unreadable' };
  } finally {
    deadline.dispose();
  }
}

function missingSetting({ needs }: PaperSource, settings: SourceSettings): SessionResult | undefined {
  if (needs === undefined || settings[needs] !== undefined) return undefined;
  if (needs === 'key') return { failure: 'key wanted' };
  return { failure: 'skipped', detail: { setting: 'PAPERQUEUE_CONTACT_EMAIL' } };
}

type ReadPage = (answer: SourceAnswer, request: SourceRequest) => SourcePage;

/** Requests pages until there are `count` records, no more pages, a failure, or `maxRequests` requests. */
async function followPages(
  session: SourceSession,
  first: SourceRequest,
  read: ReadPage,
  count: number,
): Promise<SessionResult> {
  const { source } = session;
  const result: SessionResult & { records: PaperInput[] } = { records: [] };
  const requested = new Set<string>();
  for (let request: SourceRequest | undefined = first; request && requested.size < source.maxRequests; ) {
    const current: SourceRequest = request;
    requested.add(nameOf(current));
    const reply = await sendRequest(session, current, {
      read: (answer) => read(answer, current),
      keepMs: SEARCH_CACHE_MS,
    });
    if ('failure' in reply) return { ...result, ...reply };
    result.records.push(...reply.records);
    if (reply.isRefusedForm && reply.next) result.address = reply.next.url;
    if (reply.total !== undefined) result.total = reply.total;
    // A page without records is not the end: its entries may have been unusable.
    if (result.records.length >= count) break;
    // Some sources repeat the last page's cursor.
    request = reply.next && !requested.has(nameOf(reply.next)) ? reply.next : undefined;
  }
  return { ...result, records: result.records.slice(0, count) };
}

function nameOf({ url, method = 'GET', body = '' }: SourceRequest): string {
  return `${method} ${url} ${body}`;
}

/** Adds the contact address for the operators of the source, if it is valid. */
function userAgentOf(program: string, { contactEmail }: SourceSettings): string {
  const isAddress = contactEmail !== undefined && /^[^\s()<>@,;:"\\]+@[^\s()<>@,;:"\\]+$/.test(contactEmail);
  return isAddress && /^[\x21-\x7e]+$/.test(contactEmail) ? `${program} (mailto:${contactEmail})` : program;
}

const CACHE_MS = 24 * 60 * 60_000;

/** People who may be the requested one, best first. Never throws. */
export async function lookUpAuthors(
  source: SourceWithSettings,
  query: AuthorQuery,
  count: number,
  context: RunnerContext,
): Promise<{ authors: AuthorCandidate[]; outcome: SourceOutcome }> {
  const candidates: AuthorCandidate[] = [];
  const outcome = await runSession(source, context, async (session) => {
    const { authors } = session.source;
    if (!authors) return { failure: 'skipped', detail: 'no-people' };
    const reply = await sendRequest(session, authors.request(query, count, session.settings), {
      keepMs: CACHE_MS,
      // People are not records, so every answer would count as empty.
      keepEmptyMs: CACHE_MS,
      paceMs: authors.paceMs,
      read: (answer) => {
        const list = authors.read(answer);
        if ('failure' in list) return list;
        candidates.push(...list.authors);
        return { records: [] };
      },
    });
    return 'failure' in reply ? reply : {};
  });
  return { authors: candidates, outcome };
}
