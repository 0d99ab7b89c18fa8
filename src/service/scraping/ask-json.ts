/** The part of `fetch` that is used here; the platform's and undici's both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type JsonAnswer = {
  status: number;
  /** Undefined when the body is no JSON. */
  json: unknown;
  /** Seconds that the server asks to wait; at most an hour. */
  retryAfterSeconds: number | undefined;
};

const WHAT_HAPPENED = {
  network: 'no connection, or one that broke',
  'time-out': 'no answer in time',
  'too large': 'an answer larger than any useful one',
} as const;

/**
 * There is no answer to read. Holds nothing of the request and not what `fetch` threw: such texts can repeat a header, and
 * headers hold keys.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly reason: keyof typeof WHAT_HAPPENED) {
    super(WHAT_HAPPENED[reason]);
  }
}

export type AskOptions = {
  fetch: Fetch;
  /** For the whole request, the reading of the answer included. */
  timeoutMs: number;
  /** Counted after decompression. */
  mostBytes: number;
  /** Ends the request; what is thrown then is the signal's reason. */
  signal: AbortSignal;
};

/**
 * One request and its answer, whatever the status. Redirects are not followed: they would carry a key to another address.
 * Throws NoAnswer when there is none.
 */
export async function askJson(url: string, init: RequestInit, options: AskOptions): Promise<JsonAnswer> {
  const { fetch, timeoutMs, mostBytes, signal } = options;
  signal.throwIfAborted();
  const timeUp = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, timeUp]) });
    const retryAfterSeconds = readRetryAfter(answer.headers.get('retry-after'), Date.now());
    return { status: answer.status, json: parseJson(await readText(answer, mostBytes)), retryAfterSeconds };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(timeUp.aborted ? 'time-out' : 'network');
  }
}

async function readText(answer: Response, mostBytes: number): Promise<string> {
  if (!answer.body) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      // Not awaited: a server that goes on sending must not hold us.
      reader.cancel().catch(() => {});
      throw new NoAnswer('too large');
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A longer pause is taken as a mistake of the server's clock. */
const MOST_SECONDS = 3_600;

/** Seconds or a date, as HTTP allows; a date in the past asks for no wait. */
function readRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  // Date.parse reads bare numbers as years; a date of HTTP has letters.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((date - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MOST_SECONDS);
}
