import type { DialOptions, Reach } from '../../../platform/net/dial.ts';
import { createFetch } from '../../../platform/net/fetch.ts';

/**
 * The part of `fetch` that sources need. Only our implementation respects `reach` and throws ConnectFailure and
 * AddressRefused.
 */
export type SourceFetch = (url: string, init: RequestInit, reach?: Reach) => Promise<Response>;

export type SourceFetchOptions = Partial<Omit<DialOptions, 'reach'>>;

/** Without a network a search has to answer from the library within three seconds. */
const CONNECT_MS = 2_500;

/** Connections are reused, so each reach has its own pool. */
export function createSourceFetch(options: SourceFetchOptions = {}): { fetch: SourceFetch; close(): Promise<void> } {
  // The caller's signal limits the whole request.
  const times = { headersTimeout: 0, bodyTimeout: 0 };
  const fetches = {
    configured: createFetch({ connectMs: CONNECT_MS, ...options, reach: 'configured' }, times),
    public: createFetch({ connectMs: CONNECT_MS, ...options, reach: 'public' }, times),
  };
  return {
    fetch: (url, init, reach = 'configured') => fetches[reach].fetch(url, init),
    close: async () => {
      await Promise.all([fetches.configured.close(), fetches.public.close()]);
    },
  };
}
