import { expect } from 'vitest';
import type { RawServer } from '../helpers/built-server.ts';
import type { RawClient } from '../helpers/raw-client.ts';
import { ServerHere } from '../helpers/server-here.ts';
import type { ChargingServer } from './charging-server.ts';

/** Longest that one call may take; a creation that is never answered takes 30 seconds. */
const CALL_MS = 45_000;

const SEARCH = {
  query: 'How do mussels settle on rocky shores between the tides, and what do the tides change?',
  waitSeconds: 1,
};

type Listed = { ref: string; status: string; cost: number; charged: 'yes' | 'no' | 'unknown' };

export type Answer = {
  job?: { ref: string; status: string; reused: boolean };
  credits?: { charged: string; cost: number };
  papers?: unknown[];
  error?: { code: string; charged: string; retryable: boolean; message: string; next: string };
  jobs?: Listed[];
};

type Server = RawClient & { end(): Promise<unknown> };

/** A server on a data folder, started like a host does. */
export class Caller {
  readonly #server: Server;
  #calls = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** In the test's own process, or the built one in a process of its own. */
  static async open(
    baseUrl: string,
    dataDir: string,
    settings: Record<string, string> = {},
    Kind: typeof ServerHere | typeof RawServer = ServerHere,
  ): Promise<Caller> {
    const server = new Kind({
      PAPERQUEUE_DATA_DIR: dataDir,
      PAPERQUEUE_BASE_URL: baseUrl,
      PAPERQUEUE_TOKEN: 'token-of-the-fault-tests',
      PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
      ...settings,
    });
    await server.initialize();
    return new Caller(server);
  }

  async call(name: string, args: object): Promise<Answer> {
    this.#calls += 1;
    const { result, error } = await this.#server.request(this.#calls, 'tools/call', { name, arguments: args }, CALL_MS);
    if (!result) throw new Error(`no result: ${JSON.stringify(error)}`);
    const [content] = result.content as { text: string }[];
    return JSON.parse(content?.text ?? '') as Answer;
  }

  search(args: object = {}): Promise<Answer> {
    return this.call('query_search', { ...SEARCH, ...args });
  }

  /** The jobs in the store, oldest first. */
  async jobs(): Promise<Listed[]> {
    return ((await this.call('list_jobs', { count: 50 })).jobs ?? []).reverse();
  }

  async end(): Promise<void> {
    await this.#server.end();
  }
}

/**
 * The rule for every failure: the charges are never more than the confirmed and unknown ones together, nor less than
 * the confirmed ones.
 */
export async function expectBooksToHold(caller: Caller, service: ChargingServer): Promise<void> {
  const jobs = await caller.jobs();
  const sum = (charged: string) =>
    jobs.filter((job) => job.charged === charged).reduce((credits, { cost }) => credits + cost, 0);
  expect(service.charged).toBeLessThanOrEqual(sum('yes') + sum('unknown'));
  expect(sum('yes')).toBeLessThanOrEqual(service.charged);
}
