import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** An MCP server to measure: its command and its settings. */
export type Server = {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** A tool without arguments that is called after the list. */
  firstCall?: string;
};

export type Start = {
  /** Milliseconds from spawning to the whole answer of tools/list. */
  milliseconds: number;
  /** Processor time until then, of the started process with its threads; the kernel counts in steps of 10. */
  processor: number;
  /** Resident memory after it, in MB, of the started process only. */
  megabytes: number;
  /** Milliseconds from spawning to the answer of `firstCall`. */
  called?: number;
  /** The answer's `result`, unchanged. */
  list: { tools: unknown[] };
};

const PATIENCE_MS = 120_000;

/** Starts a server, asks for its tools like a host of the legacy era (all servers answer that), and ends it. */
export async function startOnce({ name, command, args, env, firstCall }: Server): Promise<Start> {
  const started = performance.now();
  const ownEnv = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  // In this repository npx would take its own package for the one that is named.
  const child = spawn(command, args, { env: { ...ownEnv, ...env }, cwd: tmpdir() });
  child.stderr.resume();
  child.stdin.on('error', () => {});
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'bench', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 1, method: 'tools/list', params: {} });
  try {
    const list = (await answerTo(child, name, 1)) as Start['list'];
    const milliseconds = performance.now() - started;
    const pid = child.pid as number;
    const start: Start = { milliseconds, processor: processorTime(pid), megabytes: residentMegabytes(pid), list };
    if (firstCall === undefined) return start;
    send({ id: 2, method: 'tools/call', params: { name: firstCall, arguments: {} } });
    await answerTo(child, name, 2);
    return { ...start, called: performance.now() - started };
  } finally {
    const gone = once(child, 'exit');
    child.stdin.end();
    const killer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    if (child.exitCode === null) await gone;
    clearTimeout(killer);
  }
}

function answerTo(child: ChildProcessWithoutNullStreams, name: string, wanted: number): Promise<object> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name}: no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
    child.once('error', reject).once('exit', (code) => reject(new Error(`${name}: ended with ${code}`)));
    let text = '';
    child.stdout.setEncoding('utf8').removeAllListeners('data');
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines.filter((candidate) => candidate.startsWith('{'))) {
        const { id, result } = JSON.parse(line);
        if (id !== wanted || !result) continue;
        clearTimeout(timer);
        resolve(result);
      }
    });
  });
}

/** The milliseconds of all threads of a process so far; the command's name, in parentheses, may have blanks. */
export function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
