import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { startDeadline } from '../../lib/deadline.ts';
import type { Connect, Fetch } from '../../platform/net/dial.ts';
import { createFetch } from '../../platform/net/fetch.ts';
import { type PostAnswer, postOnce } from '../../platform/net/post-once.ts';

/** The part of a response that the client reads; a Response fits. */
export type HttpAnswer = {
  status: number;
  headers: { get(name: string): string | null };
  body: ReadableStream<Uint8Array> | null;
};

type Post = { headers: Record<string, string>; body: string; signal: AbortSignal };

/**
 * Sends requests. A fetch may repeat a request by itself (the standard repeats a POST after 421), which must never
 * happen to a creation, so creations have a method of their own.
 */
export type Transport = {
  fetch: Fetch;
  /**
   * Sends one POST at most once. `beforeSend` is called immediately before the first byte can leave. If it throws, the
   * request is not sent and the call rejects with it.
   */
  post(url: string, post: Post, beforeSend: () => Promise<void>): Promise<HttpAnswer>;
};

export type HostedTransport = Transport & { close(): Promise<void> };

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * HTTP with time-outs for each phase. Creations are plain requests that nothing repeats or redirects, each on its own
 * connection: on a reused one, a stale socket could make it uncertain whether a request arrived.
 */
export function createHostedTransport(): HostedTransport {
  const dialling = { reach: 'configured', connectMs: CONNECT_MS } as const;
  const reads = createFetch(dialling, { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  const closing = new AbortController();

  return {
    fetch: reads.fetch,

    async post(url, { signal, ...request }, beforeSend) {
      // Loaded with the first request, as in `createFetch`.
      const { createConnect } = await import('../../platform/net/dial.ts');
      const connect = createConnect(dialling);
      const deadline = startDeadline(Number.POSITIVE_INFINITY, [signal, closing.signal]);
      const allowed = async () => {
        deadline.signal.throwIfAborted();
        await beforeSend();
      };
      const connectIfAllowed: Connect = (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          allowed().then(
            () => callback(null, socket as NonNullable<typeof socket>),
            (refusal) => {
              socket?.destroy();
              callback(refusal, null);
            },
          );
        });
      const post = { ...request, deadline, silenceMs: ANSWER_MS };
      const answer = await postOnce(new URL(url), post, connectIfAllowed);
      return {
        status: answer.statusCode ?? 0,
        headers: { get: (name) => [answer.headers[name] ?? []].flat()[0] ?? null },
        body: decoded(answer),
      };
    },

    close: async () => {
      closing.abort();
      await reads.close();
    },
  };
}

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  // Node 20 has none.
  zstd: (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress,
};
/** More are no mistake of a proxy. */
const MAX_CODINGS = 3;

/** We request no content coding, but a proxy may ignore that, and the id of a paid job must not be lost. */
function decoded(answer: PostAnswer): ReadableStream<Uint8Array> {
  const codings = (answer.headers['content-encoding'] ?? '').toLowerCase().split(',').slice(0, MAX_CODINGS);
  // The last one was applied last.
  const decoders = codings.reverse().flatMap((coding) => DECODERS[coding.trim()]?.() ?? []);
  // An error of any reaches whoever reads the result.
  const decodedAnswer = decoders.reduce<Readable>((coded, decoder) => pipeline(coded, decoder, () => {}), answer);
  return Readable.toWeb(decodedAnswer) as ReadableStream<Uint8Array>;
}

/** Wraps a user's own fetch. The body of a creation can be read only once, so that no fetch can repeat it. */
export function foreignTransport(fetch: Fetch): Transport {
  return {
    fetch,
    post: async (url, { headers, body, signal }, beforeSend) => {
      const bytes = new TextEncoder().encode(body);
      const once = { body: new Blob([bytes]).stream(), duplex: 'half' as const };
      const init = { method: 'POST', redirect: 'manual' as const, signal, ...once };
      await beforeSend();
      return fetch(url, { ...init, headers: { ...headers, 'Content-Length': String(bytes.byteLength) } });
    },
  };
}

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
