import { Worker } from 'node:worker_threads';
import type { ImportFormat } from '../../formats/import-names.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { DetectedFormat } from './detect-format.ts';
import type { Parser } from './parser.ts';
import { type Answers, type ParserRequest, POSITION, type ThreadData } from './parser-requests.ts';

/** Parsing was stopped because it made no progress. Everything parsed before is valid. */
export class ParserStuck extends Error {
  override readonly name = 'ParserStuck';
}

/** A piece normally takes milliseconds, even on a slow machine. */
const MAX_STALL_MS = 30_000;

const SCRIPT = scriptBeside(import.meta.url, 'parser-thread');

export type ParserThread = {
  /** As `detectFormat`. */
  detect(head: string, fileName: string, from?: ImportFormat): Promise<DetectedFormat | undefined>;
  /** As `createParser`; ends the use of the previous parser. */
  open(format: DetectedFormat, skipPieces: number): Promise<Parser>;
  close(): Promise<void>;
};

type ThreadOptions = {
  /** Terminates the thread immediately; pending requests are rejected with the reason. */
  signal?: AbortSignal;
  /** Maximum time without starting the next piece. */
  maxStallMs?: number;
  timers?: Timers;
  script?: URL;
};

/**
 * Parses files in a separate thread, so that no file can block this one: parsing can be interrupted, and a piece that
 * takes too long ends the thread with ParserStuck. Errors in the thread are thrown here. After an error or an abort,
 * the thread no longer answers.
 */
export function startParserThread(options: ThreadOptions = {}): ParserThread {
  const { signal, maxStallMs = MAX_STALL_MS, timers = REAL_TIMERS, script = SCRIPT } = options;
  const position = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(script, { workerData: { position } satisfies ThreadData });
  let failure: unknown;
  /** Requests without an answer yet; the thread answers in order. */
  const waiting: { resolve(answer: unknown): void; reject(error: unknown): void }[] = [];

  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
    void worker.terminate();
  };
  worker.on('message', (answer) => waiting.shift()?.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that reads files has ended')));
  const onAbort = () => fail(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  /** Reschedules itself until cancelled, or until no piece has started since the last check. */
  const watch = (before = Atomics.load(position, POSITION.pieces)): (() => void) => {
    let callOff = timers.after(maxStallMs, () => {
      const now = Atomics.load(position, POSITION.pieces);
      if (now === before) fail(new ParserStuck(stuckAt(Atomics.load(position, POSITION.line), maxStallMs)));
      else callOff = watch(now);
    });
    return () => callOff();
  };

  const ask = async <Q extends ParserRequest>(request: Q): Promise<Answers[Q['ask']]> => {
    if (failure !== undefined) throw failure;
    const callOff = watch();
    try {
      return await new Promise<Answers[Q['ask']]>((resolve, reject) => {
        waiting.push({ resolve: resolve as (answer: unknown) => void, reject });
        worker.postMessage(request);
      });
    } finally {
      callOff();
    }
  };

  return {
    detect: (head, fileName, from) => ask({ ask: 'detect', head, fileName, from }),
    async open(format, skipPieces) {
      Atomics.store(position, POSITION.line, 0);
      await ask({ ask: 'open', format, skipPieces });
      return { push: (chunk) => ask({ ask: 'push', chunk }), end: (isCut = false) => ask({ ask: 'end', isCut }) };
    },
    async close() {
      signal?.removeEventListener('abort', onAbort);
      await worker.terminate();
    },
  };
}

function stuckAt(line: number, maxStallMs: number): string {
  const where = line > 0 ? `line ${line}` : 'the beginning';
  return `reading did not get on for ${maxStallMs / 1_000} seconds at ${where}`;
}
