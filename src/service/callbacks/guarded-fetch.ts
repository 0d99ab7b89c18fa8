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
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { type AddressOptions, addressProblem, callbackUrlProblem } from '../../net/address-policy.ts';
import { type Lookup, systemLookup } from '../../net/look-up.ts';
import type { SendCallback } from './deliverer.ts';
import { SendFailure, type SendResult } from './send-result.ts';

/**
 * The one way out for callbacks. The name is looked up once, every address that it has must pass the policy, and those
 * very addresses are dialled: a second look-up, which could answer differently, never happens. No redirect is followed,
 * no proxy of the environment is used, and no connection outlives its delivery, so that each delivery is checked anew.
 */

export type GuardedSenderOptions = AddressOptions & {
  /** For a whole delivery, from the look-up to the end of the answer. Default: 10 s. */
  timeoutMs?: number;
  /** Certificates (PEM) of further authorities, such as a lab's own. The usual ones stay trusted. */
  ca?: string | undefined;
  /** Every address of a name, as texts; rejects when it has none. Default: the system's resolver. */
  lookup?: Lookup;
};

export type GuardedSender = {
  send: SendCallback;
  /** Breaks off what is under way; nothing can be sent afterwards. */
  close(): void;
};

const OVERALL_MS = 10_000;
/** More seconds than nine digits hold are a mistake and no wish. */
const MAX_SENSIBLE_SECONDS = 999_999_999;
/** A name with more addresses gets no shorter try for each than this share of the time. */
const MAX_TIME_SHARES = 4;
const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * A sender of this policy. Throws a RangeError for options that cannot be meant: a wrong network, no certificate in
 * `ca`.
 */
export function createGuardedSender(options: GuardedSenderOptions = {}): GuardedSender {
  const { timeoutMs = OVERALL_MS, ca } = options;
  const secureContext = trusting(ca);
  // A wrong network shows here, not at the first delivery.
  addressProblem('0.0.0.0', options);
  const running = new Set<Ending>();
  let isClosed = false;

  const send: SendCallback = async (url, headers, body, signal) => {
    if (callbackUrlProblem(url, options) !== undefined) throw new SendFailure('address_not_allowed');
    if (isClosed) throw new SendFailure('connection_broken');
    const ending = endOf(signal, timeoutMs);
    running.add(ending);
    const connect = guardedConnect(options, secureContext, ending.signal);
    const agent = new Agent({ connect, connections: 1, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
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
  // However long: the schedule of deliveries has bounds of its own.
  const header = String(answer.headers['retry-after'] ?? '');
  const wanted = readRetryAfter(header, Date.now(), Number.POSITIVE_INFINITY);
  const retryAfterSeconds = wanted !== undefined && wanted <= MAX_SENSIBLE_SECONDS ? wanted : undefined;
  return { status: answer.statusCode, ...omitUndefined({ retryAfterSeconds }) };
}

/** Reads a little of an answer's body, for receivers that mind a connection cut before they have answered. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Uint8Array).byteLength;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status has arrived, and it is all that counts.
  }
}

/**
 * An undici `connect` that dials only addresses the policy allows, and only over TLS. Every failure is a SendFailure.
 * `signal` (its reason is one, too) ends connecting at every step: undici itself lets an aborted request wait until
 * connecting has come to an end.
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
  // A socket path or a connection made by somebody else has no address that could be checked.
  const isOther = target.protocol !== 'https:' || Boolean(target.socketPath) || target.httpSocket !== undefined;
  if (isOther) throw new SendFailure('address_not_allowed');
  const addresses = await allowedAddresses(target.hostname, options, signal);
  const limitMs = (options.timeoutMs ?? OVERALL_MS) / Math.min(addresses.length, MAX_TIME_SHARES);
  let failure = new SendFailure('connection_broken');
  for (const address of addresses) {
    if (signal.aborted) throw signal.reason;
    try {
      return await dial({
        address,
        port: Number(target.port || 443),
        name: target.hostname,
        secureContext,
        limitMs,
        signal,
      });
    } catch (error) {
      failure = error as SendFailure;
    }
  }
  throw failure;
}

/** Every address of the host, which may be an address itself; rejects unless all of them are allowed. */
async function allowedAddresses(
  hostname: string,
  options: GuardedSenderOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = isIP(hostname) === 0 ? addressesOf(hostname, options.lookup ?? systemLookup, signal) : [hostname];
  const addresses = await found;
  const isAllowed = addresses.every((address) => addressProblem(address, options) === undefined);
  if (!isAllowed) throw new SendFailure('address_not_allowed');
  return addresses;
}

/** A look-up cannot be broken off; when the signal comes first it is left behind. */
function addressesOf(name: string, lookup: Lookup, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const fail = () => reject(new SendFailure('name_not_found'));
    lookup(name)
      .then((addresses) => (addresses.length > 0 ? resolve(addresses) : fail()), fail)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

type Dialling = {
  address: string;
  port: number;
  /** The host of the URL, which the certificate has to name. */
  name: string;
  secureContext: SecureContext;
  limitMs: number;
  signal: AbortSignal;
};

function dial({ address, port, name, secureContext, limitMs, signal }: Dialling): Promise<TLSSocket> {
  // Neither the server's name in TLS nor the names in a certificate have the final dot that a URL may have.
  const expected = name.replace(/\.$/, '');
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      host: address,
      port,
      ...(isIP(expected) === 0 ? { servername: expected } : {}),
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Said outright, because an environment variable can turn the default off.
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

/**
 * The end of a delivery: when its caller's signal ends, when the time is up, or by `breakOff`. The timer is an ordinary
 * one: AbortSignal.any over AbortSignal.timeout may be collected, and then a delivery would hold its place for ever.
 */
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

/** TLS with the usual authorities and these. OpenSSL passes over what it cannot read, so it is read here first. */
function trusting(ca: string | undefined): SecureContext {
  if (ca === undefined) return createSecureContext({ minVersion: 'TLSv1.2' });
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
