import type { ClientRequest } from 'node:http';
import type { Client, Connection as ConnectionOfClient } from '@opensearch-project/opensearch';
import type { Secret } from '../../contract/secret.ts';
import { startDeadline } from '../../lib/deadline.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import { CollectionError, failureOfStatus } from './collection-error.ts';

export type EngineRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** Newline-delimited JSON, sent unchanged. */
  lines?: string;
  signal?: AbortSignal | undefined;
  /** Maximum time over all addresses. Default: 8 s. */
  ms?: number;
};

/** The answer with its parsed JSON body; undefined if the status reports a failure. */
export type EngineAnswer = { status: number; body: unknown };

/** The search engine over HTTP. Rejects with a CollectionError if there is no readable answer. */
export type EngineClient = {
  send(request: EngineRequest): Promise<EngineAnswer>;
  close(): Promise<void>;
};

const MAX_BYTES = 32 * 1024 * 1024;
const REQUEST_MS = 8_000;
/** More than any deadline. */
const MAX_MS = 600_000;

/** Connects to the addresses, comma-separated; each is used if the one before cannot be reached. */
export async function connectEngine(urls: Secret, timers: Timers = REAL_TIMERS): Promise<EngineClient> {
  const { Client, Connection } = await import('@opensearch-project/opensearch').catch((cause) => {
    throw new CollectionError('refused', 'no-client', {
      cause,
      code: 'NOT_CONFIGURED',
      advice: {
        kind: 'install-client',
        package: '@opensearch-project/opensearch',
        setting: 'PAPERQUEUE_COLLECTION_URL',
      },
    });
  });
  const nodes = urls.reveal().split(',');
  // Our own deadline ends requests, including all retries of one.
  const client = new Client({
    nodes,
    maxRetries: nodes.length - 1,
    requestTimeout: MAX_MS,
    Connection: quiet(Connection),
  });
  return {
    send: (request) => send(client, request, timers),
    close: () => client.close(),
  };
}

/**
 * Keeps the client from printing errors that occur after the head of an answer, because standard output belongs to the
 * protocol.
 */
function quiet(Connection: typeof ConnectionOfClient): typeof ConnectionOfClient {
  return class extends Connection {
    override request(...[params, callback]: Parameters<ConnectionOfClient['request']>): ClientRequest {
      return super.request(params, (error, response) => {
        const { req } = (response ?? {}) as { req?: ClientRequest };
        req?.removeAllListeners('error').on('error', () => {});
        callback(error, response);
      });
    }
  };
}

async function send(
  client: Client,
  { method, path, body, lines, signal, ms = REQUEST_MS }: EngineRequest,
  timers: Timers,
): Promise<EngineAnswer> {
  const deadline = startDeadline(ms, signal, timers);
  const content = lines === undefined ? (body === undefined ? {} : { body: body as object }) : { bulkBody: lines };
  const pending = client.transport.request({ method, path, ...content }, { asStream: true });
  const abort = () => void pending.abort();
  deadline.signal.addEventListener('abort', abort, { once: true });
  try {
    if (deadline.signal.aborted) abort();
    const { statusCode, body: stream } = await pending;
    const text = await readText(stream as AsyncIterable<Buffer>);
    const status = statusCode ?? 0;
    return { status, body: failureOfStatus(status) ? undefined : parse(text) };
  } catch (error) {
    if (error instanceof CollectionError) throw error;
    if (deadline.signal.aborted) throw new CollectionError('too slow');
    throw failureOf(error);
  } finally {
    deadline.signal.removeEventListener('abort', abort);
    deadline.dispose();
  }
}

/** Reads an answer. One that is interrupted or too large is unreadable. */
async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new CollectionError('unreadable', 'too-large');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CollectionError('unreadable', undefined, { cause });
  }
}

/** The client's own error is dropped, because it contains the whole request and does not hide the password reliably. */
function failureOf(error: unknown): CollectionError {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  const cause = new Error(`${name}: ${message}`);
  if (name === 'TimeoutError') return new CollectionError('too slow', undefined, { cause });
  if (/certificate/i.test(message))
    return new CollectionError('unreachable', 'untrusted-certificate', {
      cause,
      advice: { kind: 'trust-certificate' },
    });
  const isUnreached = name === 'ConnectionError' || name === 'NoLivingConnectionsError';
  return new CollectionError(isUnreached ? 'unreachable' : 'unreadable', undefined, { cause });
}
