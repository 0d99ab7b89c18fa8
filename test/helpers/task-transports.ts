import { RawServer } from './built-server.ts';
import type { Message, RawClient } from './raw-client.ts';
import { serveHere } from './run-here.ts';
import { envelope, post, ServedMcp } from './served-mcp.ts';
import { ServerHere } from './server-here.ts';

/** The extension io.modelcontextprotocol/tasks, by raw frames: the SDK's own client takes no task for an answer. */

export const TASKS = 'io.modelcontextprotocol/tasks';
export const WITH_TASKS = envelope({ extensions: { [TASKS]: {} } });
export const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';

type Asked = (method: string, params: Record<string, unknown>, meta?: object) => Promise<Message>;
export type Opened = { ask: Asked; close: () => Promise<unknown> };

type Ending = { end: () => Promise<unknown> };

function throughLines(server: RawClient & Ending): Opened {
  let id = 0;
  return {
    ask(method, params, meta = WITH_TASKS) {
      id += 1;
      return server.request(id, method, { ...params, _meta: meta });
    },
    close: () => server.end(),
  };
}

function throughPosts(served: Ending & { address: string }): Opened {
  return {
    // Always the same id: each request has a server of its own.
    ask: (method, params, meta = WITH_TASKS) =>
      post(served.address, { id: 1, method, params: { ...params, _meta: meta } }),
    close: () => served.end(),
  };
}

type Open = (settings: Record<string, string>) => Promise<Opened>;

/** The ways to a server with tasks: one in this process, and a built one for what two processes share. */
export const TRANSPORTS: [string, { here: Open; built: Open }][] = [
  [
    'stdio',
    {
      here: async (settings) => throughLines(new ServerHere(settings)),
      built: async (settings) => throughLines(new RawServer(settings)),
    },
  ],
  [
    'HTTP',
    {
      here: async (settings) => throughPosts(await serveHere(['mcp', '--http', '--port', '0'], settings)),
      built: async (settings) => throughPosts(await ServedMcp.start(settings)),
    },
  ],
];
