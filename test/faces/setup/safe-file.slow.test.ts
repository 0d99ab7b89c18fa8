import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFile, replaceText } from '../../../src/faces/setup/safe-file.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe('replacing a file', () => {
  it('keeps its mode and a copy of what was there for its owner alone, and leaves nothing else', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'mcp.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const backup = replaceText(findFile(path), 'new', 0o600) as string;
    expect([readFileSync(path, 'utf8'), readFileSync(backup, 'utf8')]).toEqual(['new', 'old']);
    expect([modeOf(path), modeOf(backup)]).toEqual([0o640, 0o600]);
    expect(readdirSync(folder).sort()).toEqual(['mcp.json', backup.slice(folder.length + 1)]);
  });

  it('gives nobody more than is allowed, whatever the mode was', () => {
    const path = join(temporaryFolder(), 'mcp.json');
    for (let mode = 0o400; mode <= 0o777; mode += 1) {
      rmSync(path, { force: true });
      writeFileSync(path, 'old');
      chmodSync(path, mode);
      const backup = replaceText(findFile(path), 'new', 0o644, 0o600) as string;
      expect([modeOf(path), modeOf(backup)]).toEqual([mode & 0o600, 0o600]);
    }
  });

  it('makes a copy each time, under another name', () => {
    const path = join(temporaryFolder(), 'a.json');
    writeFileSync(path, '0');
    const copies = ['1', '2', '3'].map((text) => replaceText(findFile(path), text, 0o600) as string);
    expect(new Set(copies).size).toBe(3);
    expect(copies.map((copy) => readFileSync(copy, 'utf8'))).toEqual(['0', '1', '2']);
  });

  it('makes a new file with its folders, and no copy', () => {
    const path = join(temporaryFolder(), 'a', 'b', 'mcp.json');
    expect(replaceText(findFile(path), 'new', 0o600)).toBeUndefined();
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', 0o600]);
  });

  it('is refused when somebody has written in between: their text stays', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'mcp.json');
    writeFileSync(path, 'old');
    const found = findFile(path);
    writeFileSync(path, 'theirs');
    expect(() => replaceText(found, 'new', 0o600)).toThrow('changed by another program');
    expect(readdirSync(folder)).toEqual(['mcp.json']);
    expect(readFileSync(path, 'utf8')).toBe('theirs');
    const absent = findFile(join(folder, 'other.json'));
    writeFileSync(join(folder, 'other.json'), 'theirs');
    expect(() => replaceText(absent, 'new', 0o600)).toThrow('changed by another program');
  });
});

describe('a link', () => {
  it('stays a link: what it leads to is replaced, and the copy lies beside that', () => {
    const folder = temporaryFolder();
    const target = join(folder, 'dotfiles', 'settings.json');
    const link = join(folder, 'settings.json');
    mkdirSync(join(folder, 'dotfiles'));
    writeFileSync(target, 'old');
    symlinkSync('dotfiles/settings.json', link);
    const backup = replaceText(findFile(link), 'new', 0o600) as string;
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readlinkSync(link)).toBe('dotfiles/settings.json');
    expect(readFileSync(target, 'utf8')).toBe('new');
    expect(backup.startsWith(`${target}.`)).toBe(true);
  });

  it('that leads to nothing yet says where the new file is to be', () => {
    const folder = temporaryFolder();
    symlinkSync('b.json', join(folder, 'a.json'));
    symlinkSync(join(folder, 'later', 'c.json'), join(folder, 'b.json'));
    replaceText(findFile(join(folder, 'a.json')), 'new', 0o600);
    expect(readFileSync(join(folder, 'later', 'c.json'), 'utf8')).toBe('new');
    expect(lstatSync(join(folder, 'b.json')).isSymbolicLink()).toBe(true);
  });

  it('that leads round in a circle is refused', () => {
    const folder = temporaryFolder();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => findFile(join(folder, 'a'))).toThrow('leads back to itself');
    // Whoever looks through the folder when the run is over cannot follow them.
    rmSync(join(folder, 'a'));
    rmSync(join(folder, 'b'));
  });
});

describe('what is no text file', () => {
  it('is refused', () => {
    const folder = temporaryFolder();
    expect(() => findFile(folder)).toThrow('is not a file');
    writeFileSync(join(folder, 'latin'), Buffer.from([0x7b, 0xe9, 0x7d]));
    expect(() => findFile(join(folder, 'latin'))).toThrow('not text in UTF-8');
  });
});
