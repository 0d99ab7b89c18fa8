import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * Files of the user while the disk is full. No file may grow beyond a limit (`ulimit -f`), which needs no rights and
 * fails at the byte, as a disk does: some of a write goes through, the next one fails.
 */

const settings = { PAPERQUEUE_DATA_DIR: '', PAPERQUEUE_SOURCES: 'library' };
/** In the blocks of 512 bytes that POSIX gives to `ulimit`. The files of the store are smaller. */
const LIMIT_BLOCKS = 8_192;
const LIMIT_BYTES = LIMIT_BLOCKS * 512;

beforeAll(async () => {
  settings.PAPERQUEUE_DATA_DIR = temporaryFolder();
  const own = join(temporaryFolder(), 'own.bib');
  writeFileSync(own, '@article{m, title = {Mussels on rocks between the tides}, author = {Shore, Ada}, year = 2019}');
  await runHere(['import', own], settings);
  expect((await runHere(['search', '-k', 'mussel', '-k', 'tide', '-k', 'rocks'], settings)).code).toBe(0);
});

function runLimited(args: string[], of = settings) {
  const script = `ulimit -f ${LIMIT_BLOCKS}; exec "$@"`;
  const shell = ['-c', script, 'sh', process.execPath, BUILT, ...args];
  const { status, stderr } = spawnSync('sh', shell, { env: environment(of), encoding: 'utf8' });
  return [status, stderr];
}

const bibliography = (bytes: number) => {
  const entry = '@article{one, title = {One}, year = 2020}\n';
  return `${entry}%${'x'.repeat(bytes - entry.length - 2)}\n`;
};

describe('on a full disk', () => {
  it('a bibliography that has room for half an entry stays as it is, and takes it once there is room', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'refs.bib');
    const before = bibliography(LIMIT_BYTES - 100);
    writeFileSync(path, before);
    expect(runLimited(['export', 'J1', '--append', path])).toEqual([
      1,
      expect.stringMatching(/paperqueue: .*(?:large|space)/i),
    ]);
    expect(readFileSync(path, 'utf8') === before).toBe(true);
    expect(readdirSync(folder)).toEqual(['refs.bib']);
    expect((await runHere(['export', 'J1', '--append', path], settings)).code).toBe(0);
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
  });

  it.each([false, true])(
    'a file of -o is not begun, and the next try makes it (over an old one: %s)',
    async (isOver) => {
      const folder = temporaryFolder();
      const path = join(folder, 'all.jsonl');
      const before = isOver ? 'old' : undefined;
      if (before !== undefined) writeFileSync(path, before);
      const library = join(folder, 'large.bib');
      const entries = Array.from(
        { length: 3_000 },
        (_, nth) =>
          `@article{k${nth}, title = {Paper ${nth} on tides}, abstract = {${'Words of it. '.repeat(130)}${nth}}}`,
      );
      writeFileSync(library, entries.join('\n'));
      const own = { ...settings, PAPERQUEUE_DATA_DIR: temporaryFolder() };
      expect((await runHere(['import', library], own)).code).toBe(0);
      const words = ['library', 'export', '--format', 'jsonl', '-o', path, ...(isOver ? ['--force'] : [])];
      expect(runLimited(words, own)).toEqual([1, expect.stringMatching(/paperqueue: .*(?:large|space)/i)]);
      expect(readdirSync(folder).sort()).toEqual(isOver ? ['all.jsonl', 'large.bib'] : ['large.bib']);
      if (before !== undefined) expect(readFileSync(path, 'utf8')).toBe(before);
      expect((await runHere(words, own)).code).toBe(0);
      expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(3_000);
    },
  );
});
