import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { takeProcessLock } from '../../../src/platform/sqlite/process-lock.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { testProgram } from '../../helpers/test-program.ts';

/**
 * Locks of files belong to the process and are gone with the first descriptor of the file that it closes, whoever
 * opened it. SQLite then takes its log away under a process that still writes there, and what that commits is lost.
 */

const WORDS = 'CREATE TABLE words (word TEXT NOT NULL) STRICT';
const LOCK = testProgram(new URL('../../../src/platform/sqlite/process-lock.ts', import.meta.url));
const VISITOR = testProgram(new URL('./visitor.ts', import.meta.url));

const wordsSeenByAnother = (path: string): number =>
  Number(execFileSync(process.execPath, [VISITOR, path, WORDS], { encoding: 'utf8' }));

it('a file that is opened again in its process loses nothing when another process has closed it', () => {
  const path = join(temporaryFolder(), 'test.sqlite');
  const one = openDatabase(path, [WORDS]);
  one.run("INSERT INTO words VALUES ('before')");
  const two = openDatabase(path, [WORDS]);
  expect(wordsSeenByAnother(path)).toBe(1);
  for (const database of [one, two]) database.run("INSERT INTO words VALUES ('after')");
  expect(wordsSeenByAnother(path)).toBe(3);
  one.close();
  two.close();
});

it('a lock that its own process cannot have twice is still held against others', () => {
  const path = join(temporaryFolder(), 'test.lock');
  const lock = takeProcessLock(path);
  expect(takeProcessLock(path)).toBeUndefined();
  const another = `import { takeProcessLock } from ${JSON.stringify(pathToFileURL(LOCK).href)};
    process.stdout.write(takeProcessLock(${JSON.stringify(path)}) ? 'taken' : 'held');`;
  const args = ['--input-type=module', '-e', another];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('held');
  lock?.release();
});
