import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginDraft, giveName, replaceFile, resolvePath } from '../../src/platform/replace-file.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const inFolder = (name: string, text?: string) => {
  const folder = temporaryFolder();
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return { folder, path };
};
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a file that is replaced', () => {
  it('has all of the new text, the mode of the old, and leaves nothing beside it', () => {
    const { folder, path } = inFolder('a.bib', 'old');
    chmodSync(path, 0o664);
    replaceFile(resolvePath(path), 'new');
    expect([readFileSync(path, 'utf8'), modeOf(path), readdirSync(folder)]).toEqual(['new', 0o664, ['a.bib']]);
  });

  it('is new with the mode that is asked for, for its owner alone by default', () => {
    const { path } = inFolder('a.bib');
    replaceFile(resolvePath(path), 'new');
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', 0o600]);
    const other = inFolder('b.json').path;
    replaceFile(resolvePath(other), 'new', { newMode: 0o644 });
    expect(modeOf(other)).toBe(0o644);
  });

  it.runIf(process.getuid?.() === 0)('keeps its owner', () => {
    const { path } = inFolder('a.bib', 'old');
    chownSync(path, 12_345, 54_321);
    replaceFile(resolvePath(path), 'new');
    expect(statSync(path)).toMatchObject({ uid: 12_345, gid: 54_321 });
  });

  it('is what a link leads to: the link stays', () => {
    const { folder, path } = inFolder('real.bib', 'old');
    symlinkSync('real.bib', join(folder, 'link.bib'));
    replaceFile(resolvePath(join(folder, 'link.bib')), 'new');
    expect([readlinkSync(join(folder, 'link.bib')), readFileSync(path, 'utf8')]).toEqual(['real.bib', 'new']);
    symlinkSync('later.bib', join(folder, 'to-come.bib'));
    replaceFile(resolvePath(join(folder, 'to-come.bib')), 'new');
    expect(lstatSync(join(folder, 'later.bib')).isFile()).toBe(true);
  });

  it.each([
    ['is of another length', 'theirs', undefined],
    ['has only other letters', 'tha', 'old'],
  ])('stays as another program left it in between, if that %s', (_how, theirs, read) => {
    const { folder, path } = inFolder('a.bib', 'old');
    const place = resolvePath(path);
    writeFileSync(path, theirs);
    // As if both had been written in one tick of the file system's clock.
    if (read !== undefined) place.file = statSync(path, { bigint: true });
    const options = read === undefined ? {} : { read: Buffer.from(read) };
    expect(() => replaceFile(place, 'new', options)).toThrow('changed: ');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([theirs, ['a.bib']]);
  });

  it('that was made in between stays, too', () => {
    const { folder, path } = inFolder('a.bib');
    const place = resolvePath(path);
    writeFileSync(path, 'theirs');
    expect(() => replaceFile(place, 'new')).toThrow('changed: ');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['theirs', ['a.bib']]);
  });

  it('stays while it is written, and after a writer that gave up', () => {
    const { folder, path } = inFolder('a.bib', 'old');
    const draft = beginDraft(resolvePath(path));
    draft.write('half');
    expect(readFileSync(path, 'utf8')).toBe('old');
    draft.discard();
    draft.discard();
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.bib']]);
  });
});

it('a name is given once', () => {
  const { folder, path } = inFolder('a', 'one');
  writeFileSync(join(folder, 'b'), 'two');
  expect(giveName(path, join(folder, 'b'))).toBe(false);
  expect(giveName(path, join(folder, 'd'))).toBe(true);
  expect(readFileSync(join(folder, 'd'), 'utf8')).toBe('one');
});
