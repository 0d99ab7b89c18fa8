import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RawServer } from '../helpers/built-server.ts';
import type { Message } from '../helpers/raw-client.ts';
import { type Outcome, runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

export type ToolAnswer = {
  name: string;
  text: string;
  json: Record<string, unknown>;
  isError: boolean;
  structured: unknown;
};

/**
 * A server and commands on one data folder, against a service that sends what a test tells it to: the built server, or
 * one in this process.
 */
export class Session<Server extends RawServer | ServerHere = RawServer> {
  readonly folder = temporaryFolder();
  readonly service: ScriptedService;
  readonly server: Server;
  readonly settings: Record<string, string>;
  /** Every answer of a tool so far. */
  readonly answers: ToolAnswer[] = [];
  /** JSON text of `results`, in place of the service's own papers: for what JSON.stringify would change. */
  rawResults: string | undefined;
  #id = 1;

  private constructor(
    service: ScriptedService,
    settings: Record<string, string>,
    start: (settings: Record<string, string>) => Server,
  ) {
    this.service = service;
    this.settings = {
      PAPERQUEUE_BASE_URL: service.baseUrl,
      PAPERQUEUE_TOKEN: service.token,
      PAPERQUEUE_DATA_DIR: this.folder,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
      PAPERQUEUE_LOG_LEVEL: 'debug',
      ...settings,
    };
    this.server = start(this.settings);
    service.options.intercept = ({ method, path }, response) => {
      if (this.rawResults === undefined || method !== 'GET' || !path.startsWith('/api/v1/job/')) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"status":"success","results":${this.rawResults}}`);
      return true;
    };
  }

  static async open(settings: Record<string, string> = {}): Promise<Session> {
    const start = (all: Record<string, string>) => new RawServer(all);
    const session = new Session(await new ScriptedService().start(), settings, start);
    await session.server.initialize();
    return session;
  }

  static async openHere(): Promise<Session<ServerHere>> {
    const session = new Session(await new ScriptedService().start(), {}, (all) => new ServerHere(all));
    await session.server.initialize();
    return session;
  }

  async ask(method: string, params: object = {}, milliseconds?: number): Promise<Message> {
    this.#id += 1;
    return this.server.request(this.#id, method, params, milliseconds);
  }

  async tool(name: string, args: object, milliseconds?: number): Promise<ToolAnswer> {
    const { result, error } = await this.ask('tools/call', { name, arguments: args }, milliseconds);
    if (!result) throw new Error(`no result: ${JSON.stringify(error)}`);
    const text = (result.content as { text: string }[])[0]?.text ?? '';
    const answer = {
      name: `${name} ${JSON.stringify(args).slice(0, 100)}`,
      text,
      json: JSON.parse(text),
      isError: result.isError === true,
      structured: result.structuredContent,
    };
    this.answers.push(answer);
    return answer;
  }

  /** A new job that finds these papers; gives the answer. */
  search(papers: unknown[], milliseconds?: number): Promise<ToolAnswer> {
    this.rawResults = undefined;
    this.service.options.papers = papers;
    return this.#searchAnew(milliseconds);
  }

  /** A new job whose results are this JSON text. */
  searchRaw(results: string, milliseconds?: number): Promise<ToolAnswer> {
    this.rawResults = results;
    return this.#searchAnew(milliseconds);
  }

  #searchAnew(milliseconds?: number): Promise<ToolAnswer> {
    const keywords = ['owls', 'spectacles', 'night vision'];
    return this.tool('combined_search', { keywords, fresh: true, count: 50 }, milliseconds);
  }

  /** All pages of a job in one view. */
  async pages(jobId: string, args: object): Promise<Record<string, unknown>[]> {
    const papers: Record<string, unknown>[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { json } = await this.tool('get_job', { jobId, count: 50, offset, ...args });
      papers.push(...(json.papers as Record<string, unknown>[]));
      offset = (json.page as { nextOffset: number | null }).nextOffset;
    }
    return papers;
  }

  /** The contents of a resource. */
  async resource(uri: string): Promise<{ uri: string; text: string }[]> {
    const { result, error } = await this.ask('resources/read', { uri });
    if (!result) throw new Error(`${uri}: ${JSON.stringify(error)}`);
    return result.contents as { uri: string; text: string }[];
  }

  /** Runs a command in this process. */
  command(args: string[]): Promise<Outcome> {
    return runHere(args, this.settings);
  }

  /** The same with the built command, as a process of its own. */
  builtCommand(args: string[]): Promise<Outcome> {
    return runCommand(args, this.settings);
  }

  exportedFiles(): string[] {
    return readdirSync(join(this.folder, 'exports'));
  }

  async close(): Promise<Awaited<ReturnType<Server['end']>>> {
    const left = await this.server.end();
    await this.service.stop();
    return left as Awaited<ReturnType<Server['end']>>;
  }
}
