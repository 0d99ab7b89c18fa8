import { beforeEach, describe, expect, it } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import { runs } from '../../helpers/runs.ts';
import { only, openShelf, paper } from './shelf.ts';

/** `bare` tells nothing about itself; it must never meet a filter. */
const PAPERS = [
  paper({ key: 'bare', title: 'Zyzzyva' }),
  paper({
    key: 'a',
    title: 'Zyzzyva',
    year: 1990,
    citationCount: 0,
    influentialCitationCount: 9,
    referenceCount: 5,
    isOpenAccess: true,
    downloadable: true,
    quartile: 'Q1',
    publicationType: 'journal',
    fieldsOfStudy: ['Computer Science', 'Linguistics'],
  }),
  paper({
    key: 'b',
    title: 'Zyzzyva',
    year: 2000,
    citationCount: 10,
    influentialCitationCount: 1,
    referenceCount: 50,
    isOpenAccess: false,
    quartile: 'Q2',
    publicationType: 'conference',
    fieldsOfStudy: ['Agricultural and Food Sciences'],
  }),
  paper({
    key: 'c',
    title: 'Zyzzyva',
    year: 2010,
    citationCount: 100,
    referenceCount: 0,
    quartile: 'Q4',
    publicationType: 'book series',
    fieldsOfStudy: ['Linguistics'],
  }),
  paper({ key: 'd', title: 'Zyzzyva', publicationType: 'preprint', fieldsOfStudy: ['Numismatics'] }),
];

let shelf: ReturnType<typeof openShelf>;
beforeEach(() => {
  shelf = openShelf();
  shelf.add(PAPERS);
});

const found = (filters: Partial<Filters>) => shelf.ids(only('zyzzyva'), filters);

describe('a filter', () => {
  it.each<[Partial<Filters>, string[]]>([
    [{}, ['a', 'b', 'bare', 'c', 'd']],
    [{ year: '2000' }, ['b']],
    [{ year: '1990:2000' }, ['a', 'b']],
    [{ year: '1991:1999' }, []],
    [{ year: '0000:9999' }, ['a', 'b', 'c']],
    [{ minCitationCount: 10 }, ['b', 'c']],
    [{ minCitationCount: 11 }, ['c']],
    [{ minCitationCount: 101 }, []],
    [{ openAccessPdf: true }, ['a']],
    [{ openAccessPdf: false }, ['b']],
    [{ downloadable: true }, ['a']],
    [{ quartileRanking: ['Q1'] }, ['a']],
    [{ quartileRanking: ['Q4', 'Q2'] }, ['b', 'c']],
    [{ quartileRanking: ['Q3'] }, []],
    [{ publicationTypes: ['journal'] }, ['a']],
    [{ publicationTypes: ['book series', 'conference'] }, ['b', 'c']],
    [{ fieldsOfStudy: ['Linguistics'] }, ['a', 'c']],
    [{ fieldsOfStudy: ['Computer Science', 'Agricultural and Food Sciences'] }, ['a', 'b']],
    [{ fieldsOfStudy: ['Law'] }, []],
    [{ fieldsOfStudy: ['Linguistics'], year: '2000:2020', quartileRanking: ['Q4'] }, ['c']],
    [{ fieldsOfStudy: ['Linguistics'], openAccessPdf: false }, []],
  ])('%j finds %j, never a paper whose fact is missing', (filters, keys) => {
    expect(found(filters).sort()).toEqual(keys);
  });

  it('works for the text of a query as for keywords', () => {
    const query = 'what is known about the zyzzyva and its relatives in the tropics';
    expect(shelf.ids({ query }, { year: '2010', publicationTypes: ['book series'] })).toEqual(['c']);
  });

  it('is applied before the best papers are taken, so that it never costs results', () => {
    const many = Array.from({ length: runs(1200) }, (_, at) =>
      paper({ key: `x${at}`, title: 'Quagga', abstract: 'quagga', year: 1900 }),
    );
    shelf.add([
      ...many,
      paper({ key: 'last', title: 'On horses', abstract: `quagga ${'and so on '.repeat(200)}`, year: 1901 }),
    ]);
    expect(shelf.ids(only('quagga'), { year: '1901' })).toEqual(['last']);
  });
});

describe('sort', () => {
  // Papers without the fact come last in both directions, in the order of relevance.
  it.each([
    ['year:desc', ['c', 'b', 'a', 'bare', 'd']],
    ['year:asc', ['a', 'b', 'c', 'bare', 'd']],
    ['citationCount:desc', ['c', 'b', 'a', 'bare', 'd']],
    ['citationCount:asc', ['a', 'b', 'c', 'bare', 'd']],
    ['influentialCitationCount:desc', ['a', 'b', 'bare', 'c', 'd']],
    ['referenceCount:desc', ['b', 'a', 'c', 'bare', 'd']],
    ['quartileRanking:desc', ['a', 'b', 'c', 'bare', 'd']],
    ['quartileRanking:asc', ['c', 'b', 'a', 'bare', 'd']],
  ])('%s gives %j', (sort, keys) => {
    expect(found({ sort })).toEqual(keys);
  });

  it('orders the most relevant papers, it does not choose others', () => {
    const relevant = Array.from({ length: 100 }, (_, at) =>
      paper({ key: `r${at}`, title: 'Quagga quagga', year: 1900 }),
    );
    shelf.add([paper({ key: 'beside', abstract: `quagga ${'and so on '.repeat(50)}`, year: 2020 }), ...relevant]);
    const papers = shelf.search(only('quagga'), { sort: 'year:desc' });
    expect(papers).toHaveLength(100);
    expect(papers.map(({ id }) => id)).not.toContain('beside');
  });

  it('by score turns the order round when it ascends', () => {
    shelf.add([
      paper({ key: 'title', title: 'Quagga' }),
      paper({ key: 'abstract', title: 'Horses', abstract: 'One of them is the quagga, which is no more.' }),
    ]);
    expect(shelf.ids(only('quagga'), { sort: 'score:desc' })).toEqual(['title', 'abstract']);
    expect(shelf.ids(only('quagga'), { sort: 'score:asc' })).toEqual(['abstract', 'title']);
  });
});
