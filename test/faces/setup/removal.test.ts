import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../src/faces/setup/clients.ts';
import { removeFromJson } from '../../../src/faces/setup/json-file.ts';
import { runHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** `paperqueue setup --remove CLIENT`: what it takes out of a client's file, and what it leaves. */

function machine(settings: Record<string, string> = {}) {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const run = (...args: string[]) =>
    runHere(['setup', ...args], { HOME: home, PAPERQUEUE_SOURCES: '', ...settings }, folder);
  const fileOf = async (name: string) => JSON.parse((await run(name, '--json')).stdout).file as string;
  const put = async (name: string, text: string) => {
    const file = await fileOf(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return { folder, run, fileOf, put };
}

const OTHERS = '{\n  "keep": 1,\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';

describe('setup --remove', () => {
  it.each(CLIENTS.filter(({ format }) => format !== 'toml').map(({ name }) => name))(
    '%s: takes back what --write wrote into a file of others, and the second time does nothing',
    async (name) => {
      const { run, put } = machine();
      const servers = CLIENTS.find((client) => client.name === name)?.servers ?? '';
      const before = OTHERS.replace('mcpServers', servers);
      const file = await put(name, before);
      expect((await run(name, '--write', '--yes')).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toContain('paperqueue');
      const removed = await run('--remove', name);
      expect([removed.code, removed.stderr]).toEqual([0, '']);
      expect(removed.stdout).toContain(`Removed from ${file}:\n  - ${servers}.paperqueue\n`);
      expect(readFileSync(file, 'utf8')).toBe(before);
      const files = readdirSync(dirname(file));
      const again = await run('--remove', name);
      expect([again.code, again.stdout.includes('nothing to remove')]).toEqual([0, true]);
      expect(readdirSync(dirname(file))).toEqual(files);
    },
  );

  it('keeps the old file, and says where', async () => {
    const { run, put } = machine();
    const text = '{ "mcpServers": { "paperqueue": { "command": "npx" } } }';
    const file = await put('cursor', text);
    const facts = JSON.parse((await run('--remove', 'cursor', '--json')).stdout);
    expect(facts).toMatchObject({ client: 'cursor', file, removed: ['mcpServers.paperqueue'] });
    expect(readFileSync(facts.backup, 'utf8')).toBe(text);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: {} });
  });

  it('takes the questions of VS Code for our secrets too, and no others', async () => {
    const { run, put } = machine({ PAPERQUEUE_BASE_URL: 'https://x.example/api' });
    const before = '{\n  "inputs": [\n    { "id": "mine", "type": "promptString" }\n  ],\n  "servers": {}\n}\n';
    const file = await put('vscode', before);
    await run('vscode', '--write', '--yes');
    expect(readFileSync(file, 'utf8')).toContain('paperqueue-token');
    await run('--remove', 'vscode');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('takes the tables of Codex, and leaves those of others with their comments', async () => {
    const { run, put } = machine();
    const own = '[mcp_servers.paperqueue]\ncommand = "npx"\n\n[mcp_servers.paperqueue.env]\nA = "b"\n\n';
    const before = 'model = "x" # mine\n\n[mcp_servers.a]\ncommand = "a"\n\n';
    const after = '# the last one\n[mcp_servers.b]\ncommand = "[mcp_servers.paperqueue]"\n';
    const file = await put('codex', before + own + after);
    const { code, stdout } = await run('--remove', 'codex');
    expect([code, stdout.includes('  - mcp_servers.paperqueue\n')]).toEqual([0, true]);
    expect(readFileSync(file, 'utf8')).toBe(before + after);
  });

  it.each([
    ['an inline table', 'mcp_servers = { paperqueue = { command = "npx" } }\n'],
    ['what only looks like our table', '[mcp_servers.paperqueue]\ncommand = """\n[mcp_servers.x]\n"""\n'],
  ])('refuses %s of Codex, and changes nothing', async (_, text) => {
    const { run, put } = machine();
    const file = await put('codex', text);
    const { code, stderr } = await run('--remove', 'codex');
    expect([code, stderr.includes('remove it by hand')]).toEqual([1, true]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('makes no file where there is none, and reads that of the project with --project', async () => {
    const { run, fileOf, folder } = machine();
    expect((await run('--remove', 'zed')).code).toBe(0);
    expect(existsSync(await fileOf('zed'))).toBe(false);
    await run('cursor', '--project', '--write', '--yes');
    await run('--remove', 'cursor', '--project');
    expect(JSON.parse(readFileSync(join(folder, '.cursor', 'mcp.json'), 'utf8'))).toEqual({ mcpServers: {} });
  });

  it.each([
    [['--remove', 'emacs'], 2],
    [['--remove', 'cursor', '--write'], 2],
    [['--remove', 'windsurf', '--project'], 1],
  ])('%j ends with %d', async (words, code) => {
    expect((await machine().run(...words)).code).toBe(code);
  });

  it('refuses a file that it cannot read, and leaves it', async () => {
    const { run, put } = machine();
    const file = await put('cursor', '{ "mcpServers": {');
    expect((await run('--remove', 'cursor')).code).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": {');
  });
});

describe('removing from JSON', () => {
  const remove = (text: string) => removeFromJson(text, [['s', 'p']], true);

  it.each([
    ['{"s":{"p":1,"a":2}}', '{"s":{"a":2}}'],
    ['{"s":{"a":2,"p":1}}', '{"s":{"a":2}}'],
    ['{ "s": { "a": 2, "p": 1 } }', '{ "s": { "a": 2 } }'],
    ['{ "s": { "p": 1 } }', '{ "s": {} }'],
    ['{"s": {"p": 1, /* of a */ "a": 2}}', '{"s": {/* of a */ "a": 2}}'],
    ['{"s": {\r\n  "p": 1,\r\n  "a": 2\r\n}}', '{"s": {\r\n  "a": 2\r\n}}'],
    ['{"s": {\n  "p": 1, // ours\n  // of a\n  "a": 2,\n}}', '{"s": {\n  // of a\n  "a": 2,\n}}'],
    ['{"s": {\n  "a": 2, // of a, really\n  "p": 1\n}}', '{"s": {\n  "a": 2 // of a, really\n}}'],
    ['{"s": {\n  // mine\n  "p": {\n    "x": 1\n  },\n}}', '{"s": {\n  // mine\n}}'],
  ])('%j', (text, expected) => {
    expect(remove(text)).toBe(expected);
  });

  it('leaves all other content, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2, '\t'),
        (before, after, indent) => {
          const s = { ...before, p: { x: [1] }, ...after };
          s.p = { x: [1] };
          const { p, ...rest } = s;
          const text = JSON.stringify({ a: 1, s, b: [] }, null, indent);
          expect(parse(remove(text))).toEqual(parse(JSON.stringify({ a: 1, s: rest, b: [] })));
        },
      ),
    );
  });
});
