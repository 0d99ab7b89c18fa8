import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { TOOL_NAMES } from '../../src/platform/settings/tool-names.ts';
import { RawServer } from '../helpers/built-server.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { ROOT } from '../helpers/tarball.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { listen } from '../service/callbacks/receiver.ts';

/** Where Node has no SQLite of its own and no prebuilt one is installed. */

const hasOwn = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined;

/** The program in a folder of its own, out of reach of the packages of this repository. */
function copyProgram(): string {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  return folder;
}

/** The error of the first call that needs the store; the list of tools answers before it. */
async function firstError(folder: string, settings: Record<string, string> = {}): Promise<Record<string, string>> {
  const args = [...(hasOwn ? ['--no-experimental-sqlite'] : []), join(folder, 'dist/paperqueue.mjs')];
  const env = { PAPERQUEUE_DATA_DIR: join(folder, 'data'), ...settings };
  const server = new RawServer(env, { command: process.execPath, args });
  await server.initialize();
  const { result } = await server.request(1, 'tools/list');
  expect(result?.tools).toHaveLength(TOOL_NAMES.length);
  const { isError, json } = await server.call(2, 'list_jobs', {});
  expect(isError).toBe(true);
  expect((await server.end()).code).toBe(0);
  // An empty one would look as if somebody had emptied it.
  expect(existsSync(join(folder, 'data/jobs.sqlite'))).toBe(false);
  return (json as { error: Record<string, string> }).error;
}

it('lists its tools all the same, and says in the first answer what to do', async () => {
  const folder = copyProgram();
  // As libsql is on a platform that it has no binary for; it also hides one that a folder above may have.
  mkdirSync(join(folder, 'node_modules/libsql'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/libsql/index.js'), "require('@libsql/no-such-platform');\n");
  const error = await firstError(folder);
  expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no', retryable: false });
  expect(error.message).toContain(`Node.js ${process.version}`);
  expect(error.message).toContain(`${process.platform}-${process.arch}`);
  expect(error.next).toContain('Node.js 22.13 or later');
  expect(readdirSync(join(folder, 'dist/libsql')).sort()).toEqual(['package-lock.json', 'package.json']);
});

it.runIf(IS_WHOLE)(
  'fetches a driver from the registry of npm, and takes none but the one that the build was tested with',
  async () => {
    const asked: string[] = [];
    const registry = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end(gzipSync('somebody else has packed this'));
    });
    const port = await listen(registry);
    const folder = copyProgram();
    const error = await firstError(folder, {
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: join(folder, 'cache'),
    });
    expect(asked).toContain('/libsql/-/libsql-0.5.29.tgz');
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no' });
    expect(error.message).toMatch(/nor could npm fetch it \(sha512-.* integrity checksum failed/);
    expect(existsSync(join(folder, 'dist/libsql/node_modules'))).toBe(false);
    expect(readdirSync(join(folder, 'dist/libsql')).sort()).toEqual(['package-lock.json', 'package.json']);
  },
);
