import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Io } from '../../src/cli/io.ts';
import { runCommandLine } from '../../src/command-line.ts';
import { BUILT, environment } from './built-server.ts';
import { keepOutput } from './global-setup.ts';
import type { Outcome } from './run-command.ts';

const PARSER_SCRIPT = new URL('./chunks/parser-thread.mjs', pathToFileURL(BUILT));

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    keepOutput(chunk.toString());
    done();
  }
}

/**
 * Runs a command to its end in this process, which takes a hundredth of the time of `runCommand`. What belongs to the
 * process (signals, the standard input, the files of the bundle) has to be tested with that one. Relative paths are
 * those of this process, but for the files of a project, which belong to `folder`.
 */
export async function runHere(
  args: string[],
  settings: Record<string, string>,
  folder = process.cwd(),
): Promise<Outcome> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const { signal } = new AbortController();
  const io: Io = { stdout, stderr, signal, untilStopped: () => Promise.reject(new Error('serves nothing here')) };
  const machine = {
    platform: process.platform,
    home: settings.HOME ?? '/no/home',
    folder,
    environment: environment(settings),
    nodeVersion: process.versions.node,
    node: process.execPath,
    script: BUILT,
  };
  const code = await runCommandLine(args, { io, machine, parserScript: PARSER_SCRIPT });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
