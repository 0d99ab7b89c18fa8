import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { type Deadline, startDeadline } from '../../lib/deadline.ts';
import { once } from '../../lib/once.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { type AddressOptions, addressProblem, callbackUrlProblem } from '../../platform/net/address-policy.ts';
import { AddressRefused, ConnectFailure } from '../../platform/net/connect-failure.ts';
import type { PostAnswer } from '../../platform/net/post-once.ts';
import type { Lookup } from '../../platform/net/resolve-name.ts';
import type { SendCallback } from './deliverer.ts';
import { SendFailure, type SendProblem, type SendResult } from './send-result.ts';

/**
 * Sends all callbacks. It resolves a name once, checks every address against the policy, and connects to exactly these
 * addresses, so that a second look-up cannot return others. It follows no redirects, ignores proxy variables of the
 * environment, and opens a new connection for every delivery.
 */

export type GuardedSenderOptions = AddressOptions & {
  /** Time for a whole delivery in milliseconds, from the look-up to the end of the answer. Default: 10,000. */
  timeoutMs?: number;
  /** Certificates (PEM) of additional authorities, such as a lab's own. The default ones stay trusted. */
  ca?: string | undefined;
  /** Resolves a name to all its addresses; rejects if there are none. Default: the system's resolver. */
  lookup?: Lookup;
};

export type GuardedSender = {
  send: SendCallback;
  /** Aborts current deliveries; nothing can be sent afterwards. */
  close(): void;
};

const OVERALL_MS = 10_000;
/** A longer Retry-After is a mistake. */
const MAX_SENSIBLE_SECONDS = 999_999_999;
/** The share of the time that connecting to one of several addresses may take. */
const ADDRESS_SHARE = 1 / 4;
const MAX_ANSWER_BYTES = 16 * 1024;

const PROBLEMS = { name: 'name_not_found', connection: 'connection_broken', tls: 'tls_failed' } as const;

/** Throws a RangeError for an invalid network in the options, or if `ca` contains no certificate. */
export function createGuardedSender(options: GuardedSenderOptions = {}): GuardedSender {
  const { timeoutMs = OVERALL_MS, ca, lookup, allowAddresses } = options;
  const trusted = ca === undefined ? undefined : trusting(ca);
  // Loaded with the first callback: reading the default authorities takes 20 ms.
  const secureContext = once(() => trusted ?? createSecureContext({ minVersion: 'TLSv1.2' }));
  // Throws for an invalid network now, rather than at the first delivery.
  addressProblem('0.0.0.0', options);
  const closing = new AbortController();

  const send: SendCallback = async (url, headers, body, signal) => {
    if (callbackUrlProblem(url, options) !== undefined) throw new SendFailure('address_not_allowed');
    const deadline = startDeadline(timeoutMs, [signal, closing.signal]);
    // Loaded with the first callback: it takes longer to load than everything else in a first call.
    const [{ createConnect }, { postOnce }] = await Promise.all([
      import('../../platform/net/dial.ts'),
      import('../../platform/net/post-once.ts'),
    ]);
    const connect = createConnect({
      reach: 'public',
      connectMs: timeoutMs,
      addressMs: Math.ceil(timeoutMs * ADDRESS_SHARE),
      signal: deadline.signal,
      secureContext: secureContext(),
      rejectUnauthorized: true,
      lookup,
      allowAddresses,
    });
    try {
      const answer = await postOnce(new URL(url), { headers, body, deadline, silenceMs: 0 }, connect);
      await discard(answer);
      return readResult(answer);
    } catch (error) {
      throw new SendFailure(deadline.isExpired() ? 'timed_out' : classifyProblem(error, deadline));
    }
  };
  return { send, close: () => closing.abort() };
}

function classifyProblem(error: unknown, { signal }: Deadline): SendProblem {
  if (signal.aborted) return 'connection_broken';
  if (error instanceof AddressRefused) return 'address_not_allowed';
  return error instanceof ConnectFailure ? PROBLEMS[error.phase] : 'connection_broken';
}

function readResult({ statusCode, headers }: PostAnswer): SendResult {
  // Not limited here: the schedule of deliveries has its own limit.
  const delay = readRetryAfter(String(headers['retry-after'] ?? ''), Date.now(), Number.POSITIVE_INFINITY);
  const retryAfterSeconds = delay !== undefined && delay <= MAX_SENSIBLE_SECONDS ? delay : undefined;
  return { status: statusCode ?? 0, retryAfterSeconds };
}

/** Reads the beginning of the body: some receivers fail if the connection closes before they have answered. */
async function discard(body: PostAnswer): Promise<void> {
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

/** TLS with the default authorities and these. Throws for a certificate that OpenSSL cannot read and would ignore. */
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
