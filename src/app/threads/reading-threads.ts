import { Worker } from 'node:worker_threads';
import type { Config } from '../../platform/config.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { Readings } from '../../report/readings.ts';
import { endOfThread, packConfig, unpackFailure } from './search-messages.ts';

/** What a thread works with, and a reading for it: a method of `Readings`, with its parameters. */
export type ReadingSetup = { config: string; account: string };
export type ReadingOrder = { method: keyof Readings; parameters: readonly unknown[] };
/** An outcome is JSON, which another thread receives faster than objects. */
export type ReadingReply = { outcome: string } | { failure: Parameters<typeof unpackFailure>[0] };

const SCRIPT = scriptBeside(import.meta.url, 'reading-thread');

/** How long a thread without a reading stays: the next page finds its code loaded and compiled. */
const IDLE_MS = 30_000;

/**
 * Reads stored papers in a thread; one reading at a time, because each may hold many papers in memory. The thread ends
 * when none has come for a while. `close` ends it with the reading in progress.
 */
export function readInThreads(config: Config, account: string): Readings & { close(): Promise<void> } {
  const workerData: ReadingSetup = { config: packConfig(config), account };
  let last: Promise<unknown> = Promise.resolve();
  let thread: Worker | undefined;
  let reading: { resolve(outcome: unknown): void; reject(error: unknown): void } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const start = (): Worker => {
    const started = new Worker(SCRIPT, { workerData });
    const end = (cause?: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      reading?.reject(endOfThread('read', cause));
    };
    started.on('message', (reply: ReadingReply) =>
      'outcome' in reply ? reading?.resolve(JSON.parse(reply.outcome)) : reading?.reject(unpackFailure(reply.failure)),
    );
    started.on('error', end);
    started.on('exit', () => end());
    return started;
  };
  const endIdleThread = async () => {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  const runInThread = async (order: ReadingOrder) => {
    if (isClosed) throw endOfThread('read');
    clearTimeout(idle);
    thread ??= start();
    thread.ref();
    thread.postMessage(order);
    try {
      return await new Promise<unknown>((resolve, reject) => {
        reading = { resolve, reject };
      });
    } finally {
      reading = undefined;
      // Neither an idle thread nor its timer keeps the process.
      thread?.unref();
      idle = setTimeout(() => void endIdleThread(), IDLE_MS).unref();
    }
  };
  const read = (method: keyof Readings, ...parameters: readonly unknown[]): Promise<never> => {
    const outcome = last.then(() => runInThread({ method, parameters }));
    last = outcome.catch(() => {});
    return outcome as Promise<never>;
  };
  return {
    // A thread asks no lab, so it does not need the call.
    answerOne: (job, page, notes) => read('answerOne', job, page, notes),
    answerSeveral: (jobId, page) => read('answerSeveral', jobId, page),
    exportPapers: (request) => read('exportPapers', request),
    renderExport: (request, forFile) => read('renderExport', request, forFile),
    exportedPapers: (request) => read('exportedPapers', request),
    viewData: (request) => read('viewData', request),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}
