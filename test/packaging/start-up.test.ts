import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from '../helpers/tarball.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Words that a library's code is known by in the built files. */
const LIBRARIES = {
  'the MCP SDK': 'subscriptions/listen',
  'the tools': 'acceptPossibleDoubleCharge',
  undici: 'HTTPParserError',
  'prom-client': 'process_cpu_user_seconds_total',
  'fast-xml-parser': 'stopNodes',
  unicode2latex: 'textquotedblleft',
  papaparse: 'MissingQuotes',
};

/** Writes the address of every module that is loaded to stderr. */
const TELL = `import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, url + '\\n');
  return next(url, context);
}`;

/** The built files that a command loads, and what it prints. */
function load(args: string[], settings: Record<string, string>, input = '') {
  const hooks = JSON.stringify(`data:text/javascript,${encodeURIComponent(TELL)}`);
  const register = `import { register } from 'node:module'; register(${hooks});`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(register)}`, join(ROOT, 'dist/paperqueue.mjs'), ...args],
    { input, encoding: 'utf8', env: { PATH: process.env.PATH, ...settings } },
  );
  expect(status).toBe(0);
  const files = stderr.split('\n').flatMap((line) => (line.startsWith('file:') ? [fileURLToPath(line)] : []));
  return { stdout, texts: files.map((path) => readFileSync(path, 'utf8')) };
}

function loadedToListTools(settings: Record<string, string>): string[] {
  const call = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { stdout, texts } = load([], settings, call(1, 'initialize', client) + call(2, 'tools/list', {}));
  expect(stdout).toContain('keyword_search');
  return texts;
}

const advice = 'characters of code that listing the tools loads: import what is new with its first call';

it('lists the tools without a library that only later calls need', () => {
  const built = readdirSync(join(ROOT, 'dist/chunks')).map((name) =>
    readFileSync(join(ROOT, 'dist/chunks', name), 'utf8'),
  );
  const loaded = loadedToListTools({ PAPERQUEUE_DATA_DIR: temporaryFolder() });
  expect(loaded.length).toBeGreaterThan(2);
  // Each file more takes its time: of npm, which unpacks a tarball three times at each npx, and of Node.
  expect(loaded.length).toBeLessThan(10);
  expect(built.length).toBeLessThan(160);
  for (const [name, word] of Object.entries(LIBRARIES)) {
    expect([name, built.some((text) => text.includes(word))]).toEqual([name, true]);
    expect([name, loaded.some((text) => text.includes(word))]).toEqual([name, false]);
  }
  // Ajv, which the SDK would load at once, is not there at all.
  expect(built.some((text) => text.includes('no schema with key or ref'))).toBe(false);
  expect(loaded.join('').length, advice).toBeLessThan(200_000);
});

it('loads nothing but the command where there is no setting to check', () => {
  const loaded = loadedToListTools({});
  expect(loaded.length).toBeLessThan(6);
  expect(loaded.join('').length, advice).toBeLessThan(12_000);
});

it('loads for a command at a shell little but what it needs, and undici only if something is sent', () => {
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  const version = load(['--version'], settings).texts;
  expect(version.join('').length).toBeLessThan(400_000);
  const jobs = load(['jobs'], settings).texts;
  expect(jobs.join('').length).toBeLessThan(1_700_000);
  expect(jobs.some((text) => text.includes(LIBRARIES.undici))).toBe(false);
});
