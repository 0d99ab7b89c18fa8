import { createGuardedProcess, type GuardOptions } from '../../platform/guarded-process.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { Answer, Order } from './orders.ts';

/**
 * Does what takes as long as a foreign text wants in a process of its own, one order at a time, so that we can end a
 * runaway one and the thread that answers calls stays free.
 */
export type ProcessReader = {
  /** Never throws for a text, whatever it holds; rejects with the signal's reason. */
  read<T extends Order>(order: T, signal: AbortSignal): Promise<Answer<T>>;
  close(): void;
};

const SCRIPT = scriptBeside(import.meta.url, 'reader-process');

/** Starts the process with the first order. */
export function createProcessReader({
  script = SCRIPT,
  ...options
}: GuardOptions & { script?: URL } = {}): ProcessReader {
  const { ask, close } = createGuardedProcess<Order, object>(script, options);
  const read: ProcessReader['read'] = <T extends Order>(order: T, signal: AbortSignal) =>
    ask(order, signal) as Promise<Answer<T>>;
  return { read, close };
}
