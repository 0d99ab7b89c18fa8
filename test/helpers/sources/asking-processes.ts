import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { testProgram } from '../test-program.ts';
import { atTheEnd } from './stand-ins.ts';

const PROGRAM = testProgram(new URL('asking-process.ts', import.meta.url));

type Said = { requests: number; fromCache: number; leftAt: number[]; failure?: string };

/** Starts a process that asks; `go` lets it begin and returns its output at the end. */
export async function startAsking(...args: string[]): Promise<{ go(): Promise<Said> }> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  atTheEnd(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return {
    go: async () => {
      child.stdin?.write('go\n');
      return JSON.parse((await lines.next()).value ?? '{}');
    },
  };
}
