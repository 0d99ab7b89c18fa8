import { orAborted, startDeadline } from './deadline.ts';
import { AnswerTooLarge, readBytes } from './read-body.ts';
import type { Timers } from './timers.ts';

export type ExchangeLimits = {
  /** From connecting to the last byte of the response. */
  timeoutMs: number;
  /** Maximum size of the response's body after decompression. */
  maxBytes: number;
  /** Ends the exchange. */
  signal: AbortSignal;
  timers?: Timers;
};

/**
 * Why there is no response. The connection broke before it began (`broken`) or inside it (`cut`). `error` may repeat
 * URLs and headers.
 */
export type NoExchange = { reason: 'ended' | 'too slow' | 'too large' | 'broken' | 'cut'; error: unknown };

/**
 * Sends a request and reads the response, whatever its status, as text. Never throws, and ends in time even if `send`
 * does not.
 */
export async function exchange(
  send: (signal: AbortSignal) => Promise<Response>,
  limits: ExchangeLimits,
): Promise<{ status: number; headers: Headers; text: string } | NoExchange> {
  const answer = await exchangeBytes(send, limits);
  if ('reason' in answer) return answer;
  const { status, headers, bytes } = answer;
  return { status, headers, text: new TextDecoder().decode(bytes) };
}

/** Like `exchange`, with the bytes of the response and its final URL. */
export async function exchangeBytes(
  send: (signal: AbortSignal) => Promise<Response>,
  { timeoutMs, maxBytes, signal, timers }: ExchangeLimits,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array; url: string } | NoExchange> {
  const deadline = startDeadline(timeoutMs, signal, timers);
  let hasAnswer = false;
  try {
    const answer = await orAborted(send(deadline.signal), deadline.signal);
    hasAnswer = true;
    const bytes = await orAborted(readBytes(answer, maxBytes), deadline.signal);
    return { status: answer.status, headers: answer.headers, bytes, url: answer.url };
  } catch (error) {
    if (signal.aborted) return { reason: 'ended', error };
    if (error instanceof AnswerTooLarge) return { reason: 'too large', error };
    if (deadline.isExpired()) return { reason: 'too slow', error };
    return { reason: hasAnswer ? 'cut' : 'broken', error };
  } finally {
    deadline.dispose();
  }
}
