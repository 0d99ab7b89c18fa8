import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../src/app/all-tools.ts';
import { temporaryFolder } from './helpers/temporary-folder.ts';

/** What runs elsewhere: the workflows of the code host, and the plugin for Claude Code. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const packageJson = JSON.parse(read('package.json'));

type Parser = typeof import('@actions/workflow-parser');

let parser: Parser;

/** Node cannot load the package as it is: it imports JSON without saying so. */
beforeAll(async () => {
  const outfile = join(temporaryFolder(), 'workflow-parser.mjs');
  const resolved = join(ROOT, 'node_modules/@actions/workflow-parser/dist/index.js');
  await build({ entryPoints: [resolved], bundle: true, platform: 'node', format: 'esm', outfile });
  parser = await import(pathToFileURL(outfile).href);
});

/** What the code host's own parser finds wrong. */
async function problemsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parser.parseWorkflow({ name, content }, new parser.NoOperationTraceWriter());
  if (value) await parser.convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

it('a wrong workflow is noticed', async () => {
  const job = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n';
  expect(await problemsOf('wrong.yml', `${job}    steps:\n      - run: echo\n        foo: 1\n`)).toHaveLength(1);
  expect(await problemsOf('wrong.yml', `${job}    needs: b\n    steps:\n      - run: echo\n`)).not.toEqual([]);
});

describe.each(readdirSync(join(ROOT, '.github/workflows')))('the workflow %s', (name) => {
  const text = read(`.github/workflows/${name}`);

  it('has nothing that its parser knows to be wrong', async () => {
    expect(await problemsOf(name, text)).toEqual([]);
  });

  it('runs scripts that there are', () => {
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
    const files = [...text.matchAll(/run: (\.\S+)/g)].map(([, file]) => file as string);
    for (const file of files.filter((each) => each !== './mcp-publisher'))
      expect(existsSync(join(ROOT, file))).toBe(true);
  });

  it('may write nothing unless a job says so', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});

it('the oldest Node of CI is the oldest that the package takes', () => {
  const [oldest] = /node: \[(\d+)/.exec(read('.github/workflows/ci.yml'))?.slice(1) ?? [];
  expect(packageJson.engines.node).toMatch(new RegExp(`^>=${oldest}\\.`));
});

describe('the plugin for Claude Code', () => {
  const plugin = JSON.parse(read('plugin/.claude-plugin/plugin.json'));
  const [listed] = JSON.parse(read('.claude-plugin/marketplace.json')).plugins;

  it('is where the marketplace says, under its name, in the version of the package', () => {
    expect(listed).toMatchObject({ name: plugin.name, source: './plugin', description: plugin.description });
    expect(plugin.version).toBe(packageJson.version);
    const { mcpServers } = JSON.parse(read(join('plugin', plugin.mcpServers)));
    expect(mcpServers).toEqual({ paperqueue: { command: 'npx', args: ['-y', packageJson.name] } });
  });
});

describe('the plugin for Codex', () => {
  const plugin = JSON.parse(read('plugin/.codex-plugin/plugin.json'));
  const [listed] = JSON.parse(read('.agents/plugins/marketplace.json')).plugins;

  it('is the same plugin, with the same server and skills', () => {
    const { name, version, description, mcpServers } = JSON.parse(read('plugin/.claude-plugin/plugin.json'));
    expect(plugin).toMatchObject({ name, version, description, mcpServers });
    expect(listed).toMatchObject({ name, source: { source: 'local', path: './plugin' } });
    expect(existsSync(join(ROOT, 'plugin', plugin.skills, 'literature-review/SKILL.md'))).toBe(true);
  });
});

it('the version in CITATION.cff is that of the package', () => {
  expect(read('CITATION.cff')).toContain(`\nversion: ${packageJson.version}\n`);
});

describe('the entry for the directory of ChatGPT', () => {
  const entry = JSON.parse(read('packaging/chatgpt-app-submission.json'));

  it('has each tool with the hints that the server gives', () => {
    const hints = TOOLS.map(({ name, annotations: { readOnlyHint, openWorldHint, destructiveHint } }) => [
      name,
      { readOnlyHint, openWorldHint, destructiveHint },
    ]);
    const listed = Object.entries(entry.tools as Record<string, { annotations: object; justifications: object }>);
    expect(Object.fromEntries(listed.map(([name, { annotations }]) => [name, annotations]))).toEqual(
      Object.fromEntries(hints),
    );
    for (const [, { justifications }] of listed)
      expect(Object.values(justifications)).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  });

  it('has cases within the limits of the form, which name tools that there are', () => {
    expect(entry.app_info.subtitle.length).toBeLessThanOrEqual(30);
    expect(entry.test_cases.length).toBeLessThanOrEqual(5);
    expect(entry.negative_test_cases.length).toBeLessThanOrEqual(3);
    const named = entry.test_cases.map((each: { tools_triggered: string }) => each.tools_triggered);
    expect(TOOLS.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });
});
