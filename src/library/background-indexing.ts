import { Worker } from 'node:worker_threads';
import { orAborted } from '../lib/deadline.ts';
import { scriptBeside } from '../platform/threads.ts';
import type { Library } from './library.ts';

/** Minimum of pending papers for which the thread is used; the import itself indexes fewer at its end. */
const STEP = 5_000;

const SCRIPT = scriptBeside(import.meta.url, 'indexing-thread');

/**
 * With more pending papers than this, a search waits for the thread: adding them here would block other requests too
 * long.
 */
const MAX_ADDED_HERE = 500;

/**
 * Messages to the thread: add pending papers and merge; only add them; exit after that; or exit as soon as possible.
 */
export type IndexingCommand = 'settle' | 'catch-up' | 'end' | 'stop';

type IndexingThread = { send(command: IndexingCommand): void; exit: Promise<void> };

/**
 * The library, indexing in the background: while a large import reads and stores further papers, a thread with its own
 * database connections adds the stored ones to the index. A search that finds many papers pending also uses a thread,
 * so that other requests are answered meanwhile. Papers that the thread misses, or fails to add, are left to the next
 * caller that updates the index.
 */
export function withBackgroundIndexing(library: Library, dataDir: string): Library {
  let pending = 0;
  let thread: IndexingThread | undefined;
  let catchUpThread: IndexingThread | undefined;

  /** All waiting searches share one thread; an aborted one stops waiting. */
  const catchUpInThread = async (signal: AbortSignal | undefined) => {
    if (!catchUpThread) {
      const started = startIndexingThread(dataDir);
      started.send('catch-up');
      started.send('end');
      catchUpThread = started;
      void started.exit.then(() => {
        catchUpThread = undefined;
      });
    }
    const { exit } = catchUpThread;
    await (signal ? orAborted(exit, signal).catch(() => {}) : exit);
  };

  /** Resolves when the thread has finished its work and exited, or soon after the signal. */
  const end = async (signal?: AbortSignal) => {
    if (!thread) return;
    const { send, exit } = thread;
    thread = undefined;
    send('end');
    await (signal ? orAborted(exit, signal).catch(() => send('stop')) : exit);
  };

  return {
    ...library,
    add(records, checkpoint) {
      const outcome = library.add(records, checkpoint);
      pending += records.length;
      if (pending >= STEP) {
        pending = 0;
        thread ??= startIndexingThread(dataDir);
        thread.send('settle');
      }
      return outcome;
    },
    async catchUp(signal) {
      if (library.pending() > MAX_ADDED_HERE) await catchUpInThread(signal);
      await library.catchUp(signal);
    },
    async settle(signal) {
      await end(signal);
      await library.settle(signal);
    },
    close() {
      thread?.send('stop');
      catchUpThread?.send('stop');
      library.close();
    },
  };
}

function startIndexingThread(dataDir: string): IndexingThread {
  const worker = new Worker(SCRIPT, { workerData: { dataDir } });
  worker.unref();
  // The caller that adds the rest meets the error again, and can report it.
  worker.on('error', () => undefined);
  return {
    exit: new Promise((resolve) => worker.once('exit', () => resolve())),
    send(command) {
      if (command === 'end') worker.ref();
      worker.postMessage(command);
    },
  };
}
