import { describe, expect, it } from 'vitest';
import type { Library } from '../../../src/library/library.ts';
import { testLetters } from '../../../src/papers/references/name-of-author.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { papersOfNames } from '../../../src/search/federated/finding/papers-of-author.ts';
import { openShelf, paper, takeIn } from './shelf.ts';

describe('the papers of several people', () => {
  it('are found in one pass through the library', async () => {
    const { add, library } = openShelf();
    add([
      paper({ key: 'a', title: 'Owls', authors: ['Ada Weevil', 'Bo Finch'] }),
      paper({ key: 'b', title: 'Newts', authors: ['Weevil A'] }),
    ]);
    takeIn(library);
    let passes = 0;
    const counted = {
      findById: (id: number) => library.findById(id),
      authorLists: (year?: number) => {
        passes += 1;
        return library.authorLists(year);
      },
    } as Library;
    const items = ['author: Weevil A', 'author: Bo Finch', 'author: Cy Nobody'].map(readReference);
    const found = await papersOfNames(counted, items, new AbortController().signal);
    expect(passes).toBe(1);
    expect([...found.values()].map(({ papers }) => papers.map(({ key }) => key).sort())).toEqual([
      ['a', 'b'],
      ['a'],
      [],
    ]);
  });
});

describe('a quick test of letters', () => {
  it.each(['Anna Emueller', 'M. O\u2019Brien', "M. O'Brien", 'Müller, J', 'Mueller J', 'D-E Muller'])(
    'never leaves out %j, which may have the word after folding',
    (name) => {
      expect(testLetters(['muller', 'emuller', 'obrien'])(name)).toBe(true);
    },
  );

  it('leaves out most other names', () => {
    expect(['Ada Weevil', 'Mull E', 'Brien O'].map(testLetters(['muller', 'obrien']))).toEqual([false, false, false]);
  });
});
