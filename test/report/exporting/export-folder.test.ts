import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorDetails } from '../../../src/contract/errors.ts';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { openExportFolder } from '../../../src/report/exporting/export-folder.ts';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { IS_WHOLE, runs } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function openFolder(dataDir: string = temporaryFolder()) {
  const folder = join(dataDir, 'exports');
  const { write } = openExportFolder(dataDir);
  return { dataDir, folder, write, names: () => (existsSync(folder) ? readdirSync(folder).sort() : []) };
}

function factsOf(write: () => unknown): ErrorDetails | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return error instanceof PaperqueueError ? error.details : undefined;
  }
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a new export', () => {
  it('is a file of that text in the folder exports, and nothing else is left there', () => {
    const { write, folder, names } = openFolder();
    const text = 'Ærøskøbing, 字, 𝔼,\r\n"quoted"\n';
    expect(write('J1', 'csl.json', text)).toBe(join(folder, 'J1.csl.json'));
    expect(readFileSync(join(folder, 'J1.csl.json'), 'utf8')).toBe(text);
    expect(names()).toEqual(['J1.csl.json']);
  });

  it('is for its owner only, file and folder, also under a lax umask', () => {
    const before = process.umask(0);
    try {
      const { write, folder } = openFolder();
      expect(modeOf(write('J1', 'bib', 'a'))).toBe(0o600);
      expect(modeOf(write('J1', 'bib', 'b'))).toBe(0o600);
      expect(modeOf(folder)).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  it('makes the data folder where there is none yet, and keeps the path of one that is reached by a link', () => {
    const parent = temporaryFolder();
    const missing = openFolder(join(parent, 'new', 'data'));
    expect(readFileSync(missing.write('J1', 'bib', 'a'), 'utf8')).toBe('a');
    symlinkSync(join(parent, 'new'), join(parent, 'link'));
    const linked = openFolder(join(parent, 'link', 'data'));
    expect(linked.write('J1', 'bib', 'b')).toBe(join(parent, 'link', 'data', 'exports', 'J1-2.bib'));
  });

  it('may be empty', () => {
    const { write } = openFolder();
    expect(readFileSync(write('J1', 'bib', ''), 'utf8')).toBe('');
  });
});

describe('a name that is taken', () => {
  it('by the same text is given back, and no second file is made', () => {
    const { write, names } = openFolder();
    const [first, second] = [write('J1', 'bib', 'a'), write('J1', 'bib', 'a')];
    expect(second).toBe(first);
    expect(names()).toEqual(['J1.bib']);
  });

  it('by another text is left as it is: the new file has a number', () => {
    const { write, folder, names } = openFolder();
    for (const text of ['a', 'b', 'c', 'b', 'a']) write('J1', 'bib', text);
    expect(names()).toEqual(['J1-2.bib', 'J1-3.bib', 'J1.bib']);
    expect(['J1.bib', 'J1-2.bib', 'J1-3.bib'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(basename(write('J1', 'bib', 'b'))).toBe('J1-2.bib');
  });

  it('by a text that only begins the same is another text', () => {
    const { write } = openFolder();
    expect(
      [write('J1', 'bib', 'a'), write('J1', 'bib', 'a\n'), write('J1', 'bib', '')].map((p) => basename(p)),
    ).toEqual(['J1.bib', 'J1-2.bib', 'J1-3.bib']);
  });

  it('by another format or job does not matter', () => {
    const { write, names } = openFolder();
    write('J1', 'bib', 'a');
    write('J1', 'ris', 'b');
    write('J1-selection', 'bib', 'c');
    expect(names()).toEqual(['J1-selection.bib', 'J1.bib', 'J1.ris']);
  });

  it('is never written over, also by whatever a person put there', () => {
    const { write, folder } = openFolder();
    mkdirSync(join(folder, 'J1.bib'), { recursive: true });
    writeFileSync(join(folder, 'J1-2.bib'), 'mine');
    expect(basename(write('J1', 'bib', 'a'))).toBe('J1-3.bib');
    expect(readFileSync(join(folder, 'J1-2.bib'), 'utf8')).toBe('mine');
  });

  it('any texts: each is where its path says, equal ones once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('a', 'b'), fc.string({ unit: ANY_CHARACTER })), { maxLength: 8 }),
        (texts) => {
          const { write, names } = openFolder();
          const paths = texts.map((text) => write('J1', 'csv', text));
          expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(texts);
          expect(names()).toHaveLength(new Set(texts).size);
        },
      ),
      { numRuns: runs(50), examples: [[['\ufeffa', 'a', '\ufeffa']]] },
    );
  });

  it('by the same text with half a character is given back too', () => {
    const { write, names } = openFolder();
    expect(write('J1', 'receipt.md', 'a\ud800')).toBe(write('J1', 'receipt.md', 'a\ud800'));
    expect(names()).toEqual(['J1.receipt.md']);
  });
});

