import { createGuardedProcess, type GuardOptions } from '../../guarded-process.ts';
import { scriptBeside } from '../../threads.ts';
import type { ReadResult, TextContent, TextFormat } from '../document.ts';

export type ReadOrder = { content: TextContent; format: TextFormat };

/** Reads texts in a process of its own, one at a time, so that we can end a runaway read. */
export type ProcessReader = {
  /** Never throws for a text, whatever it holds; rejects with the signal's reason. */
  read(order: ReadOrder, signal: AbortSignal): Promise<ReadResult>;
  close(): void;
};

const SCRIPT = scriptBeside(import.meta.url, 'reader-process');

/** Starts the process with the first text. */
export function createProcessReader({
  script = SCRIPT,
  ...options
}: GuardOptions & { script?: URL } = {}): ProcessReader {
  const { ask, close } = createGuardedProcess<ReadOrder, ReadResult>(script, options);
  return { read: ask, close };
}
