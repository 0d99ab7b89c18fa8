import type { Eraser } from '../../../contract/eraser.ts';
import { type ExchangeLimits, exchange, exchangeBytes, type NoExchange } from '../../../lib/exchange.ts';
import { isLoopback, parseUrl } from '../../../lib/url.ts';
import { AddressRefused, ConnectFailure, isCausedBy } from '../../../platform/net/connect-failure.ts';
import type { Reach } from '../../../platform/net/dial.ts';
import type { SourceAnswer, SourceRequest } from '../source.ts';
import type { SourceFetch } from './source-fetch.ts';

/**
 * Why there is no answer. `not connected`: nothing was sent. `redirected`: to a URL that we do not follow, or too
 * often.
 */
export type NoAnswer = { noAnswer: NoExchange['reason'] | 'not connected' | 'redirected' };

/** `eraser` removes known secrets from the answer. */
export type HttpExchangeOptions = ExchangeLimits & { fetch: SourceFetch; eraser: Eraser; userAgent: string };

/** A file as received; `url` is its URL after redirects. */
export type FileAnswer = { status: number; headers: Headers; bytes: Uint8Array; url: string };

/**
 * Called before each request, including the first: returns which IP addresses may be contacted. Throws to send nothing.
 */
export type Admit = (url: URL) => Reach | Promise<Reach>;

const MAX_REDIRECTS = 3;
/** A DOI often takes four redirects to its paper. */
const MAX_REDIRECTS_OF_FILES = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that cannot contain a key, so that another host may see them. */
const KEYLESS_HEADERS = new Set(['accept', 'content-type', 'user-agent']);

/** Sends one request, follows its redirects, and reads the answer, whatever its status. Never throws. */
export async function httpExchange(
  request: SourceRequest,
  options: HttpExchangeOptions,
): Promise<SourceAnswer | NoAnswer> {
  const admit = configuredOrigin(request);
  const answer = await exchange((signal) => followRedirects(request, options, signal, admit, MAX_REDIRECTS), options);
  return 'reason' in answer ? noAnswer(answer) : { ...answer, text: options.eraser.text(answer.text) };
}

/** As `httpExchange`, for a file. Without `admit` its host counts as configured, like a source's. */
export async function fileExchange(
  request: SourceRequest,
  options: Omit<HttpExchangeOptions, 'eraser'>,
  admit: Admit = configuredOrigin(request),
): Promise<FileAnswer | NoAnswer> {
  const send = (signal: AbortSignal) => followRedirects(request, options, signal, admit, MAX_REDIRECTS_OF_FILES);
  const answer = await exchangeBytes(send, options);
  return 'reason' in answer ? noAnswer(answer) : { ...answer, url: answer.url || request.url };
}

function noAnswer({ reason, error }: NoExchange): NoAnswer {
  if (reason === 'ended') return { noAnswer: 'ended' };
  if (isCausedBy(error, AddressRefused)) return { noAnswer: 'redirected' };
  return { noAnswer: isCausedBy(error, ConnectFailure) ? 'not connected' : reason };
}

async function followRedirects(
  request: SourceRequest,
  { fetch, userAgent }: Pick<HttpExchangeOptions, 'fetch' | 'userAgent'>,
  signal: AbortSignal,
  admit: Admit,
  maxRedirects: number,
): Promise<Response> {
  let step: Step = { ...request, headers: headersOf(request, userAgent) };
  for (let redirects = 0; ; redirects += 1) {
    const admitted = admit(new URL(step.url));
    // Not awaited needlessly, because the intervals between requests are exact.
    const reach = typeof admitted === 'string' ? admitted : await admitted;
    const outgoing = reach === 'configured' ? withKey(step) : step;
    const { url, method = 'GET', headers, body } = outgoing;
    const answer = await fetch(url, { method, headers, redirect: 'manual', signal, body }, reach);
    if (!REDIRECTS.has(answer.status)) return answer;
    answer.body?.cancel().catch(() => {});
    const next = redirected(step, answer, request.url);
    if (!next || redirects === maxRedirects) throw new AddressRefused();
    step = next;
  }
}

type Step = SourceRequest & { headers: Record<string, string> };

/** Header names in lower case. Otherwise two spellings of one name would be sent as a list of both. */
function headersOf({ headers = {} }: SourceRequest, userAgent: string): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { accept: '*/*', ...Object.fromEntries(entries), 'user-agent': userAgent };
}

/** The step with its key, for the host that the key belongs to. */
function withKey(step: Step): Step {
  if (step.keyParameter === undefined) return step;
  const { name, key } = step.keyParameter;
  if (step.body !== undefined)
    return { ...step, body: `${step.body}&${new URLSearchParams({ [name]: key.reveal() })}` };
  const url = new URL(step.url);
  url.searchParams.set(name, key.reveal());
  return { ...step, url: url.href };
}

/** The user or we chose the first host. Any other host was chosen by a redirect. */
function configuredOrigin({ url }: SourceRequest): Admit {
  const { origin } = new URL(url);
  return (next) => (next.origin === origin ? 'configured' : 'public');
}

/** The request that a redirect asks for; undefined if we do not follow it. */
function redirected(step: Step, answer: Response, first: string): Step | undefined {
  const location = answer.headers.get('location');
  const url = location === null ? undefined : parseUrl(location, step.url);
  if (!url || url.username || url.password) return undefined;
  const base = new URL(first);
  // A local mirror has no certificate; otherwise a redirect away from TLS is refused.
  const isSameLoopback = url.origin === base.origin && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isSameLoopback) return undefined;
  url.hash = '';
  const isSameHost = url.origin === new URL(step.url).origin;
  const headers = isSameHost ? step.headers : withoutKeys(step.headers);
  // As in browsers, only 307 and 308 keep the body.
  const keepsBody = answer.status === 307 || answer.status === 308;
  if (keepsBody || step.method !== 'POST') return { ...step, url: url.href, headers };
  return { url: url.href, headers };
}

function withoutKeys(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEYLESS_HEADERS.has(name)));
}
