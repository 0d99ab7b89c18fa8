import type { Secret } from '../../contract/secret.ts';
import { exchange } from '../../lib/exchange.ts';
import { asFields, asList, parseJson } from '../../lib/json.ts';
import type { Timers } from '../../lib/timers.ts';
import { FAILURE_OF_EXCHANGE, type KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { Embedder } from './embedder.ts';

export type EndpointOptions = {
  /** Address of an OpenAI-compatible API with its prefix, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  /** Model to request. */
  model: string;
  /** Sent as bearer token. Default: none, because local servers need none. */
  key?: Secret | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timers?: Timers;
};

/** 300 texts of 8,192 numbers each are about 50 MB; a request has far fewer texts. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** An embedder behind `/embeddings`, as served by OpenAI, Ollama, LM Studio and vLLM. Redirects are not followed. */
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
    identity: async () => `${address} ${model}`,
    async embed(texts, { timeoutMs, signal }) {
      const body = JSON.stringify({ model, input: texts, encoding_format: 'float' });
      const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual' };
      const limits = { timeoutMs, signal, maxBytes: MAX_ANSWER_BYTES, ...(timers && { timers }) };
      const answer = await exchange((timedSignal) => fetch(address, { ...init, signal: timedSignal }), limits);
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

/** More than any known model has. Longer vectors cannot be stored. */
const MAX_DIMENSIONS = 16_384;

/**
 * The vectors in an answer of `/embeddings`, in the order of the texts. Undefined unless there is exactly one vector
 * for each of `count` texts, all of one length and with a direction: a wrong number or a NaN would rank papers at
 * random.
 */
function readVectors(text: string, count: number): Float32Array[] | undefined {
  const data = asList(asFields(parseJson(text)).data).map(asFields);
  if (data.length !== count) return undefined;
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [at, { index = at, embedding }] of data.entries()) {
    const vector = toVector(embedding);
    if (!vector || !isIndex(index, count) || vectors[index]) return undefined;
    vectors[index] = vector;
  }
  const read = vectors.filter((vector) => vector !== undefined);
  const isComplete = read.length === count && read.every(({ length }) => length === read[0]?.length);
  return isComplete ? read : undefined;
}

function isIndex(index: unknown, count: number): index is number {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < count;
}

function toVector(embedding: unknown): Float32Array | undefined {
  const numbers = asList(embedding);
  if (numbers.length === 0 || numbers.length > MAX_DIMENSIONS) return undefined;
  if (!numbers.every((number) => typeof number === 'number')) return undefined;
  const vector = Float32Array.from(numbers as number[]);
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  // A value beyond the range of a Float32 becomes infinite here.
  return Number.isFinite(square) && square > 0 ? vector : undefined;
}
