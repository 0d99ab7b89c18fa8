import { Worker } from 'node:worker_threads';
import { orAborted } from '../lib/deadline.ts';
import { scriptBeside } from '../platform/threads.ts';
import type { Library } from './library.ts';

/** Pending papers that make it worth waking the thread; fewer are indexed by the import itself, at its end. */
const STEP = 5_000;

const SCRIPT = scriptBeside(import.meta.url, 'settle-thread');

/**
 * With more pending papers than this, a search waits for the thread: adding them here would block other requests too
 * long.
 */
const MAX_ADDED_HERE = 500;

/**
 * Messages to the thread: add pending papers and merge; only add them; exit after that; or exit as soon as possible.
 */
export type SettleOrder = 'settle' | 'catch-up' | 'end' | 'stop';

type SettleThread = { tell(order: SettleOrder): void; exit: Promise<void> };

/**
 * The library, indexing in the background: while a large import reads and stores further papers, a thread with its own
 * database connections adds the stored ones to the index. A search that finds many papers pending also uses a thread,
 * so that other requests are answered meanwhile. Papers that the thread misses, or fails to add, are left to the next
 * caller that updates the index.
 */
export function settlingAhead(library: Library, dataDir: string): Library {
  let pending = 0;
  let thread: SettleThread | undefined;
  let catchingUp: SettleThread | undefined;

  /** All waiting searches share one thread; an aborted one stops waiting. */
  const catchUpInThread = async (signal: AbortSignal | undefined) => {
    if (!catchingUp) {
      const started = startSettling(dataDir);
      started.tell('catch-up');
      started.tell('end');
      catchingUp = started;
      void started.exit.then(() => {
        catchingUp = undefined;
      });
    }
    const { exit } = catchingUp;
    await (signal ? orAborted(exit, signal).catch(() => {}) : exit);
  };

  /** Resolves when the thread has finished its orders and exited, or soon after the signal. */
  const end = async (signal?: AbortSignal) => {
    if (!thread) return;
    const { tell, exit } = thread;
    thread = undefined;
    tell('end');
    await (signal ? orAborted(exit, signal).catch(() => tell('stop')) : exit);
  };

  return {
    ...library,
    add(records, checkpoint) {
      const outcome = library.add(records, checkpoint);
      pending += records.length;
      if (pending >= STEP) {
        pending = 0;
        thread ??= startSettling(dataDir);
        thread.tell('settle');
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
      thread?.tell('stop');
      catchingUp?.tell('stop');
      library.close();
    },
  };
}

function startSettling(dataDir: string): SettleThread {
  const worker = new Worker(SCRIPT, { workerData: { dataDir } });
  worker.unref();
  // The caller that adds the rest meets the error again, and can report it.
  worker.on('error', () => undefined);
  return {
    exit: new Promise((resolve) => worker.once('exit', () => resolve())),
    tell(order) {
      if (order === 'end') worker.ref();
      worker.postMessage(order);
    },
  };
}
