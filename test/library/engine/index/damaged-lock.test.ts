import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWriteLock } from '../../../../src/library/engine/index/writer/write-lock.ts';
import { some } from '../../../helpers/runs.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../../../search/federated/shelf.ts';

/** The lock of the index holds nothing: damage to it must not end the searches. */

const DAMAGES: [string, (sound: Buffer) => Buffer][] = [
  ['no database', () => Buffer.from('This is no database. '.repeat(60))],
  ['its middle overwritten', (sound) => Buffer.concat([sound.subarray(0, 16), Buffer.alloc(sound.length - 16, 0xff)])],
  ['cut', (sound) => sound.subarray(0, 50)],
];

function lockedOnce(folder: string): string {
  const path = join(folder, 'lock.sqlite');
  const lock = openWriteLock(path);
  lock.attempt(() => {});
  lock.close();
  return path;
}

it.each(DAMAGES)('a lock file that is damaged (%s) still locks, for everybody alike', (_what, damage) => {
  const path = lockedOnce(temporaryFolder());
  writeFileSync(path, damage(readFileSync(path)));
  const [one, two] = [openWriteLock(path), openWriteLock(path)];
  expect(one.attempt(() => two.attempt(() => 'both'))).toEqual({ done: undefined });
  expect(two.attempt(() => 'free again')).toEqual({ done: 'free again' });
  one.close();
  two.close();
});

it.each(some(DAMAGES))('a library whose lock is damaged (%s) is searched, and takes papers', (_what, damage) => {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'library-index');
  mkdirSync(folder);
  const path = lockedOnce(folder);
  writeFileSync(path, damage(readFileSync(path)));
  const { add, ids, library } = openShelf(dataDir);
  add([paper({ key: 'a', title: 'Zyzzyva weevils' })]);
  expect(ids(only('zyzzyva'))).toHaveLength(1);
  library.close();
});
