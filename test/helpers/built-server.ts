import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RawClient } from './raw-client.ts';

/** The bundled command that users run; `npm test` builds it first. */
export const BUILT = fileURLToPath(new URL('../../dist/paperqueue.mjs', import.meta.url));

/** An environment without the developer's own settings, which asks nothing of the internet. */
export function environment(settings: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', PAPERQUEUE_SOURCES: 'library', ...settings };
}

/** The program to start: the built command, unless a test has it elsewhere or runs it with another Node. */
export type Program = { command: string; args: string[] };
const BUILT_PROGRAM: Program = { command: process.execPath, args: [BUILT] };

/** The built server as a child process, driven by raw JSON-RPC lines. */
export class RawServer extends RawClient {
  readonly child: ChildProcessWithoutNullStreams;

  constructor(settings: Record<string, string>, { command, args }: Program = BUILT_PROGRAM) {
    const child = spawn(command, args, { env: environment(settings) });
    super(child);
    this.child = child;
  }

  /** Closes stdin and waits for the process to end; returns its exit code. */
  async end(): Promise<{ code: number | null }> {
    const exited = this.child.exitCode === null ? once(this.child, 'exit') : Promise.resolve([this.child.exitCode]);
    this.child.stdin.end();
    const [code] = (await exited) as [number | null];
    return { code };
  }
}
