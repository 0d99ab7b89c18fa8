import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { orAborted } from '../../lib/deadline.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { once } from '../../lib/once.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { type AddressOptions, addressProblem, callbackUrlProblem } from '../../net/address-policy.ts';
import { type Lookup, systemLookup } from '../../net/look-up.ts';
import type { SendCallback } from './deliverer.ts';
import { SendFailure, type SendResult } from './send-result.ts';

/**
 * Sends all callbacks. It resolves a name once, checks every address against the policy, and dials exactly these
 * addresses, so that a second look-up cannot answer differently. It follows no redirects, ignores proxy variables of
 * the environment, and opens a new connection for every delivery.
 */

export type GuardedSenderOptions = AddressOptions & {
  /** Time for a whole delivery in milliseconds, from the look-up to the end of the answer. Default: 10,000. */
  timeoutMs?: number;
  /** Certificates (PEM) of further authorities, such as a lab's own. The usual ones stay trusted. */
  ca?: string | undefined;
  /** All addresses of a name; rejects if there are none. Default: the system's resolver. */
  lookup?: Lookup;
};

export type GuardedSender = {
  send: SendCallback;
  /** Breaks off deliveries under way; nothing can be sent afterwards. */
  close(): void;
};

const OVERALL_MS = 10_000;
/** A longer Retry-After is a mistake. */
const MAX_SENSIBLE_SECONDS = 999_999_999;
/** The time is divided among at most this many addresses, even if the name has more. */
const MAX_TIME_SHARES = 4;
const MAX_ANSWER_BYTES = 16 * 1024;

/** Throws a RangeError for a wrong network in the options, or when `ca` holds no certificate. */
export function createGuardedSender(options: GuardedSenderOptions = {}): GuardedSender {
  const { timeoutMs = OVERALL_MS, ca } = options;
  const given = ca === undefined ? undefined : trusting(ca);
  // Loaded with the first callback: reading the usual authorities takes 20 ms.
  const secureContext = once(() => given ?? createSecureContext({ minVersion: 'TLSv1.2' }));
  // Throws for a wrong network now, rather than at the first delivery.
  addressProblem('0.0.0.0', options);
  const running = new Set<Ending>();
  let isClosed = false;

  const send: SendCallback = async (url, headers, body, signal) => {
    if (callbackUrlProblem(url, options) !== undefined) throw new SendFailure('address_not_allowed');
    if (isClosed) throw new SendFailure('connection_broken');
    const ending = endOf(signal, timeoutMs);
    running.add(ending);
    const connect = guardedConnect(options, secureContext(), ending.signal);
    // Loaded with the first callback: it takes longer to load than everything else in a first call.
    const { createAgent } = await import('./http-agent.ts');
    const agent = createAgent({ connect, connections: 1, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
    try {
      return await post(agent, new URL(url), { headers, body, signal: ending.signal });
    } catch (error) {
      if (error instanceof SendFailure) throw error;
      throw ending.signal.aborted ? ending.signal.reason : new SendFailure('connection_broken');
    } finally {
      running.delete(ending);
      ending.clear();
      await agent.destroy();
    }
  };
  const close = () => {
    isClosed = true;
    for (const ending of running) ending.breakOff();
  };
  return { send, close };
}

type Post = { headers: Record<string, string>; body: Uint8Array; signal: AbortSignal };

async function post(agent: Agent, url: URL, { headers, body, signal }: Post): Promise<SendResult> {
  const answer = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers,
    body,
    signal,
  });
  await discard(answer.body);
  // Not limited here: the schedule of deliveries has its own limit.
  const header = String(answer.headers['retry-after'] ?? '');
  const delay = readRetryAfter(header, Date.now(), Number.POSITIVE_INFINITY);
  const retryAfterSeconds = delay !== undefined && delay <= MAX_SENSIBLE_SECONDS ? delay : undefined;
  return { status: answer.statusCode, ...omitUndefined({ retryAfterSeconds }) };
}

/** Reads the beginning of the body: some receivers fail when the connection closes before they have answered. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Uint8Array).byteLength;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Only the status matters, and it has arrived.
  }
}

/**
 * An undici `connect` that dials only addresses the policy allows, and only over TLS. Every failure is a SendFailure,
 * as the reason of `signal` is. undici does not stop connecting when a request is aborted, so `signal` does.
 */
