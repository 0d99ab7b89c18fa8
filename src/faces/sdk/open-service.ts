import { Secret } from '../../contract/secret.ts';
import { createHostedTransport, foreignTransport } from '../../jobs/upstream/transport.ts';
import { createClient } from '../../jobs/upstream/upstream-client.ts';
import { createMemoryPace, createPacer } from '../../platform/net/pacer.ts';
import { USER_AGENT } from '../../platform/version.ts';

/** The service at an address, through the caller's `fetch` or a transport of our own. */
export function openService(
  baseUrl: string,
  token: string,
  requestsPerMinute: number,
  fetch: ((url: string, init: RequestInit) => Promise<Response>) | undefined,
) {
  const transport = fetch ? { ...foreignTransport(fetch), close: async () => {} } : createHostedTransport();
  const service = createClient({
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    token: new Secret(token),
    transport,
    pacer: createPacer(createMemoryPace(), requestsPerMinute),
    userAgent: USER_AGENT,
  });
  return { service, close: transport.close };
}
