import { createEraser, type Eraser } from '../../contract/eraser.ts';
import { SCRAPER_CREDITS_NEEDED } from '../../contract/rules.ts';
import type { Secret } from '../../contract/secret.ts';
import { type ExchangeLimits, exchange, type NoExchange } from '../../lib/exchange.ts';
import { asFields, asList, asNumber, asText, type Fields, parseJson } from '../../lib/json.ts';
import type { Fetch } from '../../platform/net/dial.ts';
import { type Lookup, resolvesToPrivate, systemLookup } from '../../platform/net/resolve-name.ts';
import { FAILURE_OF_EXCHANGE, type KnownFailure } from '../../wording/notes/source-outcomes.ts';
import { describeFailure } from '../../wording/sentences/sources.ts';

/**
 * A client of the web-scraping service (Firecrawl, version 2 of its API; a self-hosted one has the same paths). Its
 * errors never hold the key, the page's address or text of the service.
 */

const PUBLIC_API = 'https://api.firecrawl.dev';
const TIMEOUT_MS = 30_000;
/** Shorter, because a caller waits for the creation. */
const CHECK_MS = 10_000;
const MAX_CHECK_BYTES = 64 * 1024;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** Limits on a page, in characters and entries; the rest is cut off. */
const MAX_HTML_CHARACTERS = 2_000_000;
const MAX_TEXT_CHARACTERS = 200_000;
const MAX_METADATA_ENTRIES = 300;
const MAX_VALUES = 100;
const MAX_VALUE_CHARACTERS = 20_000;

type KeyCheck = 'ok' | { problem: 'invalid' | 'too few credits'; remaining?: number };

export type ScrapedPage = {
  /** The page as its server sent it, including the head. */
  html?: string;
  /** Values that the scraping service read from the page's tags, by tag name. */
  metadata: Record<string, string | string[]>;
  /** The main content, as Markdown. */
  text?: string;
};

/** The scraping service cannot be reached now. Creations get 503, and nothing is charged. */
export class ScrapingUnreachable extends Error {
  override readonly name = 'ScrapingUnreachable';

  constructor(readonly why: KnownFailure) {
    super(`the scraping service ${describeFailure(why)}`);
  }
}

/** The scraping service answered, but returned no page. */
export class PageUnread extends Error {
  override readonly name = 'PageUnread';

  constructor(readonly reason: 'key refused' | 'quota used up' | 'not public' | 'page failed') {
    super(reason);
  }
}

export type ScrapingService = {
  /** Whether the key is valid and has the credits that the contract asks for. Throws ScrapingUnreachable. */
  checkKey(key: Secret, signal: AbortSignal): Promise<KeyCheck>;
  /** Reads one page, which costs one credit of the key. Throws ScrapingUnreachable or PageUnread. */
  readPage(key: Secret, url: string, signal: AbortSignal): Promise<ScrapedPage>;
};

export type ScrapingOptions = {
  /** Address of the service, with or without `/v2`. Default: Firecrawl's public API. */
  baseUrl?: string;
  fetch: Fetch;
  /** Secrets removed from the service's answers, like the key. Default: none. */
  secrets?: readonly Secret[];
  /**
   * Resolves a page's host before the service gets the address, because the host must be public. Default: the system's
   * resolver.
   */
  lookup?: Lookup;
  /** Time for one page in milliseconds. Default: 30,000. */
  timeoutMs?: number;
};

export function createScrapingService(options: ScrapingOptions): ScrapingService {
  const { baseUrl = PUBLIC_API, fetch, secrets = [], lookup = systemLookup, timeoutMs = TIMEOUT_MS } = options;
  const base = baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v2$/, '');

  return {
    async checkKey(key, signal) {
      // A header cannot carry such a key, and fetch would quote it in its error.
      if (!isSendable(key)) return { problem: 'invalid' };
      const eraser = createEraser([key, ...secrets]);
      const limits = { fetch, eraser, timeoutMs: Math.min(timeoutMs, CHECK_MS), maxBytes: MAX_CHECK_BYTES, signal };
      const init = { method: 'GET', headers: headersFor(key) };
      return judgeKey(await request(`${base}/v2/team/credit-usage`, init, limits));
    },
    async readPage(key, url, signal) {
      if (!isSendable(key)) throw new PageUnread('key refused');
      // A self-hosted scraping service could reach addresses of its private network.
      if (await resolvesToPrivate(url, lookup)) throw new PageUnread('not public');
      const eraser = createEraser([key, ...secrets]);
      const limits = { fetch, eraser, timeoutMs, maxBytes: MAX_PAGE_BYTES, signal };
      const headers = { ...headersFor(key), 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(pageRequest(url, timeoutMs)) };
      return judgePage(await request(`${base}/v2/scrape`, init, limits));
    },
  };
}

function isSendable(key: Secret): boolean {
  return /^[\x21-\x7e]{1,1000}$/.test(key.reveal());
}

function headersFor(key: Secret): Record<string, string> {
  return { Authorization: `Bearer ${key.reveal()}`, Accept: 'application/json' };
}

/** Uses only documented fields: the service rejects all others. */
function pageRequest(url: string, timeoutMs: number): Fields {
  return {
    url,
    // The format `html` lacks the page's head, which holds the metadata.
    formats: ['rawHtml', 'markdown'],
    onlyMainContent: true,
    // Both options keep the cost of a page at one credit: PDFs are not parsed page by page, and no expensive proxy is
    // tried.
    parsers: [],
    proxy: 'basic',
    // By default the service does not verify certificates.
    skipTlsVerification: false,
    // Less than our own time-out, so that the service can still answer with its reason.
    timeout: Math.max(Math.floor(timeoutMs * 0.9), 1_000),
  };
}

