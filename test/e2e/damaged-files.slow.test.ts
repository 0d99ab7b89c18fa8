import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Whichever file of the data folder is damaged, and however: a command does its work or says which file it is. */

const COMMANDS = [
  ['search', '-k', 'mussel', '-k', 'tide', '-k', 'rocks'],
  ['show', 'J1'],
  ['export', 'J1', '--format', 'bibtex'],
  ['read', 'J1-1'],
  ['library'],
  ['doctor'],
];

const DAMAGES: [how: string, damage: (path: string) => void][] = [
  ['emptied', (path) => truncateSync(path, 0)],
  ['cut in half', (path) => truncateSync(path, statSync(path).size >> 1)],
  [
    'without its beginning',
    (path) => writeFileSync(path, readFileSync(path).fill(0, 0, Math.min(100, statSync(path).size))),
  ],
  [
    'full of zeros from its middle on',
    (path) => writeFileSync(path, readFileSync(path).fill(0, statSync(path).size >> 1)),
  ],
  ['another file', (path) => writeFileSync(path, '{"hello": 1}\n')],
  ['missing', (path) => rmSync(path)],
  [
    'a pipe',
    (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
  ],
  [
    'a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
      writeFileSync(join(path, 'a'), '');
    },
  ],
];

const folder = temporaryFolder();
const settingsOf = (dataDir: string) => ({ PAPERQUEUE_DATA_DIR: dataDir });

beforeAll(async () => {
  const [data, file] = [join(folder, 'data'), join(folder, 'papers.ris')];
  writeFileSync(file, 'TY  - JOUR\nTI  - A mussel on its rocks in the tide\nDO  - 10.5555/tide.1\nER  - \n');
  for (const args of [['import', file], COMMANDS[0] ?? [], ['read', 'J1-1']]) await runHere(args, settingsOf(data));
});

const FILES = [
  ...['jobs.begun', 'jobs.reached', 'jobs.sqlite', 'library-index', 'library.sqlite'],
  ...['service.begun', 'service.sqlite', 'texts.sqlite'],
];

it('the folder has these files', () => {
  expect(readdirSync(join(folder, 'data')).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(FILES.toSorted());
});

describe.each(FILES)('%s', (name) => {
  it.each(DAMAGES)('%s', async (_how, damage) => {
    for (const args of COMMANDS) {
      const dataDir = temporaryFolder();
      cpSync(join(folder, 'data'), dataDir, { recursive: true });
      const path = join(dataDir, name);
      const paths = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
      for (const each of paths) damage(each);
      const { code, stdout, stderr } = await runHere(args, settingsOf(dataDir));
      const said = `${args[0]}: ${code} ${stderr}`;
      expect(said).toMatch(/: [01] /);
      expect(said).not.toMatch(/\n\s+at |INTERNAL|is not a function|Cannot read/);
      if (code !== 0) expect(`${stdout}${stderr}`).toMatch(/STORE_UNAVAILABLE|JOB_NOT_FOUND|there is a problem/);
    }
  });
});
