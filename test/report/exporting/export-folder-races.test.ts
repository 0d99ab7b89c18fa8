import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openExportFolder } from '../../../src/report/exporting/export-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { testProgram } from '../../helpers/test-program.ts';

/** Exports while the disk fails, or while another process writes into the same folder. */

const disk = vi.hoisted(() => ({
  /** Fails the next write past the point where the file exists. */
  isFull: false,
  /** The file system knows no hard links. */
  isWithoutLinks: false,
  /** Called just before a file gets its name. */
  beforeName: undefined as ((path: string) => unknown) | undefined,
}));

// The real file system, but for faults that no test can make on a real one.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const failure = (code: string) => Object.assign(new Error(code), { code });
  return {
    ...real,
    fsyncSync(file: number) {
      if (disk.isFull) throw failure('ENOSPC');
      real.fsyncSync(file);
    },
    linkSync(from: string, to: string) {
      disk.beforeName?.(to);
      if (disk.isWithoutLinks) throw failure('EPERM');
      real.linkSync(from, to);
    },
  };
});

beforeEach(() => {
  Object.assign(disk, { isFull: false, isWithoutLinks: false, beforeName: undefined });
});

function openFolder() {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'exports');
  return { dataDir, folder, ...openExportFolder(dataDir), names: () => readdirSync(folder).sort() };
}

describe('a disk', () => {
  it('that is full leaves nothing of the export behind', () => {
    const { write, names } = openFolder();
    disk.isFull = true;
    expect(() => write('J1', 'bib', 'a')).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) }),
    );
    expect(names()).toEqual([]);
  });

  it('that is full does no harm to an export that is there', () => {
    const { write, folder } = openFolder();
    write('J1', 'bib', 'a');
    disk.isFull = true;
    expect(() => write('J1', 'bib', 'b')).toThrow();
    expect(readFileSync(join(folder, 'J1.bib'), 'utf8')).toBe('a');
    expect(existsSync(join(folder, 'J1-2.bib'))).toBe(false);
  });

  it('without hard links takes exports all the same, and overwrites none', () => {
    const { write, folder, names } = openFolder();
    disk.isWithoutLinks = true;
    for (const text of ['a', 'b', 'a']) write('J1', 'bib', text);
    expect(names()).toEqual(['J1-2.bib', 'J1.bib']);
    expect(readFileSync(join(folder, 'J1.bib'), 'utf8')).toBe('a');
  });

  it('without hard links: a name that is taken at the last moment stays as it is', () => {
    const { write, folder, names } = openFolder();
    disk.isWithoutLinks = true;
    disk.beforeName = (path) => path.endsWith('J1.bib') && writeFileSync(path, 'theirs');
    expect(write('J1', 'bib', 'mine')).toBe(join(folder, 'J1-2.bib'));
    expect(readFileSync(join(folder, 'J1.bib'), 'utf8')).toBe('theirs');
    expect(names()).toEqual(['J1-2.bib', 'J1.bib']);
  });
});

describe('another process', () => {
  it('that takes the name at the last moment keeps it', () => {
    const { write, folder } = openFolder();
    disk.beforeName = (path) => path.endsWith('J1.bib') && writeFileSync(path, 'theirs');
    expect(write('J1', 'bib', 'mine')).toBe(join(folder, 'J1-2.bib'));
    expect(readFileSync(join(folder, 'J1.bib'), 'utf8')).toBe('theirs');
  });

  it('that writes the same export at the same moment: there is one file', () => {
    const { write, folder, names } = openFolder();
    disk.beforeName = (path) => path.endsWith('J1.bib') && writeFileSync(path, 'same');
    expect(write('J1', 'bib', 'same')).toBe(join(folder, 'J1.bib'));
    expect(names()).toEqual(['J1.bib']);
  });

  it('and this one, writing different texts under one name at once: each text has a file of its own', async () => {
    const { dataDir, names } = openFolder();
    const source = pathToFileURL(
      testProgram(new URL('../../../src/report/exporting/export-folder.ts', import.meta.url)),
    ).href;
    const script = `
      const [source, dataDir, who] = process.argv.slice(1);
      const { openExportFolder } = await import(source);
      const { write } = openExportFolder(dataDir);
      const paths = Array.from({ length: 25 }, (_, at) => [write('J1', 'bib', who + at), who + at]);
      process.stdout.write(JSON.stringify(paths));`;
    const writer = (who: string) => {
      const options = ['--input-type=module', '-e', script, source, dataDir, who];
      return promisify(execFile)(process.execPath, options);
    };
    const outputs = await Promise.all(['a', 'b', 'c'].map(writer));
    const written = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as [string, string][]);
    expect(new Set(written.map(([path]) => path)).size).toBe(75);
    for (const [path, text] of written) expect(readFileSync(path, 'utf8')).toBe(text);
    expect(names()).toHaveLength(75);
  });
});
