import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILT, environment } from './built-server.ts';
import { keepOutput } from './global-setup.ts';
import type { Message } from './raw-client.ts';

const PATIENCE_MS = 300_000;

/** The built `paperqueue mcp --http` as a child process on a free port. */
export class ServedMcp {
  stderr = '';
  /** This command has no results, so any output here is a mistake. */
  stdout = '';
  readonly child: ChildProcess;
  #address = '';

  private constructor(settings: Record<string, string>, args: string[]) {
    const child = spawn(process.execPath, [BUILT, 'mcp', '--http', ...args], { env: environment(settings) });
    this.child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      keepOutput(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      keepOutput(text);
    });
  }

  /** Resolves when it listens. */
  static async start(settings: Record<string, string>, args: string[] = ['--port', '0']): Promise<ServedMcp> {
    const served = new ServedMcp(settings, args);
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`mcp --http ${why}; stderr: ${served.stderr}`));
      const timer = setTimeout(() => fail('does not listen'), PATIENCE_MS);
      served.child.once('exit', (code) => fail(`ended with ${code}`));
      served.child.stderr?.on('data', () => {
        const [, address] = /^paperqueue serves MCP at (\S+)$/m.exec(served.stderr) ?? [];
        if (address === undefined) return;
        clearTimeout(timer);
        served.#address = address;
        resolve();
      });
    });
    return served;
  }

  /** `http://127.0.0.1:PORT/mcp` */
  get address(): string {
    return this.#address;
  }

  /** Ends it like a service manager; returns its exit code. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number | null }> {
    if (this.child.exitCode !== null) return { code: this.child.exitCode };
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await exited) as [number | null];
    return { code };
  }
}

const MODERN = '2026-07-28';

/** The metadata that a client of the modern era sends with each request. */
export function envelope(capabilities: object = {}): object {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

export type PostOptions = { signal?: AbortSignal; headers?: Record<string, string> };

/**
 * Sends one raw JSON-RPC message over HTTP; returns the answer with the same id, whether it came as JSON or as events.
 */
export async function post(
  address: string,
  message: { id: number | string; method: string; params?: Record<string, unknown> },
  { signal, headers = {} }: PostOptions = {},
): Promise<Message & { httpStatus: number }> {
  const { method, params = {} } = message;
  const isModern = '_meta' in params;
  const name = params.name ?? params.uri ?? params.taskId;
  const own = isModern
    ? { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(name ? { 'mcp-name': String(name) } : {}) }
    : {};
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...own, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal ? { signal } : {}),
  });
  const text = await answer.text();
  const lines = answer.headers.get('content-type')?.startsWith('text/event-stream')
    ? text.split('\n').flatMap((line) => (/^data: *\S/.test(line) ? [line.slice(5)] : []))
    : [text];
  const messages = lines.map((line) => JSON.parse(line) as Message);
  const found = messages.find(({ id }) => id === message.id) ?? messages.at(-1);
  return { ...(found as Message), httpStatus: answer.status };
}

/** The job in the answer of a search; throws for any other answer. */
export function findJob({ result, error }: Message): { ref: string; jobId: string; status: string } {
  const { job } = (result?.structuredContent ?? {}) as { job?: { ref: string; jobId: string; status: string } };
  if (!job) throw new Error(`no job in ${JSON.stringify(result ?? error)}`);
  return job;
}
