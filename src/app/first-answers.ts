import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

/**
 * Every client's first requests (initialize, lists of tools, prompts and resources) have one answer per protocol
 * revision. The build records it from the server itself, so that it can be sent before the server, its SDK and its
 * schemas are loaded. Any other message loads the server, which then receives the earlier messages.
 */
export type FirstAnswers = {
  /** The texts of the results. */
  results: readonly string[];
  /** Which of them answers, by revision and method: `2025-06-18 tools/list`. */
  requests: Readonly<Record<string, number>>;
};

/** The file that the build writes: the answers where all is free, and where searches have a price. */
export type RecordedAnswers = {
  results: FirstAnswers['results'];
  requests: Record<'free' | 'priced', FirstAnswers['requests']>;
};

/** The recorded answers; undefined if the build has not recorded them. */
export function readFirstAnswers(file: URL, mode: keyof RecordedAnswers['requests']): FirstAnswers | undefined {
  try {
    const { results, requests } = JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswers;
    return { results, requests: requests[mode] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Longer messages are for the server. */
const MAX_FIRST_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

/**
 * Answers what it can, and resolves when a message needs the server. `stdin` then starts with that message, preceded by
 * those that the server has to see; the returned ids are of requests among them that have been answered.
 */
export function answerFirst(
  answers: FirstAnswers,
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
): Promise<ReadonlySet<string>> {
  return new Promise((resolve) => {
    const opening = new Opening(answers);
    let pending: Buffer = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf(NEWLINE); end >= 0; end = pending.indexOf(NEWLINE)) {
        const reply = opening.take(pending.subarray(0, end));
        if (reply === undefined) return handOver();
        if (reply !== '') stdout.write(`${reply}\n`);
        pending = pending.subarray(end + 1);
      }
      if (pending.length > MAX_FIRST_BYTES) handOver();
    };
    const handOver = () => {
      stdin.off('data', read).pause();
      const repeated = opening.toRepeat.map((message) => `${JSON.stringify(message)}\n`).join('');
      stdin.unshift(Buffer.concat([Buffer.from(repeated), pending]));
      resolve(new Set(opening.toRepeat.flatMap(({ id }) => (id === undefined ? [] : [id]))));
    };
    stdin.on('data', read);
  });
}

type Message = { jsonrpc: '2.0'; id?: unknown; method: string; params?: Record<string, unknown> };

type Repeated = Message & { id?: string };

const PREFIX = 'io.modelcontextprotocol/';
const ENVELOPE = {
  revision: `${PREFIX}protocolVersion`,
  client: `${PREFIX}clientInfo`,
  capabilities: `${PREFIX}clientCapabilities`,
} as const;

/** The request that only the modern era has. */
const DISCOVER = 'server/discover';

/** How a connection begins, in either protocol era. */
class Opening {
  /** Messages that determine the connection's era and the client; their requests get new ids. */
  toRepeat: Repeated[] = [];
  readonly #answers: FirstAnswers;
  /** The revision that `initialize` agreed on: the legacy era. */
  #agreed: string | undefined;
  /** A request other than discovery was answered in the modern era. */
  #isModern = false;

  constructor(answers: FirstAnswers) {
    this.#answers = answers;
  }

  /** The reply to a line, empty if there is none; undefined if only the server can reply. */
  take(line: Buffer): string | undefined {
    const message = line.length > MAX_FIRST_BYTES ? undefined : readMessage(line.toString('utf8'));
    if (message === undefined) return undefined;
    const { id, method, params } = message;
    if (id === undefined) {
      if (method !== 'notifications/initialized' || this.#agreed === undefined || params !== undefined)
        return undefined;
      this.toRepeat.push({ jsonrpc: '2.0', method });
      return '';
    }
    const revision = this.#revisionOf(message);
    const result = revision === undefined ? undefined : this.#find(revision, method);
    if (result === undefined) return undefined;
    this.#remember(message);
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  }

  #find(revision: string, method: string): string | undefined {
    const { requests, results } = this.#answers;
    const key = `${revision} ${method}`;
    return Object.hasOwn(requests, key) ? results[requests[key] as number] : undefined;
  }

  /** The revision in which to answer this request; undefined if the server has to decide. */
  #revisionOf({ method, params = {} }: Message): string | undefined {
    const { _meta: meta = {}, ...rest } = params as { _meta?: unknown };
    if (!isObject(meta)) return undefined;
    if (ENVELOPE.revision in meta) {
      const {
        [ENVELOPE.revision]: revision,
        [ENVELOPE.client]: client,
        [ENVELOPE.capabilities]: can,
        ...others
      } = meta;
      const isPlain = this.#agreed === undefined && isEmpty(rest) && isEmpty(others);
      const isClient = client === undefined || isClientInfo(client);
      const isSound = isPlain && isClient && isCapabilities(can) && typeof revision === 'string';
      return isSound && this.#find(revision, DISCOVER) !== undefined ? revision : undefined;
    }
    if (!isEmpty(meta) || this.#isModern) return undefined;
    if (method !== 'initialize') return isEmpty(rest) ? this.#agreed : undefined;
    const { protocolVersion, clientInfo, capabilities, ...others } = rest as Record<string, unknown>;
    const isSound = this.#agreed === undefined && isEmpty(others) && typeof protocolVersion === 'string';
    return isSound && isClientInfo(clientInfo) && isCapabilities(capabilities) ? protocolVersion : undefined;
  }

  #remember({ method, params }: Message): void {
    const repeated = { jsonrpc: '2.0', id: randomUUID(), method, ...(params && { params }) } as const;
    if (method === 'initialize') {
      this.#agreed = String(params?.protocolVersion);
      this.toRepeat = [repeated];
    } else if (this.#agreed === undefined && !this.#isModern) {
      this.#isModern = method !== DISCOVER;
      this.toRepeat = [repeated];
    }
  }
}

const MESSAGE_KEYS = ['jsonrpc', 'id', 'method', 'params'];

/** Parses JSON. Not shared, because the command opens few files before it can report that too many are open. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request or notification without anything unusual; undefined for any other line. */
function readMessage(text: string): Message | undefined {
  const value = parse(text);
  if (!isObject(value) || Object.keys(value).some((key) => !MESSAGE_KEYS.includes(key))) return undefined;
  const { jsonrpc, id, method, params } = value;
  const isSound = jsonrpc === '2.0' && typeof method === 'string' && (params === undefined || isObject(params));
  const isId = id === undefined || typeof id === 'string' || Number.isSafeInteger(id);
  return isSound && isId ? (value as Message) : undefined;
}

function isClientInfo(value: unknown): boolean {
  if (!isObject(value) || typeof value.name !== 'string' || typeof value.version !== 'string') return false;
  return Object.values(value).every((each) => typeof each === 'string');
}

/** Capabilities defined elsewhere, with values of any type. */
const DEFINED_BY_OTHERS = ['experimental', 'extensions'];
const FLAGS = ['listChanged', 'applyDefaults'];

function isCapabilities(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, each]) =>
    DEFINED_BY_OTHERS.includes(name) ? isObject(each) && Object.values(each).every(isObject) : isCapability(each),
  );
}

/** Nested objects of flags. */
function isCapability(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, each]) =>
    FLAGS.includes(name) ? typeof each === 'boolean' : isCapability(each),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
