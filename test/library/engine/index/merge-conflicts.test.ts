import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type IndexFiles, openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import { openPaperIndex } from '../../../../src/library/engine/index/paper-index.ts';
import { openWriteLock } from '../../../../src/library/engine/index/writer/write-lock.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { compareContents } from './compare-with-naive.ts';

it('has nothing to merge when another process has removed the segments between the choice and the opening', async () => {
  const folder = join(temporaryFolder(), 'index');
  const lock = openWriteLock(join(folder, 'lock.sqlite'));
  const own = openIndexFolder(folder);
  let onOpen: (() => void) | undefined;
  const files: IndexFiles = {
    ...own,
    open: (name) => {
      const work = onOpen;
      onOpen = undefined;
      work?.();
      return own.open(name);
    },
  };
  const [one, two] = [files, own].map((each) => openPaperIndex({ files: each, lock, library: 'test' }));
  if (!one || !two) throw new Error('two are opened');
  const position = (revision: number) => ({ revision, id: 1, removal: 0 });
  for (let id = 1; id <= 4; id += 1) {
    const paper = { id, title: `weevil ${id}`, abstract: '', summary: '', fieldBits: 0, isDownloadable: false };
    one.write((writer) => {
      writer.add(paper, position(id));
      writer.publish(position(id));
    });
  }
  onOpen = () => {
    two.write((writer) => {
      for (let id = 1; id <= 4; id += 1) writer.remove(id, position(5));
      writer.publish(position(5));
    });
  };
  expect(await one.merge()).toBe(0);
  one.refresh();
  compareContents(one.snapshot(), new Map());
  for (const each of [one, two, lock]) each.close();
});
