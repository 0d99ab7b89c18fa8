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
  undici: 'UND_ERR_CONNECT_TIMEOUT',
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

function filesLoadedToListTools(settings: Record<string, string>): string[] {
  const hooks = JSON.stringify(`data:text/javascript,${encodeURIComponent(TELL)}`);
  const register = `import { register } from 'node:module'; register(${hooks});`;
  const call = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(register)}`, join(ROOT, 'dist/paperqueue.mjs')],
    {
      input: call(1, 'initialize', client) + call(2, 'tools/list', {}),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...settings },
    },
  );
  expect(status).toBe(0);
  expect(stdout).toContain('keyword_search');
  return stderr.split('\n').flatMap((line) => (line.startsWith('file:') ? [fileURLToPath(line)] : []));
}

const advice = 'characters of code that listing the tools loads: import what is new with its first call';

it('lists the tools without a library that only later calls need', () => {
  const built = readdirSync(join(ROOT, 'dist/chunks')).map((name) =>
    readFileSync(join(ROOT, 'dist/chunks', name), 'utf8'),
  );
  const files = filesLoadedToListTools({ PAPERQUEUE_DATA_DIR: temporaryFolder() });
  const loaded = files.map((path) => readFileSync(path, 'utf8'));
  expect(loaded.length).toBeGreaterThan(2);
  // Each file more takes its time: of npm, which unpacks a tarball three times at each npx, and of Node.
  expect(loaded.length).toBeLessThan(10);
  expect(built.length).toBeLessThan(150);
  for (const [name, word] of Object.entries(LIBRARIES)) {
    expect([name, built.some((text) => text.includes(word))]).toEqual([name, true]);
    expect([name, loaded.some((text) => text.includes(word))]).toEqual([name, false]);
  }
  // Ajv, which the SDK would load at once, is not there at all.
  expect(built.some((text) => text.includes('no schema with key or ref'))).toBe(false);
  expect(loaded.join('').length, advice).toBeLessThan(200_000);
});

it('loads nothing but the command where there is no setting to check', () => {
  const loaded = filesLoadedToListTools({}).map((path) => readFileSync(path, 'utf8'));
  expect(loaded.length).toBeLessThan(6);
  expect(loaded.join('').length, advice).toBeLessThan(12_000);
});
