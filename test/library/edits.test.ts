import { describe, expect, it } from 'vitest';
import { checkEdit, type PaperEdit } from '../../src/library/editing/edit-paper.ts';
import { EDITABLE_FIELDS } from '../../src/library/editing/editable-fields.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { toStoredPaper } from '../../src/papers/works/refresh-record.ts';
import { openShelf, paper } from '../search/federated/shelf.ts';

/** What the user edited stays, whatever searches and imports bring later. */

const NOTHING: PaperEdit = { set: {}, unset: [], tags: [], untags: [], notes: [] };
const DAY = '2026-11-26';

function shelf() {
  const library = openShelf();
  library.remove({ origin: 'starter' });
  const only = () => [...library.read(library.list({}))].map(({ record }) => record);
  const edit = (edit: Partial<PaperEdit>, name = 'a') =>
    library.edit(library.findNamed(name), (record) => checkEdit({ ...NOTHING, ...edit }).apply(record, DAY));
  /** As a search brings it. */
  const find = (record: Paper) =>
    library.persistResults([
      toStoredPaper(
        {
          record,
          findings: [{ source: 'crossref', rank: 1 }],
          fieldSources: Object.fromEntries(Object.keys(record).map((name) => [name, 'crossref'])),
        },
        () => '2027-01-01',
      ),
    ]);
  return { ...library, only, edit, find };
}

const OWLS = paper({
  key: 'a',
  title: 'Owls at night in the old forest',
  authors: ['Ada Owl'],
  year: 2019,
  publishedAt: '2019-05-01',
  venue: 'Journal of Owls',
  doi: '10.1000/owls',
  keywords: ['owls', 'night'],
});
const EDIT = {
  set: { title: 'Owls by night in the old forest', year: '2020', authors: 'Owl, Ada; Night, Bo', doi: '10.1000/night' },
  unset: ['venue'],
};
const EDITED = {
  title: 'Owls by night in the old forest',
  authors: ['Ada Owl', 'Bo Night'],
  year: 2020,
  doi: '10.1000/night',
  keywords: ['owls', 'night'],
};

describe('an edit', () => {
  it('changes what it names, and what contradicts it', () => {
    const { add, edit, only } = shelf();
    add([OWLS]);
    edit(EDIT);
    const [record] = only();
    expect(record).toMatchObject(EDITED);
    expect([record?.venue, record?.publishedAt, record?.key]).toEqual([undefined, undefined, 'a']);
    expect(record?.provenance?.venue).toEqual({ from: 'user', on: DAY });
  });

  it.each([
    ['the file again, as the same record', OWLS],
    ['another record of the work', { ...OWLS, key: 'b', doi: EDITED.doi, volume: '3' }],
    ['one with the new title', { ...OWLS, key: 'c', title: EDITED.title, doi: EDITED.doi }],
  ])('outlives %s', (_, record) => {
    const { add, edit, only } = shelf();
    add([OWLS]);
    edit(EDIT);
    expect(add([record])).toMatchObject({ added: 0 });
    const [stored, ...others] = only();
    expect(others).toEqual([]);
    expect(stored).toMatchObject(EDITED);
    expect([stored?.venue, stored?.volume]).toEqual([undefined, record.volume]);
  });

  it('outlives what a search finds later', () => {
    const { add, edit, only, find } = shelf();
    add([OWLS]);
    edit(EDIT);
    find({ ...OWLS, key: 'doi:10.1000/night', doi: EDITED.doi, title: EDITED.title, citationCount: 7, venue: 'Owls' });
    expect(only()).toEqual([expect.objectContaining({ ...EDITED, citationCount: 7 })]);
    expect(only()[0]?.venue).toBeUndefined();
  });

  it('is no reason to take another work for the paper', () => {
    const { add, edit, only } = shelf();
    add([OWLS]);
    edit(EDIT);
    add([paper({ key: 'd', doi: '10.1000/owls', title: 'A wholly different matter of lamps', year: 1999 })]);
    expect(only()).toHaveLength(2);
  });

  it('adds tags and notes to those of files, and keeps away a tag that was removed', () => {
    const { add, edit, only } = shelf();
    add([OWLS]);
    edit({ tags: ['to read', 'Owls'], notes: ['Ask Bo.'] });
    expect(only()).toMatchObject([{ keywords: ['owls', 'night', 'to read'], notes: ['Ask Bo.'] }]);
    add([{ ...OWLS, keywords: ['owls', 'forest'], notes: ['Of the file.'] }]);
    expect(new Set(only()[0]?.keywords)).toEqual(new Set(['owls', 'night', 'to read', 'forest']));
    expect(new Set(only()[0]?.notes)).toEqual(new Set(['Ask Bo.', 'Of the file.']));
    edit({ untags: ['NIGHT'] });
    add([OWLS]);
    expect(only()[0]?.keywords).not.toContain('night');
    edit({ set: { note: 'Only this.' }, unset: ['tags'] });
    add([{ ...OWLS, notes: ['Of the file.'] }]);
    expect(only()[0]?.notes).toEqual(['Only this.']);
    expect(only()[0]?.keywords).toBeUndefined();
  });

  it('leads to the paper by its new identifiers, not by those it replaced', () => {
    const { add, edit, findNamed } = shelf();
    add([OWLS]);
    const ids = findNamed('a');
    edit(EDIT);
    expect(findNamed('10.1000/night')).toEqual(ids);
    expect(findNamed('10.1000/owls')).toEqual([]);
    edit({ set: { citationKey: 'owl2020' } });
    expect(findNamed('owl2020')).toEqual(ids);
  });

  it('can be searched for at once', () => {
    const { add, edit, ids } = shelf();
    add([OWLS]);
    expect(ids({ keywords: ['owls'] })).toEqual(['a']);
    edit({ set: { title: 'Quokkas of the island' } });
    expect(ids({ keywords: ['quokkas'] })).toEqual(['a']);
  });
});

