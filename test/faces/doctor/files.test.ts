import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Access, checkFiles } from '../../../src/faces/doctor/check-files.ts';
import { checkLibrary, checkStore } from '../../../src/faces/doctor/check-machine.ts';
import type { Finding } from '../../../src/faces/doctor/finding.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { some } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** A file as ours are, of several pages. */
function makeFile(path: string): void {
  const database = openDatabase(path, ['CREATE TABLE things (number INTEGER PRIMARY KEY, text TEXT NOT NULL)']);
  for (let number = 0; number < 50; number += 1)
    database.run('INSERT INTO things (text) VALUES (?)', `${number} ${'text '.repeat(200)}`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** The same bytes every time, and no page of SQLite. */
function noise(bytes: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (state * 48_271) % 0x7fffffff;
      return state & 0xff;
    }),
  );
}

function overwrite(path: string, from: number, bytes: number): void {
  const whole = readFileSync(path);
  noise(bytes).copy(whole, from);
  writeFileSync(path, whole);
}

const FAULTS: [string, (path: string) => void][] = [
  ['emptied', (path) => truncateSync(path, 0)],
  ['cut to its first bytes', (path) => truncateSync(path, 100)],
  ['cut to a page', (path) => truncateSync(path, 4_096)],
  ['cut in the middle', (path) => truncateSync(path, 4_096 * 5)],
  ['overwritten at its beginning', (path) => overwrite(path, 0, 4_096)],
  ['overwritten in its middle', (path) => overwrite(path, 4_096 * 3, 4_096 * 2)],
  ['overwritten as a whole', (path) => writeFileSync(path, noise(50_000))],
  ['one of another program', (path) => writeFileSync(path, 'name,year\nx,1\n')],
  [
    'a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  [
    'a link to a folder',
    (path) => {
      rmSync(path);
      mkdirSync(`${path}-folder`);
      symlinkSync(`${path}-folder`, path);
    },
  ],
];

type Look = (folder: string, access?: Access) => Finding[] | Promise<Finding[]>;
const asIs = () => Promise.reject(new Error('a damaged file must not be opened'));
const FILES: [string, Look][] = [
  ['jobs.sqlite', (folder, access) => checkStore(folder, asIs, access)],
  ['library.sqlite', (folder, access) => checkLibrary(folder, asIs, access)],
  ['service.sqlite', checkFiles],
  ['serve.sqlite', checkFiles],
  ['sources.sqlite', checkFiles],
  ['texts.sqlite', checkFiles],
];

const folder = temporaryFolder();
const GOOD = join(folder, 'good.sqlite');
makeFile(GOOD);

/** Files that one function looks at share the faults in `npm test`. */
const ALIKE = FILES.filter(([, look]) => look === checkFiles).map(([name]) => name);
const faultsOf = (name: string) =>
  ALIKE.includes(name) ? some(FAULTS, { nth: ALIKE.length, first: ALIKE.indexOf(name) }) : FAULTS;

describe.each(FILES)('doctor, of %s', (name, look) => {
  it.each(faultsOf(name))('tells that it is %s, changes nothing, and says what to do', async (_what, damage) => {
    const data = temporaryFolder();
    const path = join(data, name);
    copyFileSync(GOOD, path);
    damage(path);
    for (const _again of [1, 2]) {
      const findings = await look(data);
      expect(findings).toHaveLength(1);
      expect(findings[0]).toMatchObject({ message: expect.stringContaining(path), todo: expect.any(String) });
      expect(findings[0]?.state).toBe(/^(sources|texts)/.test(name) ? 'warning' : 'problem');
    }
  });
});

/** The rights to one file are missing. Injected, because root has all of them. */
function deniedAt(path: string, code: string): Access {
  return (asked) => {
    if (asked === path) throw Object.assign(new Error(`${code}: not allowed, access '${asked}'`), { code });
  };
}

describe.each(FILES)('doctor, of %s without the rights to it', (name, look) => {
  it.each(some(['EACCES', 'EPERM', 'EROFS'], { first: FILES.findIndex(([each]) => each === name), nth: 3 }))(
    'names it (%s), calls nothing ok, and has it kept',
    async (code) => {
      const data = temporaryFolder();
      const path = join(data, name);
      copyFileSync(GOOD, path);
      const findings = await look(data, deniedAt(path, code));
      expect(findings.map(({ state }) => state)).toEqual(['problem']);
      expect(findings[0]).toMatchObject({
        message: `${path} cannot be read and written (${code})`,
        todo: expect.stringContaining('Leave it where it is'),
      });
      expect(readFileSync(path).equals(readFileSync(GOOD))).toBe(true);
    },
  );

  it('says nothing of rights where there is not a file', async () => {
    const data = temporaryFolder();
    expect((await look(data)).map(({ state }) => state)).toEqual(['ok']);
  });
});

describe('doctor, of files', () => {
  it('finds nothing wrong with sound ones, or with none', () => {
    const data = temporaryFolder();
    expect(checkFiles(data).map(({ state }) => state)).toEqual(['ok']);
    for (const [name] of FILES) copyFileSync(GOOD, join(data, name));
    expect(checkFiles(data).map(({ state }) => state)).toEqual(['ok']);
  });
});

describe.each(FILES)('doctor, of %s after a first start on a full disk', (name, look) => {
  /** SQLite refuses to grow the file further, as on a full disk. */
  const startOnFullDisk = (path: string) =>
    openDatabase(path, ['PRAGMA max_page_count = 1; CREATE TABLE things (number INTEGER)']);

  it('calls nothing lost, and the next start makes the tables', async () => {
    const path = join(temporaryFolder(), name);
    expect(() => startOnFullDisk(path)).toThrow(/full/);
    const findings = await look(dirname(path));
    expect(findings).toEqual([
      { check: expect.any(String), state: 'ok', message: expect.stringContaining('no tables yet') },
    ]);
    makeFile(path);
    expect(checkFiles(dirname(path)).map(({ state }) => state)).toEqual(['ok']);
  });
});

it('of a file that had tables before, says that they are lost', async () => {
  const path = join(temporaryFolder(), 'jobs.sqlite');
  openDatabase(path, []).close();
  writeFileSync(join(dirname(path), 'jobs.begun'), '2026-01-01T00:00:00.000Z\n');
  expect(await checkStore(dirname(path), asIs)).toMatchObject([
    { state: 'problem', message: expect.stringContaining('none of our tables') },
  ]);
});
