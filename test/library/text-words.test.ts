import { describe, expect, it } from 'vitest';
import type { PaperToRead } from '../../src/papers/paper-to-read.ts';
import { toRead } from '../../src/papers/paper-to-read.ts';
import { fromWire, toWire } from '../../src/papers/wire.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../search/federated/shelf.ts';

const BEETLE = paper({ key: 'beetle', title: 'Beetles of one valley', doi: '10.9999/beetle' });
const WEEVIL = paper({ key: 'weevil', title: 'Zyzzyva weevils' });
const READ: PaperToRead = { ref: 'J1-1', doi: 'https://doi.org/10.9999/BEETLE' };

describe('a library search', () => {
  it('finds a paper by words of its full text, below one that has them in its title, in every process', () => {
    const dataDir = temporaryFolder();
    const [one, two] = [openShelf(dataDir), openShelf(dataDir)];
    one.add([BEETLE, WEEVIL]);
    expect(one.ids(only('zyzzyva'))).toEqual(['weevil']);
    two.library.keepTextWords(READ, 'aaaa', () => 'We saw zyzzyva. '.repeat(900));
    for (const shelf of [one, two, openShelf(dataDir)])
      expect(shelf.ids(only('zyzzyva'))).toEqual(['weevil', 'beetle']);
  });

  it('finds a paper that came after its text was read, and one without numbers by its key', () => {
    const { add, ids, library } = openShelf();
    library.keepTextWords(READ, 'aaaa', () => 'quokkas');
    add([BEETLE, WEEVIL]);
    library.keepTextWords(toRead(fromWire(toWire(WEEVIL)), 'J1-2'), 'bbbb', () => 'wombats');
    expect(ids(only('quokka'))).toEqual(['beetle']);
    expect(ids(only('wombat'))).toEqual(['weevil']);
  });

  it('looks into the text that was read last, and into none once texts are removed', () => {
    const { add, ids, library, summary } = openShelf();
    add([BEETLE]);
    library.keepTextWords(READ, 'aaaa', () => 'quokkas');
    expect(ids(only('quokka'))).toEqual(['beetle']);
    library.keepTextWords(READ, 'bbbb', () => 'wombats');
    expect([ids(only('quokka')), ids(only('wombat'))]).toEqual([[], ['beetle']]);
    library.removeTextWords();
    expect([ids(only('wombat')), ids(only('beetle')).includes('beetle')]).toEqual([[], true]);
    expect(summary().index.pending).toBe(0);
  });

  it('is another one after a text was read for the first time, and the same after the second', () => {
    const { add, library, edition } = openShelf();
    add([BEETLE]);
    const before = edition();
    library.keepTextWords(READ, 'aaaa', () => 'quokkas');
    const after = edition();
    expect(after).not.toBe(before);
    library.keepTextWords(READ, 'aaaa', () => {
      throw new Error('the words are kept already');
    });
    expect(edition()).toBe(after);
  });

  it('keeps the words with a paper that is merged with another record', () => {
    const { add, ids, library } = openShelf();
    add([BEETLE]);
    library.keepTextWords(READ, 'aaaa', () => 'quokkas');
    add([paper({ key: 'beetle', title: 'Beetles of one valley', doi: '10.9999/beetle', abstract: 'On dung.' })]);
    expect(ids(only('quokka'))).toEqual(['beetle']);
    expect(ids(only('dung'))).toEqual(['beetle']);
  });
});
