import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { RawServer } from '../../helpers/built-server.ts';
import type { Message, RawClient } from '../../helpers/raw-client.ts';
import { ServerHere } from '../../helpers/server-here.ts';
import type { HostModel } from './hosts.ts';
import type { HostView, ShownAnswer, ShownTool } from './scripted-assistant.ts';

/** What the project promises of every answer, whatever the host. */
const MAX_CHARACTERS = 40_000;

const MODERN_VERSION = '2026-07-28';
/** Every message of the modern era says again who sends it. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'simulated host', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The reason that the most used client gives, word for word: a time-out looks like a user's cancel. */
const TIMED_OUT = 'McpError: MCP error -32001: Request timed out';
const CLOSED = 'McpError: MCP error -32000: Connection closed';

type Tool = ShownTool & { outputSchema?: object };
type Result = { content?: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean };
type Validators = { input: ValidateFunction; output: ValidateFunction | undefined };

export type Received = { tool: string; text: string; characters: number; tokens: number };

/**
 * A host as the model describes it, around the server; the one that it kills is the built one, a process of its own. It
 * passes on to its assistant what such a host would, and notes beside that whatever in the server's behaviour would be
 * wrong for some host (`complaints`).
 */
export class SimulatedHost implements HostView {
  instructions = '';
  tools: ShownTool[] = [];
  /** Answers without error, as they came. */
  readonly received: Received[] = [];
  readonly complaints: string[] = [];
  /** Progress notices by call, where there were any. */
  readonly progress: number[][] = [];
  /** Calls whose answer was lost: cut, or the server killed. */
  lost = 0;
  readonly #model: HostModel;
  readonly #settings: Record<string, string>;
  /** Resolves when the search is on its way, for the host that kills. */
  readonly #searchRuns: () => Promise<void>;
  readonly #validators = new Map<string, Validators>();
  #server: RawClient & { end(): Promise<unknown> };
  #id = 0;
  #hasKilled = false;

  constructor(model: HostModel, settings: Record<string, string>, searchRuns: () => Promise<void>) {
    this.#model = model;
    this.#settings = { ...settings, PAPERQUEUE_WAIT_SECONDS: String(model.waitSeconds) };
    this.#searchRuns = searchRuns;
    this.#server = model.killsServer ? new RawServer(this.#settings) : new ServerHere(this.#settings);
  }

