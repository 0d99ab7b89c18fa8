import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUILT, environment } from '../helpers/built-server.ts';
import { keepOutput } from '../helpers/global-setup.ts';

/** One process of a service on several machines; like a supervisor, restarts it whenever it ends. */
export type Machine = {
  kind: 'serve' | 'work';
  /** Its address; undefined while it does not serve. */
  address(): string | undefined;
  /** Whether it has started. */
  isUp(): boolean;
  /** Ends it like a power cut; the next one starts at once. False if there was nothing to kill. */
  kill(): boolean;
  /** Ends it in order, for good; returns its exit code. */
  stop(): Promise<number | null>;
};

type Options = {
  kind: Machine['kind'];
  args: readonly string[];
  settings: Record<string, string>;
  /** Called if it ended by itself, with its last output. */
  onOwnEnd: (stderr: string) => void;
};

const START_AGAIN_MS = 300;

export function startMachine({ kind, args, settings, onOwnEnd }: Options): Machine {
  let address: string | undefined;
  let isUp = false;
  let isOver = false;
  let child = start();

  function start() {
    const started = spawn(process.execPath, [BUILT, kind, ...args], {
      env: environment(settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-5_000);
      keepOutput(text);
      isUp ||= /^paperqueue (serves at|runs jobs)/m.test(stderr);
      address ??= /^paperqueue serves at (\S+)$/m.exec(stderr)?.[1];
    });
    started.once('close', async (code) => {
      address = undefined;
      isUp = false;
      if (isOver) return;
      if (code !== null) {
        onOwnEnd(stderr);
        await sleep(START_AGAIN_MS);
      }
      if (!isOver) child = start();
    });
    return started;
  }

  return {
    kind,
    address: () => address,
    isUp: () => isUp,
    kill() {
      address = undefined;
      return child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
    },
    async stop() {
      isOver = true;
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill('SIGTERM');
      await once(child, 'close');
      return child.exitCode;
    },
  };
}
