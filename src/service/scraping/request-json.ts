import type { Eraser } from '../../contract/eraser.ts';
import { type ExchangeLimits, exchange, type NoExchange } from '../../lib/exchange.ts';
import { parseJson } from '../../lib/json.ts';

/** The part of `fetch` that is used here; the platform's and undici's both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type JsonAnswer = {
  status: number;
  /** Undefined when the body is no JSON. */
  json: unknown;
};

/** There is no answer to read. Holds nothing of the request and not what `fetch` threw: both can repeat a key. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly reason: Exclude<NoExchange['reason'], 'ended'>) {
    super(reason);
  }
}

/** `eraser` takes known secrets out of the answer. */
export type RequestOptions = ExchangeLimits & { fetch: Fetch; eraser: Eraser };

/**
 * One request and its answer, whatever the status. Redirects are not followed: they would carry a key to another
 * address. Throws NoAnswer when there is none, and the signal's reason when that ends the request.
 */
export async function requestJson(url: string, init: RequestInit, options: RequestOptions): Promise<JsonAnswer> {
  const { fetch, eraser, signal } = options;
  signal.throwIfAborted();
  const answer = await exchange((inTime) => fetch(url, { ...init, redirect: 'manual', signal: inTime }), options);
  if ('reason' in answer) {
    if (answer.reason === 'ended') throw signal.reason;
    throw new NoAnswer(answer.reason);
  }
  return { status: answer.status, json: eraser.json(parseJson(answer.text)) };
}
