import { FAILURE_OF_EXCHANGE, type KnownFailure } from '../contract/notes/source-outcomes.ts';
import type { Secret } from '../contract/secret.ts';
import { exchange } from '../lib/exchange.ts';
import type { Timers } from '../lib/timers.ts';
import type { Embedder } from './embedder.ts';
import { readVectors } from './read-vectors.ts';

export type EndpointOptions = {
  /** Address of an OpenAI-compatible API with its prefix, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  /** Model to ask for. */
  model: string;
  /** Sent as bearer token. Default: none, as local servers need none. */
  key?: Secret | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timers?: Timers;
};

/** 300 texts as 8,192 numbers each, written out, are about 50 MB; a request has far fewer texts. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** An embedder behind `/embeddings` as OpenAI, Ollama, LM Studio and vLLM serve it. Redirects are not followed. */
export function createEmbedder({ url, model, key, fetch, timers }: EndpointOptions): Embedder {
  const address = `${url.replace(/\/(embeddings\/?)?$/, '')}/embeddings`;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(key && { Authorization: `Bearer ${key.reveal()}` }),
  };
  return {
    host: new URL(url).host,
    model,
    identity: `${address} ${model}`,
    async embed(texts, { timeoutMs, signal }) {
      const body = JSON.stringify({ model, input: texts, encoding_format: 'float' });
      const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual' };
      const limits = { timeoutMs, signal, maxBytes: MAX_ANSWER_BYTES, ...(timers && { timers }) };
      const answer = await exchange((inTime) => fetch(address, { ...init, signal: inTime }), limits);
      if ('reason' in answer) return { failure: FAILURE_OF_EXCHANGE[answer.reason] };
      if (answer.status !== 200) return refusal(answer.status);
      return readVectors(answer.text, texts.length) ?? { failure: 'unreadable' };
    },
  };
}

function refusal(status: number): KnownFailure {
  if (status === 401 || status === 403) return { failure: 'key refused' };
  return status === 429 ? { failure: 'rate limited' } : { failure: 'refused', detail: { status } };
}