async function request(url: string, init: RequestInit, limits: Parameters<typeof requestJson>[2]): Promise<JsonAnswer> {
  try {
    return await requestJson(url, init, limits);
  } catch (error) {
    if (error instanceof NoAnswer) throw new ScrapingUnreachable({ failure: FAILURE_OF_EXCHANGE[error.reason] });
    throw error;
  }
}

function failureOfStatus(status: number): KnownFailure {
  return status === 429 ? { failure: 'rate limited' } : { failure: 'refused', detail: { status } };
}

function judgeKey({ status, json }: JsonAnswer): KeyCheck {
  const { success, data } = asFields(json);
  const remaining = asNumber(asFields(data).remainingCredits);
  if (status === 401) return { problem: 'invalid' };
  // A 403 without this field comes from an intermediate proxy and says nothing about the key.
  if (status === 403 && success === false) return { problem: 'invalid' };
  if (status === 402) return { problem: 'too few credits', remaining };
  if (status !== 200) throw new ScrapingUnreachable(failureOfStatus(status));
  if (success !== true || remaining === undefined) throw new ScrapingUnreachable({ failure: 'unreadable' });
  return remaining >= SCRAPER_CREDITS_NEEDED ? 'ok' : { problem: 'too few credits', remaining };
}

function judgePage({ status, json }: JsonAnswer): ScrapedPage {
  const { success, data } = asFields(json);
  if (status === 401) throw new PageUnread('key refused');
  if (status === 402) throw new PageUnread('quota used up');
  if (status !== 200 && (status === 429 || !isAboutPage(status, json))) {
    throw new ScrapingUnreachable(failureOfStatus(status));
  }
  if (status !== 200 || success === false) throw new PageUnread('page failed');
  if (success !== true) throw new ScrapingUnreachable({ failure: 'unreadable' });
  return readPageData(asFields(data));
}

/** Whether the failure concerns only this page: unsupported, too slow, or a code that begins with `SCRAPE_`. */
function isAboutPage(status: number, json: unknown): boolean {
  const { success, code } = asFields(json);
  if (success !== false) return false;
  return status === 400 || status === 403 || status === 408 || (asText(code) ?? '').startsWith('SCRAPE_');
}

function readPageData(data: Fields): ScrapedPage {
  const metadata = asFields(data.metadata);
  // The scraping service reports success even if the page's own server answered with an error.
  if ((asNumber(metadata.statusCode) ?? 200) >= 400) throw new PageUnread('page failed');
  const html = asText(data.rawHtml) ?? asText(data.html);
  const text = asText(data.markdown);
  return {
    ...(html === undefined ? {} : { html: html.slice(0, MAX_HTML_CHARACTERS) }),
    metadata: readMetadata(metadata),
    ...(text === undefined ? {} : { text: text.slice(0, MAX_TEXT_CHARACTERS) }),
  };
}

function readMetadata(metadata: Fields): ScrapedPage['metadata'] {
  const read = Object.entries(metadata).slice(0, MAX_METADATA_ENTRIES);
  const entries = read.flatMap(([name, value]) => {
    const values = Array.isArray(value) ? asList(value).slice(0, MAX_VALUES).flatMap(shortText) : undefined;
    const text = values ?? shortText(value)[0];
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** A tag's value as text, unless it is too long or of another type. */
function shortText(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  const text = String(value);
  return text.length <= MAX_VALUE_CHARACTERS ? [text] : [];
}

type JsonAnswer = {
  status: number;
  /** Undefined if the body is not JSON. */
  json: unknown;
};

/**
 * There is no answer to read. The error contains nothing of the request, nor the error of `fetch`: both can repeat a
 * key.
 */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly reason: Exclude<NoExchange['reason'], 'ended'>) {
    super(reason);
  }
}

/** `eraser` removes known secrets from the answer. */
type RequestOptions = ExchangeLimits & { fetch: Fetch; eraser: Eraser };

/**
 * Sends one request and returns its answer, whatever the status. Redirects are not followed, because they would carry a
 * key to another address. Throws NoAnswer if there is no answer, and the signal's reason if the signal aborts the
 * request.
 */
export async function requestJson(url: string, init: RequestInit, options: RequestOptions): Promise<JsonAnswer> {
  const { fetch, eraser, signal } = options;
  signal.throwIfAborted();
  const answer = await exchange((inTime) => fetch(url, { ...init, redirect: 'manual', signal: inTime }), options);
  if ('reason' in answer) {
    if (answer.reason === 'ended') throw signal.reason;
    throw new NoAnswer(answer.reason);
  }
  return { status: answer.status, json: await eraser.json(parseJson(answer.text)) };
}

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** The scraping service's problem with the scraper key; undefined if there is none. */
    scraperKeyProblem(signal: AbortSignal): Promise<string | undefined>;
  }
}

/** Why the scraping service cannot be used with this key; undefined if it can. Throws ScrapingUnreachable. */
export async function scraperKeyProblem(
  scraping: ScrapingService,
  key: Secret,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await scraping.checkKey(key, signal);
  if (answer === 'ok') return undefined;
  if (answer.problem === 'invalid') return 'the scraping service does not accept it';
  return `it has ${answer.remaining ?? `fewer than ${SCRAPER_CREDITS_NEEDED}`} left`;
}
