import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseJson } from '../lib/json.ts';
import { createConfirmations } from './confirmation.ts';
import { createMcpServer, type McpServerDeps } from './server.ts';

/** Maximum message size in bytes, a hundred times the longest sensible one. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Passes on complete lines and drops those that are too long, so that none fills the memory or ends the connection.
 * `onTooLong` receives the JSON-RPC id of a dropped line; undefined if it is not a request.
 */
export class BoundedLines extends Transform {
  #parts: Buffer[] = [];
  #bytes = 0;
  #dropped: IdReader | undefined;

  constructor(
    readonly onTooLong: (id: string | number | undefined) => void,
    readonly maxBytes = MAX_LINE_BYTES,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end + 1));
      this.#endLine();
      from = end + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
    done();
  }

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes > this.maxBytes) this.#dropped ??= new IdReader();
    if (this.#dropped) for (const bytes of this.#parts.splice(0)) this.#dropped.read(bytes);
  }

  #endLine(): void {
    if (this.#dropped) this.onTooLong(this.#dropped.id);
    else this.push(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#bytes = 0;
    this.#dropped = undefined;
  }
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];
/** Longer names and values of the outermost object are cut. */
const MAX_TOKEN_BYTES = 200;

/** Finds the id of a JSON-RPC request in bytes that arrive in parts and are not stored. */
class IdReader {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isValue = false;
  #name = '';
  #token: number[] = [];
  #id = '';
  #hasMethod = false;

  get id(): string | number | undefined {
    const id = this.#hasMethod ? parseJson(this.#id) : undefined;
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  }

  read(bytes: Buffer): void {
    for (const byte of bytes) this.#readByte(byte);
  }

  #readByte(byte: number): void {
    const isOutermost = this.#depth === 1;
    if (this.#inString) {
      if (isOutermost) this.#addToToken(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return;
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (isOutermost) this.#endField();
      this.#depth -= 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
    else {
      if (byte === QUOTE) this.#inString = true;
      if (isOutermost) this.#readSign(byte);
    }
  }

  #readSign(byte: number): void {
    if (byte === COMMA) this.#endField();
    else if (byte === COLON) {
      this.#name = this.#takeToken();
      this.#isValue = true;
    } else this.#addToToken(byte);
  }

  #endField(): void {
    const text = this.#takeToken();
    if (this.#isValue && this.#name === '"id"') this.#id = text;
    if (this.#isValue && this.#name === '"method"') this.#hasMethod = true;
    this.#isValue = false;
  }

  #addToToken(byte: number): void {
    if (this.#token.length <= MAX_TOKEN_BYTES) this.#token.push(byte);
  }

  #takeToken(): string {
    return Buffer.from(this.#token.splice(0)).toString('utf8').trim();
  }
}

const TOO_LONG = `The message is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB; nothing of it was read. Send less.`;
/** JSON-RPC's code for an invalid request. */
const INVALID_REQUEST = -32_600;

/** Suppresses the answers to requests that have already been answered. */
class RepeatingTransport extends StdioServerTransport {
  answered: ReadonlySet<unknown> = new Set();

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    if (!('id' in message) || !this.answered.has(message.id)) await super.send(message);
  }
}

/**
 * Serves MCP over these streams, both protocol eras, until `close`. A request that is too long gets an error.
 * `answered` are the ids of requests that have been answered already (first-answers.ts).
 */
export function serveMcpOverStdio(
  deps: McpServerDeps,
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
  answered: ReadonlySet<string> = new Set(),
): { close: () => Promise<void> } {
  const confirmations = createConfirmations();
  const lines = new BoundedLines((id) => {
    deps.log.warn('message too long', { maxBytes: MAX_LINE_BYTES });
    const error = { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message: TOO_LONG } };
    if (id !== undefined) stdout.write(`${JSON.stringify(error)}\n`);
  });
  const transport = new RepeatingTransport(stdin.pipe(lines), stdout, { maxBufferSize: 2 * MAX_LINE_BYTES });
  transport.answered = answered;
  return serveStdio(({ era }) => createMcpServer({ ...deps, confirmations }, era), {
    transport,
    onerror: (error) => deps.log.warn('protocol error', { error }),
  });
}
