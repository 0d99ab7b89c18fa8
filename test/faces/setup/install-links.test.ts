import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** The links of the README, read the way the editors do: without the code that wrote them. */

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const links = [...README.matchAll(/\]\((https:\/\/(?:cursor\.com|insiders\.vscode\.dev)\/[^)\s]+)\)/g)].map(
  ([, link]) => new URL(link as string),
);

async function printed(client: string, flags: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await runHere(['setup', client, '--no-local', '--json', ...flags], {
    HOME: temporaryFolder(),
    PAPERQUEUE_SOURCES: '',
  });
  return JSON.parse(stdout);
}

function decodeCursor(link: URL): unknown {
  return JSON.parse(Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString());
}

describe('the links of the README', () => {
  it('are those of two editors, without and with a service, and all have the name', () => {
    expect(links.map(({ host }) => host)).toEqual([
      ...['cursor.com', 'insiders.vscode.dev'],
      ...['cursor.com', 'insiders.vscode.dev'],
    ]);
    for (const link of links) expect(link.searchParams.get('name')).toBe('paperqueue');
  });

  it.each([
    ['without a service', 0, [] as string[]],
    ['with a service', 2, ['--hosted']],
  ])('carry what setup prints: %s', async (_, first, flags) => {
    const cursor = JSON.parse((await printed('cursor', flags)).content as string);
    expect(decodeCursor(links[first] as URL)).toEqual(cursor.mcpServers.paperqueue);
    const code = JSON.parse((await printed('vscode', flags)).content as string);
    const { searchParams } = links[first + 1] as URL;
    expect(JSON.parse(searchParams.get('config') ?? '')).toEqual(code.servers.paperqueue);
    expect(JSON.parse(searchParams.get('inputs') ?? '[]')).toEqual(code.inputs ?? []);
  });
});

describe('the links that setup prints', () => {
  it('open the editors with the same configuration', async () => {
    const cursor = await printed('cursor', ['--base-url', 'https://x.example/a(b)']);
    const link = new URL(cursor.link as string);
    expect(`${link.protocol}//${link.host}${link.pathname}`).toBe('cursor://anysphere.cursor-deeplink/mcp/install');
    expect(decodeCursor(link)).toEqual(JSON.parse(cursor.content as string).mcpServers.paperqueue);

    const code = await printed('vscode', ['--base-url', 'https://x.example/a(b)']);
    const [address = '', query = ''] = (code.link as string).split('?');
    const { servers, inputs } = JSON.parse(code.content as string);
    expect(address).toBe('vscode:mcp/install');
    expect(query).not.toMatch(/[()']/);
    expect(JSON.parse(decodeURIComponent(query))).toEqual({ name: 'paperqueue', ...servers.paperqueue, inputs });
  });
});
