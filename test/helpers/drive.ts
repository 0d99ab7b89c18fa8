import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { environment, type Program, RawServer } from './built-server.ts';

export type Driven = {
  legacy: { protocolVersion: string; version: string; tools: string[] };
  modern: { era: string; tools: string[] };
  search: { mode: string; titles: string[]; charged: string };
  end: { code: number | null };
};

/**
 * Drives an installed server as hosts do: handshake and tools in both protocol eras, a search in embedded mode, and the
 * end of standard input.
 */
export async function drive(program: Program, settings: Record<string, string>): Promise<Driven> {
  const modern = await askModern(program, settings);
  const server = new RawServer(settings, program);
  const { result } = await server.initialize();
  const { protocolVersion, serverInfo } = result as { protocolVersion: string; serverInfo: { version: string } };
  const listed = (await server.request(1, 'tools/list')).result as { tools: { name: string }[] };
  const { isError, json } = await server.call(2, 'keyword_search', {
    keywords: ['carbon dioxide', 'concentration', 'atmosphere'],
    count: 5,
  });
  if (isError) throw new Error(`the search failed: ${JSON.stringify(json)}`);
  const answer = json as { mode: string; papers: { title: string }[]; credits: { charged: string } };
  return {
    legacy: { protocolVersion, version: serverInfo.version, tools: listed.tools.map(({ name }) => name) },
    modern,
    search: { mode: answer.mode, titles: answer.papers.map(({ title }) => title), charged: answer.credits.charged },
    end: await server.end(),
  };
}

async function askModern({ command, args }: Program, settings: Record<string, string>): Promise<Driven['modern']> {
  const client = new Client(
    { name: 'installed', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StdioClientTransport({ command, args, env: environment(settings) }));
  const { tools } = await client.listTools();
  const era = String(client.getProtocolEra());
  await client.close();
  return { era, tools: tools.map(({ name }) => name) };
}
