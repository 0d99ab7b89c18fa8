import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { REAL_TIMERS, type Timers } from '../lib/timers.ts';

/** Why an order has no answer: its process was ended for its time or memory, or ended by itself. */
type ProcessEnd = { problem: 'took too long' | 'process ended' };

/**
 * Processes foreign files in a separate process, one order at a time, so that a runaway can be ended and its memory is
 * not ours.
 */
export type GuardedProcess<Order, Answer> = {
  /** Never throws for an order, whatever it contains; rejects with the signal's reason. */
  ask(order: Order, signal: AbortSignal): Promise<Answer | ProcessEnd>;
  close(): void;
};

export type GuardOptions = {
  /** The time for one order. Default: 30,000. */
  maxMs?: number;
  /** The limit of resident memory, which only Linux reports; elsewhere only the heap has a limit. Default: 700 MB. */
  maxBytes?: number;
  timers?: Timers;
};

const MAX_MS = 30_000;
const MAX_BYTES = 700 * 1024 * 1024;
const HEAP_MB = 512;
const WATCH_MS = 250;
/** How long an idle process is kept for the next order. */
const IDLE_MS = 60_000;
const PAGE_BYTES = 4_096;

/** Starts the process with the first order. The script takes each order as a message and answers with one. */
export function createGuardedProcess<Order, Answer extends object>(
  script: URL,
  { maxMs = MAX_MS, maxBytes = MAX_BYTES, timers = REAL_TIMERS }: GuardOptions = {},
): GuardedProcess<Order, Answer> {
  let child: ChildProcess | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let callOffIdle = () => {};

  const forget = (ended: ChildProcess) => {
    if (ended !== child) return;
    callOffIdle();
    child = undefined;
  };
  const kill = () => {
    const running = child;
    if (!running) return;
    forget(running);
    running.kill('SIGKILL');
  };
  /** The listeners stay while the process is idle: it may end then, and Node throws an error without a listener. */
  const begin = (): ChildProcess => {
    const begun = start(script);
    begun.on('exit', () => forget(begun));
    begun.on('error', () => forget(begun));
    return begun;
  };

  const askNow = (order: Order, signal: AbortSignal): Promise<Answer | ProcessEnd> => {
    signal.throwIfAborted();
    callOffIdle();
    child ??= begin();
    const running = child;
    return new Promise((resolve, reject) => {
      let callOffWatch = () => {};
      let isSettled = false;
      const settle = (work: () => void, isOver: boolean) => {
        if (isSettled) return;
        isSettled = true;
        callOffTime();
        callOffWatch();
        signal.removeEventListener('abort', onAbort);
        running.off('message', onAnswer).off('exit', onEnd).off('error', onEnd);
        if (isOver) kill();
        else callOffIdle = timers.after(IDLE_MS, kill);
        work();
      };
      const end = (problem: ProcessEnd['problem']) => settle(() => resolve({ problem }), true);
      const onAbort = () => settle(() => reject(signal.reason), true);
      const onAnswer = (answer: unknown) => settle(() => resolve(answer as Answer), false);
      const onEnd = () => end('process ended');
      const callOffTime = timers.after(maxMs, () => end('took too long'));
      const watch = async () => {
        if ((await residentBytes(running.pid)) > maxBytes) onEnd();
        else if (!isSettled) callOffWatch = timers.after(WATCH_MS, watch);
      };
      callOffWatch = timers.after(WATCH_MS, watch);
      signal.addEventListener('abort', onAbort, { once: true });
      running.once('message', onAnswer).once('exit', onEnd).once('error', onEnd);
      running.send(order as Parameters<ChildProcess['send']>[0], (error) => error && onEnd());
    });
  };

  /** The process may have ended because of earlier orders: then a new process gets this one. */
  const askTwice = async (order: Order, signal: AbortSignal): Promise<Answer | ProcessEnd> => {
    const isUsed = child !== undefined;
    const result = await askNow(order, signal);
    const isEnded = 'problem' in result && result.problem === 'process ended';
    return isUsed && isEnded ? askNow(order, signal) : result;
  };

  return {
    ask(order, signal) {
      const result = queue.then(() => askTwice(order, signal));
      queue = result.catch(() => {});
      return result;
    },
    close: kill,
  };
}

/** Passes no environment, which holds keys. The one variable makes Electron hosts run the script as Node. */
function start(script: URL): ChildProcess {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    cwd: fileURLToPath(new URL('.', script)),
    env: { ELECTRON_RUN_AS_NODE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
}
