import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** An MCP server to measure: its command and its settings. */
export type Server = { name: string; command: string; args: string[]; env?: Record<string, string> };

export type Start = {
  /** Milliseconds from spawning to the whole answer of tools/list. */
  milliseconds: number;
  /** Resident memory after it, in MB, of the started process only. */
  megabytes: number;
  /** The answer's `result`, unchanged. */
  list: { tools: unknown[] };
};

const PATIENCE_MS = 120_000;

/** Starts a server, asks for its tools like a host of the legacy era (all servers answer that), and ends it. */
export async function startOnce({ name, command, args, env }: Server): Promise<Start> {
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
    const list = await answerTo(child, name);
    const milliseconds = performance.now() - started;
    return { milliseconds, megabytes: residentMegabytes(child.pid as number), list };
  } finally {
    const gone = once(child, 'exit');
    child.stdin.end();
    const killer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    if (child.exitCode === null) await gone;
    clearTimeout(killer);
  }
}

function answerTo(child: ChildProcessWithoutNullStreams, name: string): Promise<Start['list']> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name}: no tools in ${PATIENCE_MS} ms`)), PATIENCE_MS);
    child.once('error', reject).once('exit', (code) => reject(new Error(`${name}: ended with ${code}`)));
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines.filter((candidate) => candidate.startsWith('{'))) {
        const { id, result } = JSON.parse(line);
        if (id !== 1 || !result) continue;
        clearTimeout(timer);
        resolve(result);
      }
    });
  });
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
