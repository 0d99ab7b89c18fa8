import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { BUILT, environment, RawServer } from './built-server.ts';
import { ServedMcp } from './served-mcp.ts';

export type ToolResult = {
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** The calls that the end-to-end tests need from any client. */
export type Driver = Asking & {
  listTools(): Promise<{ name: string; description?: string; inputSchema: object; outputSchema?: object }[]>;
  call(name: string, args: object, onProgress?: (progress: number) => void): Promise<ToolResult>;
  close(): Promise<void>;
};

/** Calls beside tools that have the same names in both SDKs. */
type Asking = {
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: { uri: string; mimeType?: string; text?: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string; arguments?: { name: string; required?: boolean }[] }[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{
    messages: { role: string; content: { type: string; text?: string } }[];
  }>;
  complete(params: {
    ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: string[] } }>;
};

/** The methods of an SDK client, bound to it. */
function askingThrough(client: object): Asking {
  const asking = client as Asking;
  return {
    listResources: () => asking.listResources(),
    listResourceTemplates: () => asking.listResourceTemplates(),
    readResource: (params) => asking.readResource(params),
    listPrompts: () => asking.listPrompts(),
    getPrompt: (params) => asking.getPrompt(params),
    complete: (params) => asking.complete(params),
  };
}

type Settings = Record<string, string>;

function spawned(settings: Settings) {
  return { command: process.execPath, args: [BUILT], env: environment(settings) };
}

async function openLegacyClient(settings: Settings): Promise<Driver> {
  return legacyDriver(new LegacyStdio(spawned(settings)));
}

/** A server of its own over HTTP, that ends with the client. */
async function overHttp(settings: Settings, open: (address: URL) => Promise<Driver>): Promise<Driver> {
  const served = await ServedMcp.start(settings);
  const driver = await open(new URL(served.address));
  return {
    ...driver,
    async close() {
      await driver.close();
      await served.end();
    },
  };
}

async function legacyDriver(transport: Parameters<LegacyClient['connect']>[0]): Promise<Driver> {
  const client = new LegacyClient({ name: 'v1', version: '1' });
  await client.connect(transport);
  return {
    ...askingThrough(client),
    listTools: async () => (await client.listTools()).tools as never,
    call: (name, args, onProgress) =>
      client.callTool({ name, arguments: { ...args } }, undefined, progressOption(onProgress)) as Promise<ToolResult>,
    close: () => client.close(),
  };
}

type Negotiation = NonNullable<NonNullable<ConstructorParameters<typeof ModernClient>[1]>['versionNegotiation']>;

function openModernClient(negotiation: Negotiation) {
  return (settings: Settings) => modernDriver(negotiation, new ModernStdio(spawned(settings)));
}

async function modernDriver(
  versionNegotiation: Negotiation,
  transport: Parameters<ModernClient['connect']>[0],
): Promise<Driver> {
  const client = new ModernClient({ name: 'v2', version: '1' }, { versionNegotiation });
  await client.connect(transport);
  return {
    ...askingThrough(client),
    listTools: async () => (await client.listTools()).tools as never,
    call: (name, args, onProgress) =>
      client.callTool({ name, arguments: { ...args } }, progressOption(onProgress)) as Promise<ToolResult>,
    close: () => client.close(),
  };
}

function openModernHttp(negotiation: Negotiation) {
  return (settings: Settings) => overHttp(settings, (address) => modernDriver(negotiation, new ModernHttp(address)));
}

async function openRawClient(settings: Settings): Promise<Driver> {
  const server = new RawServer(settings);
  await server.initialize();
  let id = 100;
  const ask =
    (method: string) =>
    async (params: object = {}) => {
      id += 1;
      const { result, error } = await server.request(id, method, params);
      if (!result) throw new Error(error?.message);
      return result as never;
    };
  return {
    listResources: ask('resources/list'),
    listResourceTemplates: ask('resources/templates/list'),
    readResource: ask('resources/read'),
    listPrompts: ask('prompts/list'),
    getPrompt: ask('prompts/get'),
    complete: ask('completion/complete'),
    listTools: async () => {
      id += 1;
      return (await server.request(id, 'tools/list')).result?.tools as never;
    },
    call: async (name, args, onProgress) => {
      id += 1;
      const own = id;
      const meta = onProgress ? { _meta: { progressToken: own } } : {};
      const answer = await server.request(own, 'tools/call', { name, arguments: args, ...meta });
      for (const { method, params } of server.messages) {
        if (method === 'notifications/progress' && params?.progressToken === own) onProgress?.(Number(params.progress));
      }
      return answer.result as ToolResult;
    },
    close: async () => {
      await server.end();
    },
  };
}

function progressOption(onProgress: ((progress: number) => void) | undefined) {
  return onProgress ? { onprogress: ({ progress }: { progress: number }) => onProgress(progress) } : {};
}

/** Every kind of client in the tests. */
export const DRIVERS: [string, (settings: Settings) => Promise<Driver>][] = [
  ['the v1 SDK client', openLegacyClient],
  ['the v2 client, legacy', openModernClient({ mode: 'legacy' })],
  ['the v2 client, auto', openModernClient({ mode: 'auto' })],
  ['the v2 client, pinned to 2026-07-28', openModernClient({ mode: { pin: '2026-07-28' } })],
  ['raw JSON-RPC', openRawClient],
];

/** The same over HTTP, each with a server of its own. */
export const HTTP_DRIVERS: typeof DRIVERS = [
  [
    'the v1 SDK client over HTTP',
    (settings) => overHttp(settings, (address) => legacyDriver(new LegacyHttp(address) as never)),
  ],
  ['the v2 client over HTTP, legacy', openModernHttp({ mode: 'legacy' })],
  ['the v2 client over HTTP, auto', openModernHttp({ mode: 'auto' })],
  ['the v2 client over HTTP, pinned to 2026-07-28', openModernHttp({ mode: { pin: '2026-07-28' } })],
];
