import type { Readable, Writable } from 'node:stream';
import { keepOutput } from './global-setup.ts';

export type Message = {
  jsonrpc: string;
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
};

export type ServerStreams = { stdin: Writable; stdout: Readable; stderr: Readable };

/** Drives a server over its standard streams by raw JSON-RPC lines. Every stdout line must be JSON-RPC. */
export class RawClient {
  readonly messages: Message[] = [];
  /** Takes the messages in place of `messages`, for runs that have too many to keep. */
  onMessage: ((message: Message) => void) | undefined;
  stderr = '';
  #stdin: Writable;
  #buffer = '';
  #listeners = new Set<() => void>();

  constructor({ stdin, stdout, stderr }: ServerStreams) {
    this.#stdin = stdin;
    stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      keepOutput(text);
    });
    stdin.on('error', () => {});
  }

  #read(text: string): void {
    keepOutput(text);
    this.#buffer += text;
    const lines = this.#buffer.split('\n');
    this.#buffer = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      if (message.jsonrpc !== '2.0') throw new Error(`no JSON-RPC on stdout: ${line}`);
      if (this.onMessage) this.onMessage(message);
      else this.messages.push(message);
    }
    for (const listener of this.#listeners) listener();
  }

  send(message: object): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** A line as it is. */
  write(line: string): void {
    this.#stdin.write(`${line}\n`);
  }

  /** Resolves with the first matching message, whether it has already come or comes later. */
  async until(fits: (message: Message) => boolean, milliseconds = 300_000): Promise<Message> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`no such message in ${milliseconds} ms; stderr: ${this.stderr}`);
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#listeners.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#listeners.add(done);
      });
    }
  }

  async request(id: number, method: string, params: object = {}, milliseconds?: number): Promise<Message> {
    this.send({ id, method, params });
    return this.until(
      (message) => message.id === id && (message.result !== undefined || message.error !== undefined),
      milliseconds,
    );
  }

  async initialize(capabilities: object = {}, milliseconds?: number): Promise<Message> {
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities, clientInfo };
    const answer = await this.request(0, 'initialize', params, milliseconds);
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  /** Calls a tool and returns its text, parsed. */
  async call(
    id: number,
    name: string,
    args: object,
    milliseconds?: number,
  ): Promise<{ isError: boolean; json: Record<string, unknown> }> {
    const { result, error } = await this.request(id, 'tools/call', { name, arguments: args }, milliseconds);
    if (!result) throw new Error(`no result: ${JSON.stringify(error)}`);
    const [content] = result.content as { text: string }[];
    return { isError: result.isError === true, json: JSON.parse(content?.text ?? '') };
  }
}