export function guardedConnect(
  options: GuardedSenderOptions,
  secureContext: SecureContext,
  signal: AbortSignal,
): buildConnector.connector {
  return (target, callback) => {
    dialAllowed(target, options, secureContext, signal).then(
      (socket) => callback(null, socket),
      (error) => callback(error instanceof SendFailure ? error : new SendFailure('connection_broken'), null),
    );
  };
}

async function dialAllowed(
  target: buildConnector.Options,
  options: GuardedSenderOptions,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  // A socket path or an existing connection has no address that could be checked.
  const isOther = target.protocol !== 'https:' || Boolean(target.socketPath) || target.httpSocket !== undefined;
  if (isOther) throw new SendFailure('address_not_allowed');
  const addresses = await allowedAddresses(target.hostname, options, signal);
  const limitMs = (options.timeoutMs ?? OVERALL_MS) / Math.min(addresses.length, MAX_TIME_SHARES);
  let failure = new SendFailure('connection_broken');
  for (const address of addresses) {
    if (signal.aborted) throw signal.reason;
    try {
      const { hostname: name, port } = target;
      return await dial({ address, port: Number(port || 443), name, secureContext, limitMs, signal });
    } catch (error) {
      failure = error as SendFailure;
    }
  }
  throw failure;
}

/** All addresses of the host, which may itself be an address. Rejects unless all of them are allowed. */
async function allowedAddresses(
  hostname: string,
  options: GuardedSenderOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { lookup = systemLookup } = options;
  const lookUp = () =>
    orAborted(
      lookup(hostname).catch(() => []),
      signal,
    );
  const addresses = isIP(hostname) === 0 ? await lookUp() : [hostname];
  if (addresses.length === 0) throw new SendFailure('name_not_found');
  const isAllowed = addresses.every((address) => addressProblem(address, options) === undefined);
  if (!isAllowed) throw new SendFailure('address_not_allowed');
  return addresses;
}

type Dialling = {
  address: string;
  port: number;
  /** The host of the URL. The certificate has to name it. */
  name: string;
  secureContext: SecureContext;
  limitMs: number;
  signal: AbortSignal;
};

function dial({ address, port, name, secureContext, limitMs, signal }: Dialling): Promise<TLSSocket> {
  // The host of a URL may end in a dot; names in TLS and in certificates never do.
  const expected = name.replace(/\.$/, '');
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      host: address,
      port,
      ...(isIP(expected) === 0 ? { servername: expected } : {}),
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Explicit, because an environment variable can turn the default off.
      rejectUnauthorized: true,
      checkServerIdentity: (_host, certificate) => checkServerIdentity(expected, certificate),
    });
    let isReached = false;
    const fail = (failure: SendFailure) => {
      settle();
      socket.destroy();
      reject(failure);
    };
    const onAbort = () => fail(signal.reason as SendFailure);
    const timer = setTimeout(() => fail(new SendFailure('timed_out')), limitMs);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('connect', () => {
      isReached = true;
    });
    socket.once('secureConnect', () => {
      settle();
      resolve(socket);
    });
    socket.on('error', () => fail(new SendFailure(isReached ? 'tls_failed' : 'connection_broken')));
  });
}

type Ending = {
  /** Its reason is a SendFailure. */
  signal: AbortSignal;
  breakOff: () => void;
  clear: () => void;
};

/** Ends a delivery when its caller aborts, when the time is up, or by `breakOff`. The abort reason says which. */
function endOf(caller: AbortSignal, timeoutMs: number): Ending {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new SendFailure('timed_out')), timeoutMs);
  const breakOff = () => ending.abort(new SendFailure('connection_broken'));
  if (caller.aborted) breakOff();
  caller.addEventListener('abort', breakOff, { once: true });
  const clear = () => {
    clearTimeout(timer);
    caller.removeEventListener('abort', breakOff);
  };
  return { signal: ending.signal, breakOff, clear };
}

/** TLS with the usual authorities and these. Throws for a certificate that OpenSSL cannot read and would ignore. */
function trusting(ca: string): SecureContext {
  const certificates = ca.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw new RangeError('ca holds no certificate in PEM form, or one that cannot be read');
  }
  return createSecureContext({ minVersion: 'TLSv1.2', ca: [...rootCertificates, ...certificates] });
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca !== undefined;
  } catch {
    return false;
  }
}
