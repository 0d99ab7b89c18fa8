import { type Message, RawServer } from './built-server.ts';
import { envelope, post, ServedMcp } from './served-mcp.ts';

/** The extension io.modelcontextprotocol/tasks, by raw frames: the SDK's own client takes no task for an answer. */

export const TASKS = 'io.modelcontextprotocol/tasks';
export const WITH_TASKS = envelope({ extensions: { [TASKS]: {} } });
export const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';

type Asked = (method: string, params: Record<string, unknown>, meta?: object) => Promise<Message>;
export type Opened = { ask: Asked; close: () => Promise<unknown> };

async function overStdio(settings: Record<string, string>): Promise<Opened> {
  const server = new RawServer(settings);
  let id = 0;
  return {
    ask(method, params, meta = WITH_TASKS) {
      id += 1;
      return server.request(id, method, { ...params, _meta: meta });
    },
    close: () => server.end(),
  };
}

async function overHttp(settings: Record<string, string>): Promise<Opened> {
  const served = await ServedMcp.start(settings);
  return {
    // Always the same id: each request has a server of its own.
    ask: (method, params, meta = WITH_TASKS) =>
      post(served.address, { id: 1, method, params: { ...params, _meta: meta } }),
    close: () => served.end(),
  };
}

/** The ways to a server with tasks. */
export const TRANSPORTS = [
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const;
