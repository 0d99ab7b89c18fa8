import { createGuardedProcess, type GuardOptions } from '../../platform/guarded-process.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { Answer, Task } from './tasks.ts';

/**
 * Performs tasks of unbounded duration in a separate process, one at a time, so that a runaway task can be killed and
 * the thread that answers calls stays free.
 */
export type ProcessReader = {
  /** Never throws because of a text, whatever it contains; rejects with the signal's reason. */
  read<T extends Task>(task: T, signal: AbortSignal): Promise<Answer<T>>;
  close(): void;
};

const SCRIPT = scriptBeside(import.meta.url, 'reader-process');

/** Starts the process with the first task. */
export function createProcessReader({
  script = SCRIPT,
  ...options
}: GuardOptions & { script?: URL } = {}): ProcessReader {
  const { ask, close } = createGuardedProcess<Task, object>(script, options);
  const read: ProcessReader['read'] = <T extends Task>(task: T, signal: AbortSignal) =>
    ask(task, signal) as Promise<Answer<T>>;
  return { read, close };
}
