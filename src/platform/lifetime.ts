import { setImmediate as nextTurn } from 'node:timers/promises';
import { onceAsync } from '../lib/once.ts';
import type { Log } from './log.ts';

type Close = () => void | Promise<void>;

/** The resources of a process, and how they are closed. */
export type Lifetime = {
  /** Closes the resource when the process ends; returns it. */
  closing<T extends { close: Close }>(opened: T): T;
  onClose(close: Close): void;
  /** Closes everything, the last opened first. Never rejects. */
  close(): Promise<void>;
};

export function createLifetime(log: Log): Lifetime {
  const closers: Close[] = [];
  return {
    closing(opened) {
      closers.push(opened.close);
      return opened;
    },
    onClose(close) {
      closers.push(close);
    },
    async close() {
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          // The others are closed all the same, and the command's outcome stands.
          log.error('a part could not be closed', { error });
        }
      }
    },
  };
}

/** A resource opened on first use: other calls are answered between the parts that a first call opens. */
export function lazyPart<T>(open: () => Promise<T>): () => Promise<T> {
  return onceAsync(async () => {
    await nextTurn();
    return open();
  });
}

/** Loads modules, and lets other calls run before they are used: evaluating and opening are separate turns. */
export async function load<T>(modules: Promise<T>): Promise<T> {
  return nextTurn(await modules);
}
