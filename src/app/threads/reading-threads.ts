import { Worker } from 'node:worker_threads';
import type { Config } from '../../platform/config.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { Readings } from '../../report/readings.ts';
import { endOfThread, packConfig, unpackFailure } from './search-messages.ts';

/** A thread's reading task: a method of `Readings`, with its parameters. */
export type ReadingOrder = { config: string; account: string; method: keyof Readings; parameters: readonly unknown[] };
/** An outcome is JSON, which another thread receives faster than objects. */
export type ReadingReply = { outcome: string } | { failure: Parameters<typeof unpackFailure>[0] };

const SCRIPT = scriptBeside(import.meta.url, 'reading-thread');

/**
 * Reads stored papers in a thread that ends with its answer; one at a time, because each may hold many papers in
 * memory. `close` ends the one in progress.
 */
export function readInThreads(config: Config, account: string): Readings & { close(): Promise<void> } {
  const packed = packConfig(config);
  let last: Promise<unknown> = Promise.resolve();
  let running: Worker | undefined;
  let isClosed = false;

  const runThread = (order: ReadingOrder) =>
    new Promise<unknown>((resolve, reject) => {
      if (isClosed) return reject(endOfThread('read'));
      const thread = new Worker(SCRIPT, { workerData: order });
      running = thread;
      thread.once('message', (reply: ReadingReply) =>
        'outcome' in reply ? resolve(JSON.parse(reply.outcome)) : reject(unpackFailure(reply.failure)),
      );
      thread.once('error', (cause) => reject(endOfThread('read', cause)));
      thread.once('exit', () => reject(endOfThread('read')));
    });
  const read = (method: keyof Readings, ...parameters: readonly unknown[]): Promise<never> => {
    const reading = last.then(() => runThread({ config: packed, account, method, parameters }));
    last = reading.catch(() => {});
    return reading as Promise<never>;
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
      await running?.terminate();
    },
  };
}
