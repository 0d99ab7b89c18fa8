/**
 * The converters that products put between the list of tools and a model, over the list of the built server: npm run
 * test:long converters. Installs them from npm and PyPI into a temporary folder, and prints what each took and what it
 * refused. A registry that is not reached is said, and nothing is checked with it. Exits 1 when a converter refuses a
 * tool, or keeps not all of it, which KNOWN does not explain.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RawServer } from '../helpers/built-server.ts';
import { installTools, say } from './tools.ts';

const OF_NPM = [
  ...['ai@6.0.326', '@ai-sdk/google@3.0.141', '@ai-sdk/openai@3.0.141', '@google/genai@2.32.0'],
  ...['@langchain/mcp-adapters@1.1.4', '@langchain/core@1.4.0', '@openai/agents@0.20.0'],
];
const OF_PYPI = [
  ...['mcp==1.30.0', 'google-genai==3.6.1', 'langchain-mcp-adapters==0.3.2', 'langchain-core==1.8.3'],
  ...['openai-agents==0.24.0', 'pydantic-ai-slim[openai]==2.68.0', 'anthropic==2.14.0'],
];

/** Converters that refuse tools, and why we leave it so. */
const KNOWN: Readonly<Record<string, string>> = {
  'google-genai session':
    'fails on any additionalProperties that is true or false (googleapis/python-genai issues 2393 and 2476)',
  'openai-agents strict': 'marks tools with if as strict, which OpenAI refuses; it is off unless asked for',
};

const INSTALL_MS = 600_000;
const run = promisify(execFile);

type Report = { converter: string; version: string; tools: number; refused: { tool: string; why: string }[] };

const file = (name: string) => fileURLToPath(new URL(`./converters/${name}`, import.meta.url));

/** What hosts are sent. */
async function listTools(dataDir: string): Promise<string> {
  const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' });
  try {
    await server.initialize();
    return JSON.stringify((await server.request(2, 'tools/list')).result);
  } finally {
    await server.end();
  }
}

/** A converter's program once its packages are there; undefined, with a line that says so, if they cannot be. */
async function installed<T>(what: string, install: () => Promise<T>): Promise<T | undefined> {
  try {
    return await install();
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr || (error as Error).message).split('\n');
    say(`skipped: ${what} cannot be installed here: ${reason?.slice(0, 200)}`);
    return undefined;
  }
}

/** Runs a program that prints reports. */
async function reportsOf(command: string, args: string[]): Promise<Report[]> {
  const { stdout } = await run(command, args);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line));
}

async function convertInJavaScript(list: string): Promise<Report[]> {
  const tools = await installed('the packages of npm', async () => installTools(OF_NPM));
  if (tools === undefined) return [];
  try {
    cpSync(file('javascript.mjs'), join(tools.root, 'javascript.mjs'));
    return await reportsOf(tools.node, [join(tools.root, 'javascript.mjs'), list]);
  } finally {
    tools.remove();
  }
}

async function convertInPython(folder: string, list: string): Promise<Report[]> {
  const python = await installed('the packages of PyPI', async () => {
    const venv = join(folder, 'venv');
    await run('python3', ['-m', 'venv', venv]);
    const made = join(venv, 'bin', 'python');
    const flags = ['--quiet', '--disable-pip-version-check', '--retries', '1'];
    await run(made, ['-m', 'pip', 'install', ...flags, ...OF_PYPI], { timeout: INSTALL_MS });
    return made;
  });
  return python === undefined ? [] : reportsOf(python, [file('python.py'), list]);
}

const folder = mkdtempSync(join(tmpdir(), 'paperqueue-converters-'));
let failures = 0;
try {
  const list = join(folder, 'list.json');
  writeFileSync(list, await listTools(join(folder, 'data')));
  for (const { converter, version, tools, refused } of [
    ...(await convertInJavaScript(list)),
    ...(await convertInPython(folder, list)),
  ]) {
    const known = KNOWN[converter];
    const took = `${converter} ${version}: took ${tools - refused.length} of ${tools}`;
    if (refused.length === 0) say(known === undefined ? took : `${took}; KNOWN and decision 0056 can say so`);
    else say(`${took}; ${known ?? refused.map(({ tool, why }) => `${tool}: ${why}`).join('; ')}`);
    if (refused.length > 0 && known === undefined) failures += 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
