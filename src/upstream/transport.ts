import { Agent, fetch as undiciFetch } from 'undici';

/** The part of `fetch` that the client uses; undici's, the platform's and the embedded app's all fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** A job of 300 papers is about 1 MB; this is far above and still far below what hurts. */
export const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** A fetch over one agent of our own, with time-outs for each phase and a cap on the size of an answer. */
export function createHostedFetch(): { fetch: Fetch; close: () => Promise<void> } {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: MOST_ANSWER_BYTES,
  });
  type UndiciInit = NonNullable<Parameters<typeof undiciFetch>[1]>;
  return {
    fetch: async (url, init) => {
      const answer = await undiciFetch(url, { ...(init as object as UndiciInit), dispatcher: agent });
      return answer as object as Response;
    },
    close: () => agent.destroy(),
  };
}
