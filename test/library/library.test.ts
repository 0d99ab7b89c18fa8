import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStarterCatalogue } from '../../src/library/starter/starter.ts';
import { some } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../search/federated/shelf.ts';

const DIJKSTRA = '10.1007/bf01386390';

describe('the library', () => {
  it('begins with the papers of the package and keeps its file to its owner', () => {
    const dataDir = temporaryFolder();
    const { summary } = openShelf(dataDir);
    const { papers, starterPapers } = summary();
    expect(papers).toBeGreaterThanOrEqual(120);
    expect(starterPapers).toBe(papers);
    expect(statSync(join(dataDir, 'library.sqlite')).mode & 0o777).toBe(0o600);
  });

  it('is filled once: opening it again changes nothing', () => {
    const dataDir = temporaryFolder();
    const first = openShelf(dataDir);
    const second = openShelf(dataDir);
    expect(second.size()).toEqual(first.size());
    expect(second.edition()).toBe(first.edition());
  });

  it('tells where it is, how large, and for how many papers each fact is known', () => {
    const dataDir = temporaryFolder();
    const { add, summary } = openShelf(dataDir);
    const before = summary();
    add([
      paper({ key: 'bare' }),
      paper({
        key: 'full',
        doi: '10.9999/full',
        year: 2000,
        citationCount: 0,
        publicationType: 'journal',
        fieldsOfStudy: ['Biology'],
        isOpenAccess: false,
        downloadable: true,
        quartile: 'Q4',
      }),
      paper({ key: 'other field', fieldsOfStudy: ['Astrology'] }),
    ]);
    const { papers, starterPapers, coverage, bytes, path } = summary();
    expect({ papers, starterPapers }).toEqual({ papers: before.papers + 3, starterPapers: before.papers });
    const grown = Object.entries(coverage).map(([fact, count]) => [fact, count - (before.coverage[fact] ?? 0)]);
    expect(Object.fromEntries(grown)).toEqual({
      doi: 1,
      year: 1,
      citationCount: 1,
      publicationType: 1,
      // A field that no filter can ask for is known all the same.
      fieldsOfStudy: 2,
      openAccessPdf: 1,
      downloadable: 1,
      quartileRanking: 1,
    });
    expect(path).toBe(join(dataDir, 'library.sqlite'));
    expect(bytes).toBe(statSync(path).size + statSync(`${path}-wal`).size);
  });
});

describe('an import', () => {
  it('counts what is new', () => {
    const { add, ids } = openShelf();
    expect(add([paper({ key: 'one', title: 'Zyzzyva weevils' }), paper({ key: 'two' })])).toEqual({
      added: 2,
      merged: 0,
    });
    expect(ids(only('zyzzyva'))).toEqual(['one']);
  });

  it('of the same key again replaces the paper: its old words find nothing any more', () => {
    const { add, ids, search, size } = openShelf();
    add([paper({ key: 'one', title: 'Zyzzyva weevils', abstract: 'Quokkas too', year: 1999 })]);
    const { papers } = size();
    expect(add([paper({ key: 'one', title: 'Axolotl gills' }), paper({ key: 'two' })])).toEqual({
      added: 1,
      merged: 1,
    });
    expect(size().papers).toBe(papers + 1);
    expect([ids(only('zyzzyva')), ids(only('quokkas'))]).toEqual([[], []]);
    expect(search(only('axolotl'))).toMatchObject([{ id: 'one', title: 'Axolotl gills', year: null, abstract: null }]);
  });

  it('that names a paper twice keeps the later one', () => {
    const { add, ids } = openShelf();
    add([paper({ key: 'one', title: 'Zyzzyva weevils' }), paper({ key: 'one', title: 'Axolotl gills' })]);
    expect([ids(only('zyzzyva')), ids(only('axolotl'))]).toEqual([[], ['one']]);
  });

  it.each(['doi:10.1007/bf01386390', 'an id of its own'])(
    'takes the place of the starter paper of its DOI (key %s)',
    (key) => {
      const { add, search, size } = openShelf();
      const before = size();
      add([
        paper({
          key,
          doi: DIJKSTRA,
          title: 'A note on two problems in connexion with graphs',
          abstract: 'My zyzzyva copy',
        }),
      ]);
      expect(size()).toMatchObject({ papers: before.papers, starter: before.starter - 1 });
      const found = search(only('connexion')).filter(({ doi }) => doi === DIJKSTRA);
      expect(found).toMatchObject([{ id: key, abstract: 'My zyzzyva copy' }]);
    },
  );

  it('leaves the starter papers alone when it has no DOI', () => {
    const { add, size } = openShelf();
    const before = size();
    add([paper({ key: 'mine', title: 'A note on two problems in connexion with graphs' })]);
    expect(before).toEqual({ papers: before.papers, starter: before.papers, counted: before.papers });
    expect(size()).toEqual({ papers: before.papers + 1, starter: before.starter, counted: 1 });
  });

  it('changes the edition, and one of nothing does not', () => {
    const { add, edition } = openShelf();
    const editions = [edition()];
    add([paper({ key: 'one' })]);
    editions.push(edition());
    add([paper({ key: 'one' })]);
    editions.push(edition());
    expect(new Set(editions).size).toBe(3);
    expect(add([])).toEqual({ added: 0, merged: 0 });
    expect(edition()).toBe(editions[2]);
  });

  it('is seen at once by another process that has the library open', () => {
    const dataDir = temporaryFolder();
    const [one, two] = [openShelf(dataDir), openShelf(dataDir)];
    one.add([paper({ key: 'one', title: 'Zyzzyva weevils' })]);
    expect(two.ids(only('zyzzyva'))).toEqual(['one']);
    expect(two.edition()).toBe(one.edition());
  });

  it('keeps all facts of a paper for the answer', () => {
    const { add, search } = openShelf();
    add([
      paper({
        key: 'one',
        title: 'Zyzzyva',
        abstract: 'An abstract',
        summary: 'A summary.',
        authors: ['Ada Weevil', 'Bo Beetle'],
        year: 1999,
        venue: 'Journal of Weevils',
        quartile: 'Q2',
        publicationType: 'journal',
        fieldsOfStudy: ['Biology', 'Art'],
        citationCount: 12,
        referenceCount: 3,
        isOpenAccess: true,
        downloadable: true,
        doi: '10.9999/one',
        pdfLink: 'https://example.org/one.pdf',
      }),
    ]);
    expect(search(only('zyzzyva'))).toMatchObject([
      {
        id: 'one',
        abstract: 'An abstract',
        tldr: 'A summary.',
        authors: 'Ada Weevil, Bo Beetle',
        year: 1999,
        journalName: 'Journal of Weevils',
        v_quartile_ranking: 'Q2',
        publicationType: 'journal',
        fieldsOfStudy: ['Biology', 'Art'],
        impactFactor: { citationCount: 12, referenceCount: 3 },
        isOpenAccess: true,
        downloadable: true,
        doi: '10.9999/one',
        link: 'https://doi.org/10.9999/one',
        pdfLink: 'https://example.org/one.pdf',
        score: 1,
      },
    ]);
  });
});

it('every starter paper is found by its own title', () => {
  const { ids } = openShelf();
  const lost = some(readStarterCatalogue()).filter(({ title, key }) => !ids(only(title)).includes(key));
  expect(lost.map(({ title }) => title)).toEqual([]);
});
