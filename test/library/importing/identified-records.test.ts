import { describe, expect, it } from 'vitest';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { openShelf } from '../../search/federated/shelf.ts';

const RECORD = (title: string, database: string) =>
  `TY  - JOUR\nTI  - ${title}\nAU  - Muster, Bo\nPY  - 2020\n${database}ER  -\n`;
const PSYCINFO = 'DB  - PsycINFO\n';

/** What a library says of its imports after these files were read, one after the other. */
function shelf() {
  const { library } = openShelf();
  const read = async (path: string, text: string, more: { again?: boolean } = {}) => {
    async function* chunks() {
      yield text;
    }
    const identity = { path, size: text.length, modifiedAt: 1, head: text.slice(0, 9) };
    return importPapers(library, { text: chunks(), format: { name: 'ris', layout: 'text' }, identity }, more);
  };
  return { library, read };
}

describe('imported records', () => {
  it('are counted by the database that they name, in the usual name of it, with the duplicates among them', async () => {
    const { library, read } = shelf();
    expect(library.identifiedRecords()).toBeUndefined();
    const first = [RECORD('Owls by night', PSYCINFO), RECORD('Owls by day', PSYCINFO), RECORD('Mice in a barn', '')];
    expect((await read('/a.ris', first.join(''))).databases).toEqual({ PsycInfo: 2 });
    const second = [RECORD('Owls by night', 'DB  - Scopus\n'), RECORD('Frogs of a pond', 'DB  - Scopus\n')];
    expect((await read('/b.ris', second.join(''))).databases).toEqual({ Scopus: 2 });
    const expected = { databases: { PsycInfo: 2, Scopus: 2, '': 1 }, duplicates: 1 };
    expect(library.identifiedRecords()).toEqual(expected);
    expect(library.summary().imported).toEqual(expected);
    const [owls] = [...library.records()].filter(({ title }) => title === 'Owls by night');
    expect(owls?.databases).toEqual(expect.arrayContaining([{ name: 'PsycINFO' }, { name: 'Scopus' }]));
  });

  it('are the same after a file is read again, with what it has more', async () => {
    const { library, read } = shelf();
    const text = [RECORD('Owls by night', PSYCINFO), RECORD('Owls by day', PSYCINFO)].join('');
    await read('/a.ris', text);
    expect((await read('/a.ris', text)).unchanged).toBe(true);
    await read('/a.ris', text, { again: true });
    expect(library.identifiedRecords()).toEqual({ databases: { PsycInfo: 2 }, duplicates: 0 });
    await read('/a.ris', `${text}${RECORD('Frogs of a pond', PSYCINFO)}${RECORD('Owls by day', PSYCINFO)}`);
    expect(library.identifiedRecords()).toEqual({ databases: { PsycInfo: 4 }, duplicates: 1 });
  });
});
