import { setTimeout as sleep } from 'node:timers/promises';
import { askJson, type Fetch, type JsonAnswer, NoAnswer } from '../scraping/ask-json.ts';
import type { FactName, FoundFacts } from './facts.ts';

/** What one answer tells about one work. */
export type FoundWork = FoundFacts & { title?: string | undefined };

/** How a source is asked about works by their DOI, and how its answers are read. */
export type SourceDescription = {
  title: string;
  knows: readonly FactName[];
  /** Whether the source can know works of this DOI. */
  canKnow(doi: string): boolean;
  /** The DOIs, taken apart into one list for each request. */
  batches(dois: readonly string[]): string[][];
  request(dois: readonly string[]): { url: string; headers: Record<string, string> };
  /** The works of an answer by their DOI; undefined when it is not what the source documents. */
  read(json: unknown): Map<string, FoundWork> | undefined;
  /** Requests for one job, at most. */
  mostRequests: number;
  /** Least time between the beginnings of two requests, over all jobs. */
  paceMs: number;
};

const WHAT_FAILED = {
  'rate limit': 'it allows no further request now',
  'key refused': 'it does not accept the key',
  refused: 'it refuses the requests',
  'no answer': 'it did not answer',
  unreadable: 'its answers could not be read',
  paused: 'it asked for a pause that is not over',
  'too many': 'no more is asked of it for one job',
} as const;

export type SourceFailure = keyof typeof WHAT_FAILED;

/** A failure in our own words, about a source that was named before. */
export function failureInWords(failure: SourceFailure): string {
  return WHAT_FAILED[failure];
}

const TIMEOUT_MS = 10_000;
/** 50 works with long abstracts are below 1 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** After so many failures in a row a source is taken for down in this job. */
const MOST_FAILURES = 3;
/** Where a source asks for a pause and does not say how long. */
const PAUSE_SECONDS = 60;

type AskReport = {
  requests: number;
  /** How many of them got no answer that could be used. */
  failed: number;
  /** DOIs that it was not asked about any more. */
  left: string[];
  /** The last thing that failed, or why there are DOIs left; not set when the time was over. */
  failure?: SourceFailure;
};

export type Source = Pick<SourceDescription, 'title' | 'knows' | 'canKnow'> & {
  /** Asks about the DOIs, one request after the other; what an answer tells goes to `onFound`. Never throws. */
  ask(
    dois: readonly string[],
    signal: AbortSignal,
    onFound: (doi: string, work: FoundWork) => void,
  ): Promise<AskReport>;
};

export function createSource(
  description: SourceDescription,
  { fetch, timeoutMs = TIMEOUT_MS }: { fetch: Fetch; timeoutMs?: number },
): Source {
  const { title, knows, canKnow, batches, mostRequests, paceMs } = description;
  let pausedUntil = 0;
  let nextTurn = 0;

  const takeTurn = async (signal: AbortSignal) => {
    const now = Date.now();
    const turn = Math.max(nextTurn, now);
    nextTurn = turn + paceMs;
    if (turn > now) await sleep(turn - now, undefined, { signal });
  };

  /** What is wrong with the request's answer; undefined when it was read. */
  const askOnce = async (
    dois: readonly string[],
    signal: AbortSignal,
    onFound: (doi: string, work: FoundWork) => void,
  ): Promise<SourceFailure | undefined> => {
    if (pausedUntil > Date.now()) return 'paused';
    await takeTurn(signal);
    const { url, headers } = description.request(dois);
    const answer = await askJson(url, { method: 'GET', headers }, { fetch, timeoutMs, mostBytes: MOST_BYTES, signal });
    const failure = judge(answer);
    if (failure === 'rate limit') pausedUntil = Date.now() + (answer.retryAfterSeconds ?? PAUSE_SECONDS) * 1000;
    // A work that is not known, or is found under another address now, is no failure.
    if (failure !== undefined || answer.status !== 200) return failure;
    const works = description.read(answer.json);
    if (works === undefined) return 'unreadable';
    for (const doi of dois) {
      const work = works.get(doi);
      if (work !== undefined) onFound(doi, work);
    }
    return undefined;
  };

  return {
    title,
    knows,
    canKnow,
    async ask(dois, signal, onFound) {
      const wanted = batches(dois);
      let requests = 0;
      let failed = 0;
      let inRow = 0;
      let failure: SourceFailure | undefined;
      for (const batch of wanted.slice(0, mostRequests)) {
        const result = await askOnce(batch, signal, onFound).catch(nameFailure);
        // What fails because the time is over is not the source's fault.
        if (signal.aborted) break;
        failure = result ?? failure;
        if (result === 'paused') break;
        requests += 1;
        if (result !== undefined) failed += 1;
        inRow = result === undefined ? 0 : inRow + 1;
        if (result === 'rate limit' || result === 'key refused' || inRow >= MOST_FAILURES) break;
      }
      const left = wanted.slice(requests).flat();
      if (requests === mostRequests && left.length > 0) failure ??= 'too many';
      return { requests, failed, left, ...(failure === undefined ? {} : { failure }) };
    },
  };
}

function judge({ status, retryAfterSeconds }: JsonAnswer): SourceFailure | undefined {
  if (status === 200 || status === 404 || status === 410 || (status >= 300 && status < 400)) return undefined;
  if (status === 429 || (status === 503 && retryAfterSeconds !== undefined)) return 'rate limit';
  if (status === 401) return 'key refused';
  return status >= 500 ? 'no answer' : 'refused';
}

function nameFailure(error: unknown): SourceFailure {
  return error instanceof NoAnswer && error.reason === 'too large' ? 'unreadable' : 'no answer';
}