  async open(): Promise<void> {
    this.instructions = this.#cut(await this.#greet());
    const { tools } = resultOf(await this.#request('tools/list', {})) as { tools: Tool[] };
    this.tools = tools.map(({ name, description, inputSchema }) => ({
      name,
      description: this.#cut(description),
      inputSchema,
    }));
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
    for (const { name, inputSchema, outputSchema } of tools)
      this.#validators.set(name, {
        input: ajv.compile(inputSchema),
        output: outputSchema && ajv.compile(outputSchema),
      });
  }

  async close(): Promise<void> {
    await this.#server.end();
  }

  async #greet(): Promise<string> {
    const { opening } = this.#model;
    if (opening.era === 'modern' || opening.probes) {
      const found = resultOf(await this.#send('server/discover', { _meta: ENVELOPE }));
      const versions = found.supportedVersions as string[];
      if (!versions.includes(MODERN_VERSION)) this.complaints.push(`discover names ${versions}`);
      if (opening.era === 'modern') return String(found.instructions);
    }
    const clientInfo = { name: 'simulated host', version: '1' };
    const params = { protocolVersion: opening.version, capabilities: {}, clientInfo };
    const found = resultOf(await this.#send('initialize', params));
    if (found.protocolVersion !== opening.agreed)
      this.complaints.push(`asked for version ${opening.version}, got ${found.protocolVersion}`);
    this.#server.send({ method: 'notifications/initialized' });
    return String(found.instructions);
  }

  async call(name: string, args: object): Promise<ShownAnswer> {
    const validators = this.#validators.get(name);
    if (!validators) return refused(`MCP error -32602: Tool ${name} not found`);
    const { checksSchemas, killsServer } = this.#model;
    if (checksSchemas && !validators.input(args)) return refused(`arguments: ${wordsOf(validators.input)}`);
    if (killsServer && !this.#hasKilled) return this.#killDuring(name, args);

    const id = this.#id + 1;
    const token = this.#model.sendsProgressToken ? { _meta: { progressToken: id } } : {};
    const answer = await this.#request('tools/call', { name, arguments: args, ...token });
    this.#checkProgress(id);
    if (!answer) return this.#giveUp(id);
    if (answer.error) return refused(`MCP error ${answer.error.code}: ${answer.error.message}`);
    return this.#show(name, resultOf(answer), validators.output);
  }

  #show(tool: string, result: Result, output: ValidateFunction | undefined): ShownAnswer {
    const text = result.content?.[0]?.text ?? '';
    if (text.length >= MAX_CHARACTERS) this.complaints.push(`${tool}: an answer of ${text.length} characters`);
    if (result.isError) return { failed: true, text };
    const { structuredContent } = result;
    this.#checkAnswer(tool, text, result);
    const { shows, checksSchemas } = this.#model;
    // Word for word what the clients' check says of a tool that advertises a schema.
    if (output && structuredContent === undefined) return refused(`Tool ${tool} did not return structured content`);
    if (output && checksSchemas && !output(structuredContent)) return refused(`structured content: ${wordsOf(output)}`);
    const shown = shows === 'structured' ? JSON.stringify(structuredContent) : text;
    const { mostTokens = Number.POSITIVE_INFINITY, mostCharacters = Number.POSITIVE_INFINITY } = this.#model;
    if (countTokens(shown) > mostTokens) return refused(`${tool}: the answer exceeds ${mostTokens} tokens`);
    if (shown.length > mostCharacters) return refused(`${tool}: the answer exceeds ${mostCharacters} characters`);
    return { failed: false, text: shown };
  }

  #checkAnswer(tool: string, text: string, { content, structuredContent }: Result): void {
    this.received.push({ tool, text, characters: text.length, tokens: countTokens(text) });
    if (content?.length !== 1 || content[0]?.type !== 'text') this.complaints.push(`${tool}: not one block of text`);
    if (!isDeepStrictEqual(JSON.parse(text), structuredContent))
      this.complaints.push(`${tool}: text and structured part differ`);
  }

  /** What progress came for the call, and whether it only ever went up; without a token there may be none. */
  #checkProgress(id: number): void {
    const notices = this.#server.messages.filter(({ method }) => method === 'notifications/progress');
    const asked = this.#model.sendsProgressToken === true;
    if (!asked && notices.length > 0) this.complaints.push('progress that nobody asked for');
    const own = notices.filter(({ params }) => params?.progressToken === id).map(({ params }) => params ?? {});
    const values = own.map(({ progress }) => Number(progress));
    if (values.some((value, place) => place > 0 && !(value > (values[place - 1] as number))))
      this.complaints.push(`progress that does not increase: ${values}`);
    if (own.some(({ progress, total }) => Number(progress) > Number(total ?? Number.POSITIVE_INFINITY)))
      this.complaints.push('progress beyond its total');
    if (values.length > 0) this.progress.push(values);
  }

  /** Cancels the call. Whatever may still come under its id is not looked at. */
  #giveUp(id: number): ShownAnswer {
    const params = { requestId: id, reason: TIMED_OUT, ...this.#envelope() };
    this.#server.send({ method: 'notifications/cancelled', params });
    this.lost += 1;
    return refused(TIMED_OUT);
  }

  /** SIGKILL, so that the server has no chance to tidy up; then another server over the same data. */
  async #killDuring(name: string, args: object): Promise<ShownAnswer> {
    const { child, messages } = this.#server as RawServer;
    this.#id += 1;
    const id = this.#id;
    this.#server.send({ id, method: 'tools/call', params: { name, arguments: args, ...this.#envelope() } });
    await this.#searchRuns();
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    if (messages.some((message) => message.id === id)) this.complaints.push('the search was over before the kill');
    this.#hasKilled = true;
    this.lost += 1;
    this.#server = new ServerHere(this.#settings);
    await this.#greet();
    return refused(CLOSED);
  }

  /** A request with the envelope of the era; undefined when the host did not have the patience for the answer. */
  async #request(method: string, params: object): Promise<Message | undefined> {
    const own = (params as { _meta?: object })._meta;
    const meta = this.#model.opening.era === 'modern' ? { _meta: { ...ENVELOPE, ...own } } : {};
    const patience = method === 'tools/call' ? this.#model.cutsCallsAfterMs : undefined;
    const answer = this.#send(method, { ...params, ...meta }, patience);
    return patience === undefined ? answer : answer.catch(() => undefined);
  }

  #send(method: string, params: object, milliseconds?: number): Promise<Message> {
    this.#id += 1;
    return this.#server.request(this.#id, method, params, milliseconds);
  }

  #envelope(): { _meta?: object } {
    return this.#model.opening.era === 'modern' ? { _meta: ENVELOPE } : {};
  }

  #cut(text: string): string {
    return text.slice(0, this.#model.cutsTextsAt);
  }
}

function resultOf(message: Message | undefined): Record<string, unknown> {
  if (!message?.result) throw new Error(`no result: ${JSON.stringify(message)}`);
  return message.result;
}

function refused(text: string): ShownAnswer {
  return { failed: true, text };
}

function wordsOf({ errors }: ValidateFunction): string {
  return JSON.stringify(errors);
}
