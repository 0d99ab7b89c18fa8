import type { Fetch } from '../../platform/net/dial.ts';
import type { Transport } from './transport.ts';

/** The service in this process: its fetch is the app itself, and never repeats a request. Needs no HTTP client. */
export function inProcessTransport(fetch: Fetch): Transport {
  return {
    fetch,
    post: async (url, post, beforeSend) => {
      await beforeSend();
      return fetch(url, { method: 'POST', redirect: 'manual', ...post });
    },
  };
}
