import { freeFailure } from '../../contract/errors.ts';
import { exchangeBytes } from '../../lib/exchange.ts';
import { createSourceFetch } from '../../search/sources/transport/source-fetch.ts';
import { FAILURE_OF_EXCHANGE, type KnownFailure } from '../../wording/notes/source-outcomes.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** Fetches Retraction Watch's table from its address. Throws UPSTREAM_UNAVAILABLE. */
    downloadRetractions(signal: AbortSignal): Promise<{ address: string; bytes: Uint8Array }>;
  }
}

/** The real table has 65 MB. */
const MAX_BYTES = 600_000_000;
const TIMEOUT_MS = 600_000;
const CONNECT_MS = 15_000;

/** Fetches Retraction Watch's table. Throws UPSTREAM_UNAVAILABLE. */
export async function downloadRetractions(
  address: string,
  userAgent: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { fetch, close } = createSourceFetch({ connectMs: CONNECT_MS });
  try {
    const answer = await exchangeBytes(
      (ended) => fetch(address, { headers: { 'User-Agent': userAgent, Accept: 'text/csv, */*' }, signal: ended }),
      { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal },
    );
    if (!('reason' in answer) && answer.status === 200) return answer.bytes;
    signal.throwIfAborted();
    const why: KnownFailure =
      'reason' in answer
        ? { failure: FAILURE_OF_EXCHANGE[answer.reason] }
        : { failure: 'refused', detail: { status: answer.status } };
    throw freeFailure({
      code: 'UPSTREAM_UNAVAILABLE',
      problem: [{ kind: 'retractions-not-fetched', address, why }],
      advice: [{ kind: 'fetch-otherwise' }],
    });
  } finally {
    await close();
  }
}
