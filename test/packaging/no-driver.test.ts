import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import { ROOT } from '../helpers/tarball.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Where Node has no SQLite of its own and no prebuilt one is installed. */

const hasOwn = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined;

it('lists its tools all the same, and says in the first answer what to do', async () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  // As libsql is on a platform that it has no binary for; it also hides one that a folder above may have.
  mkdirSync(join(folder, 'node_modules/libsql'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/libsql/index.js'), "require('@libsql/no-such-platform');\n");
  const args = [...(hasOwn ? ['--no-experimental-sqlite'] : []), join(folder, 'dist/paperqueue.mjs')];
  const server = new RawServer({ PAPERQUEUE_DATA_DIR: join(folder, 'data') }, { command: process.execPath, args });
  await server.initialize();
  const { result } = await server.request(1, 'tools/list');
  expect(result?.tools).toHaveLength(10);
  const { isError, json } = await server.call(2, 'list_jobs', {});
  expect(isError).toBe(true);
  const { error } = json as { error: Record<string, string> };
  expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no', retryable: false });
  expect(error.message).toContain(`Node.js ${process.version}`);
  expect(error.message).toContain(`${process.platform}-${process.arch}`);
  expect(error.next).toContain('Node.js 22.13 or later');
  expect((await server.end()).code).toBe(0);
});
