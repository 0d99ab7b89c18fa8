import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWriteLock } from '../../../src/library/engine/index/writer/write-lock.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { takeProcessLock } from '../../../src/platform/sqlite/process-lock.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const OTHERS: [string, (path: string) => unknown][] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ['a link to a terminal', (path) => symlinkSync('/dev/tty', path)],
  ['a folder', (path) => mkdirSync(path)],
  ['a socket', (path) => new Promise<void>((resolve) => createServer().unref().listen(path, resolve))],
];
const OPENERS: [string, (path: string) => unknown][] = [
  ['a database', (path) => openDatabase(path, ['CREATE TABLE t (x INT)'])],
  ['the lock of a process', takeProcessLock],
  ['the lock of an index', (path) => openWriteLock(path).attempt(() => {})],
];

describe.skipIf(process.platform === 'win32').each(OTHERS)('%s in the place of', (_what, make) => {
  it.each(OPENERS)('%s is refused by name, unopened', async (_name, open) => {
    const path = join(temporaryFolder(), 'a.sqlite');
    await make(path);
    expect(() => open(path)).toThrow(`${path} is a folder, a pipe, a socket or a device`);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it.each(['-wal', '-shm', '-journal'])('the file that SQLite opens beside a database, %s, likewise', async (end) => {
    const path = join(temporaryFolder(), 'a.sqlite');
    await make(path + end);
    expect(() => openDatabase(path, [])).toThrow(`${path}${end} is a folder, a pipe, a socket or a device`);
  });
});

it.skipIf(process.platform === 'win32')('a link to a file is a file', () => {
  const [path, link] = [join(temporaryFolder(), 'a.sqlite'), join(temporaryFolder(), 'b.sqlite')];
  openDatabase(path, []).close();
  symlinkSync(path, link);
  openDatabase(link, []).close();
});

it.skipIf(process.platform !== 'linux')('a folder that cannot be made is refused at once, also in /proc', () => {
  expect(() => openDatabase('/proc/papers/data/a.sqlite', [])).toThrow(/ENOENT.*'\/proc\/papers'/);
});

it('folders are made for the user alone', () => {
  const folder = join(temporaryFolder(), 'inner', 'data');
  openDatabase(join(folder, 'a.sqlite'), []).close();
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
});