describe('the fields of an edit', () => {
  const GOOD: Record<string, [value: string, stored: unknown]> = {
    title: ['A title', 'A title'],
    abstract: ['An abstract.', 'An abstract.'],
    summary: ['In short.', 'In short.'],
    authors: ['García Márquez, Gabriel; Owl Society', ['Gabriel García Márquez', 'Owl Society']],
    editors: ['Owl, Ada', ['Ada Owl']],
    year: ['1999', 1999],
    publishedAt: ['2018-03-02', '2018-03-02'],
    venue: ['Owls', 'Owls'],
    publisher: ['Owl Press', 'Owl Press'],
    publisherPlace: ['Oslo', 'Oslo'],
    edition: ['2nd ed.', '2'],
    series: ['Owl Series', 'Owl Series'],
    seriesNumber: ['7', '7'],
    volume: ['12', '12'],
    issue: ['3', '3'],
    pages: ['pp. 3--9', '3-9'],
    isbns: ['978-3-16-148410-0', ['9783161484100']],
    issns: ['0028-0836; 1476-4687', ['0028-0836', '1476-4687']],
    language: ['en', 'en'],
    type: ['book', 'book'],
    doi: ['https://doi.org/10.1000/ABC', '10.1000/abc'],
    arxivId: ['2101.00001v2', '2101.00001'],
    pmid: ['123', '123'],
    pmcid: ['pmc77', 'PMC77'],
    link: ['https://example.org/a', 'https://example.org/a'],
    pdfLink: ['https://example.org/a.pdf', 'https://example.org/a.pdf'],
    citationKey: ['owl:1999', { key: 'owl:1999' }],
    tags: ['a; b', ['a', 'b']],
    notes: ['Two\nlines', ['Two\nlines']],
  };

  it('are those of the command', () => {
    expect(Object.keys(GOOD)).toEqual([...EDITABLE_FIELDS]);
  });

  it.each(Object.entries(GOOD))('%s takes %j', (name, [value, stored]) => {
    const { apply } = checkEdit({ ...NOTHING, set: { [name]: value } });
    expect(Object.values(apply(OWLS, DAY))).toContainEqual(stored);
  });

  it.each([
    ['year', 'soon'],
    ['publishedAt', 'May 2019'],
    ['doi', 'ten'],
    ['arxivId', '1'],
    ['pmid', 'x'],
    ['pmcid', '7'],
    ['issns', '12'],
    ['isbns', '12'],
    ['link', 'javascript:alert(1)'],
    ['citationKey', 'a b'],
    ['title', ''],
    ['authors', ' ; '],
    ['volume', 'x'.repeat(61)],
    ['colour', 'red'],
    ['constructor', 'red'],
  ])('%s refuses %j by name', (name, value) => {
    expect(() => checkEdit({ ...NOTHING, set: { [name]: value } })).toThrow(new RegExp(name));
  });
});
