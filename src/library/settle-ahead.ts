import { Worker } from 'node:worker_threads';
import { orAborted } from '../lib/deadline.ts';
import { scriptBeside } from '../platform/threads.ts';
import type { Library } from './library.ts';

/** Papers that are worth waking the thread for: fewer are taken in by the import itself, at its end. */
const STEP = 5_000;

const SCRIPT = scriptBeside(import.meta.url, 'settle-thread');

/** Pending papers for which a search waits for the thread: adding them takes longer than others should wait. */
const MAX_ADDED_HERE = 500;

/** Messages to the thread: add pending papers (and merge), end afterwards, or end at the next opportunity. */
export type SettleOrder = 'settle' | 'catch-up' | 'end' | 'stop';

type SettleThread = { tell(order: SettleOrder): void; exit: Promise<void> };

/**
 * The library, which takes the papers of a large import into its index while further ones are read and stored: in a
 * thread of its own, with connections of its own, as another process would that searches meanwhile. So does a search
 * that finds many papers pending, so that others are answered meanwhile. What the thread does not get to, or fails in,
 * is left to the next who takes papers in.
 */
export function settlingAhead(library: Library, dataDir: string): Library {
  let pending = 0;
  let thread: SettleThread | undefined;
  let catchingUp: SettleThread | undefined;

  /** All searches that wait have the same thread do it; one that has had enough goes on. */
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

  /** Resolves when the thread has added what it was told and ended, or soon after the signal. */
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
  // Whoever adds the rest meets the error again, and can report it.
  worker.on('error', () => undefined);
  return {
    exit: new Promise((resolve) => worker.once('exit', () => resolve())),
    tell(order) {
      if (order === 'end') worker.ref();
      worker.postMessage(order);
    },
  };
}
