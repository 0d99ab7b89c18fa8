import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { runCommandLine } from '../../src/app/command-line.ts';
import { BUILT, environment } from './built-server.ts';
import { keepOutput } from './global-setup.ts';
import type { Outcome } from './run-command.ts';

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    keepOutput(chunk.toString());
    this.emit('text');
    done();
  }
}

type Running = { stdout: Kept; stderr: Kept; stop: () => void; ended: Promise<number> };

function startHere(args: string[], settings: Record<string, string>, folder = process.cwd()): Running {
  const [stdout, stderr] = [new Kept(), new Kept()];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { signal } = new AbortController();
  const machine = {
    platform: process.platform,
    home: settings.HOME ?? '/no/home',
    folder,
    environment: environment(settings),
    nodeVersion: process.versions.node,
    node: process.execPath,
    script: BUILT,
  };
  const io = { stdout, stderr, signal, startedAt: new Date().toISOString(), untilStopped: () => stopped };
  const ended = runCommandLine(args, { io, machine });
  return { stdout, stderr, stop, ended };
}

/**
 * Runs a command to its end in this process, in a hundredth of the time of `runCommand`. Test what belongs to the
 * process (signals, the standard input, the files of the bundle) with that one. Relative paths start at this process's
 * folder, except for the files of a project, which belong to `folder`.
 */
export async function runHere(args: string[], settings: Record<string, string>, folder?: string): Promise<Outcome> {
  const { stdout, stderr, stop, ended } = startHere(args, settings, folder);
  // A command that serves ends at once.
  stop();
  const code = await ended;
  // No process starts in the millisecond in which another ended, as two commands in one process may.
  for (const end = Date.now(); Date.now() === end; ) await setImmediate();
  return { code, stdout: stdout.text, stderr: stderr.text };
}

export type ServedHere = {
  /** As the command tells it. */
  address: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Ends it like a service manager; a second call does nothing. */
  end(): Promise<{ code: number }>;
};

/** Runs a command that serves (`serve`, `mcp --http`, `ui`) in this process; resolves when it listens. */
export async function serveHere(args: string[], settings: Record<string, string>): Promise<ServedHere> {
  const { stdout, stderr, stop, ended } = startHere(args, settings);
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`${args[0]} ended with ${code}; stderr: ${stderr.text}`)));
    stderr.on('text', () => {
      const [, told] = /^paperqueue serves (?:MCP |its page )?at (\S+)$/m.exec(stderr.text) ?? [];
      if (told !== undefined) resolve(told);
    });
  });
  return {
    address,
    get stdout() {
      return stdout.text;
    },
    get stderr() {
      return stderr.text;
    },
    async end() {
      stop();
      return { code: await ended };
    },
  };
}
