import { Agent, buildConnector, fetch as undiciFetch } from 'undici';

/** The part of `fetch` that the client uses; undici's, the platform's and the embedded app's all fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** A failure of the phase before anything of a request can go out: name look-up, connecting, TLS handshake. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
}

const connectPlainly = buildConnector({ timeout: CONNECT_MS });

/** Marks what fails while connecting, because error codes alone do not tell the phase. */
const connect: buildConnector.connector = (options, callback) => {
  connectPlainly(options, (...[error, socket]) => {
    if (error) callback(new ConnectFailure('could not connect', { cause: error }), null);
    else callback(null, socket as NonNullable<typeof socket>);
  });
};

type UndiciInit = NonNullable<Parameters<typeof undiciFetch>[1]>;

/**
 * A fetch with time-outs for each phase. Creations get a connection of their own each: on a kept one a stale socket
 * could make it uncertain whether a request arrived.
 */
export function createHostedFetch(): { fetch: Fetch; close: () => Promise<void> } {
  const timeouts = { connect, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS };
  const reads = new Agent(timeouts);
  const creations = new Agent({ ...timeouts, pipelining: 0 });
  return {
    fetch: async (url, init) => {
      const dispatcher = init.method === 'POST' ? creations : reads;
      const answer = await undiciFetch(url, { ...(init as object as UndiciInit), dispatcher });
      return answer as object as Response;
    },
    close: async () => {
      await Promise.all([reads.destroy(), creations.destroy()]);
    },
  };
}