describe('links', () => {
  it('in place of the folder are refused, and nothing is written where they lead', () => {
    const elsewhere = temporaryFolder();
    const { dataDir, folder, write } = openFolder();
    symlinkSync(elsewhere, folder);
    expect(factsOf(() => write('J1', 'bib', 'a'))).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no' });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['exports']);
  });

  it('in place of the folder are refused also when they came later, or lead to nothing, or back inside', () => {
    const { dataDir, folder, write } = openFolder();
    write('J1', 'bib', 'a');
    renameSync(folder, join(dataDir, 'moved'));
    symlinkSync('moved', folder);
    expect(factsOf(() => write('J1', 'bib', 'b'))?.code).toBe('STORE_UNAVAILABLE');
    expect(readdirSync(join(dataDir, 'moved'))).toEqual(['J1.bib']);

    const dangling = openFolder();
    symlinkSync(join(dangling.dataDir, 'nowhere'), dangling.folder);
    expect(factsOf(() => dangling.write('J1', 'bib', 'a'))?.code).toBe('STORE_UNAVAILABLE');
    expect(readdirSync(dangling.dataDir)).toEqual(['exports']);
    // The search for secrets after the run opens whatever it finds.
    unlinkSync(dangling.folder);
  });

  it.each([
    ['of another text', 'theirs'],
    ['of the same text', 'a'],
    ['that leads to nothing', undefined],
  ])('at the file name, to a file %s, are neither followed nor replaced', (_what, content) => {
    const { dataDir, folder, write } = openFolder();
    const target = join(dataDir, 'target');
    if (content !== undefined) writeFileSync(target, content);
    mkdirSync(folder);
    symlinkSync(target, join(folder, 'J1.bib'));
    const path = write('J1', 'bib', 'a');
    expect([basename(path), lstatSync(path).isFile()]).toEqual(['J1-2.bib', true]);
    expect(readlinkSync(join(folder, 'J1.bib'))).toBe(target);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : undefined).toBe(content);
    unlinkSync(join(folder, 'J1.bib'));
  });
});

describe('a name', () => {
  it.each([
    '',
    '.',
    '..',
    '../J1',
    'a/b',
    'a\\b',
    '/J1',
    'J1.bib',
    'J 1',
    'J1\n',
    'J1\0',
    'Jé',
    'C:J1',
    'a'.repeat(101),
  ])('is refused: %j', (name) => {
    const { dataDir, write } = openFolder();
    expect(() => write(name, 'bib', 'a')).toThrow(/name/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each(['J1', 'J1-J2-J3-J4-and-3-more', 'all-jobs-selection', 'a'.repeat(100)])('is taken: %j', (name) => {
    expect(basename(openFolder().write(name, 'bib', 'a'))).toBe(`${name}.bib`);
  });
});

describe('a folder that cannot be written', () => {
  it('because a file has its place, is STORE_UNAVAILABLE with what to do', () => {
    const { folder, write } = openFolder();
    writeFileSync(folder, 'mine');
    expect(factsOf(() => write('J1', 'bib', 'a'))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      charged: 'no',
      retryable: true,
      next: expect.stringContaining('PAPERQUEUE_DATA_DIR'),
    });
    expect(readFileSync(folder, 'utf8')).toBe('mine');
  });

  it('because the data folder is read-only, or where that stops nobody a file, is STORE_UNAVAILABLE too', () => {
    const dataDir = join(temporaryFolder(), 'data');
    // The superuser may write everywhere.
    if (process.getuid?.() === 0) writeFileSync(dataDir, '');
    else mkdirSync(dataDir, { mode: 0o500 });
    expect(factsOf(() => openFolder(dataDir).write('J1', 'bib', 'a'))?.code).toBe('STORE_UNAVAILABLE');
    chmodSync(dataDir, 0o700);
  });

  it.runIf(IS_WHOLE)(
    'in which a thousand exports of one name are, takes no more of it, and no temporary file is left',
    () => {
      const { folder, write, names } = openFolder();
      mkdirSync(folder);
      for (let nth = 1; nth <= 1_000; nth += 1)
        writeFileSync(join(folder, `J1${nth === 1 ? '' : `-${nth}`}.bib`), `${nth}`);
      expect(factsOf(() => write('J1', 'bib', 'a'))?.code).toBe('STORE_UNAVAILABLE');
      expect(names()).toHaveLength(1_000);
      expect(basename(write('J1', 'bib', '1000'))).toBe('J1-1000.bib');
    },
  );
});
