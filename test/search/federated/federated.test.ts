import { describe, expect, it } from 'vitest';
import { fuseSourceRanks } from '../../../src/search/federated/rank-and-fuse.ts';
import { federate, titlesFound, work } from './found-works.ts';
import { openShelf, paper } from './shelf.ts';

const TITLE = 'How mussel beds withstand breaking waves on open shores';

describe('a work that the library has, too', () => {
  it.each([
    ['DOI', { doi: '10.1000/beds' }, { title: 'Mussel beds and waves', doi: '10.1000/beds' }],
    ['arXiv number', { arxivId: '2001.00001' }, { title: 'Mussels in the surf', arxivId: '2001.00001' }],
    ['arXiv number within a DOI', { arxivId: '2001.00001' }, { doi: '10.48550/arxiv.2001.00001' }],
    ['number at PubMed', { pmid: '123' }, { pmid: '123' }],
    ['title, author and year', {}, {}],
    ['title and author, the year off by one', {}, { year: 2021 }],
  ])('is found once, by its %s', (_by, held, live) => {
    const shelf = openShelf();
    const facts = { title: TITLE, authors: ['Ada Weevil'], year: 2020 };
    shelf.add([paper({ ...facts, ...held, key: 'own', venue: 'Journal of Shores' })]);
    const { papers } = federate([work({ crossref: 1 }, { ...facts, ...live, key: 'live', citationCount: 7 })], {
      shelf,
    });
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({ journalName: 'Journal of Shores', impactFactor: { citationCount: 7 } });
  });

  it('has the facts of both: the user’s own stay, what they lack comes from the source', () => {
    const shelf = openShelf();
    const doi = '10.1000/beds';
    shelf.add([paper({ key: 'own', title: TITLE, doi, year: 2020, venue: 'My notes' })]);
    const live = { key: 'live', title: TITLE, doi, year: 2021, venue: 'Shores', abstract: 'Waves break.', pmid: '9' };
    const [found] = federate([work({ openalex: 1 }, live)], { shelf }).papers;
    expect(found).toMatchObject({
      id: 'own',
      year: 2020,
      journalName: 'My notes',
      abstract: 'Waves break.',
      pmid: '9',
    });
    expect(Object.keys(found?.provenance ?? {}).sort()).toEqual(['abstract', 'pmid']);
  });

  it('is ranked by the text of both', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'On shores', doi: '10.1000/beds', abstract: 'Of mussel beds.' })]);
    // The source has another one first, which says nothing of mussels.
    const found = [
      work({ openalex: 1 }, { key: 'b', title: 'On sands' }),
      work({ openalex: 2 }, { key: 'a', title: 'On shores', doi: '10.1000/beds' }),
    ];
    const { papers } = federate(found, { shelf });
    expect(papers).toMatchObject([
      { id: 'own', explanation: { ranks: { openalex: 2 } } },
      { title: 'On sands', explanation: { ranks: { openalex: 1 } } },
    ]);
  });

  it('is another one where published DOIs differ', () => {
    const shelf = openShelf();
    const facts = { title: TITLE, authors: ['Ada Weevil'], year: 2020 };
    shelf.add([paper({ ...facts, key: 'own', doi: '10.1000/a' })]);
    expect(
      federate([work({ openalex: 1 }, { ...facts, key: 'live', doi: '10.1000/b' })], { shelf }).papers,
    ).toHaveLength(2);
  });
});

describe('several live works that are one paper of the library', () => {
  const doi = '10.1000/beds';
  const OWN = paper({ key: 'own', title: TITLE, doi, arxivId: '2001.00001', authors: ['Ada Weevil'], year: 2020 });
  const PUBLISHED = work({ crossref: 4 }, { key: 'a', title: 'Mussel beds', doi, citationCount: 3 });
  const PREPRINT = work(
    { arxiv: 2, crossref: 9 },
    { key: 'b', title: 'Beds of mussels', arxivId: '2001.00001', pmid: '5' },
  );

  it.each([
    ['one order', [PUBLISHED, PREPRINT]],
    ['the other', [PREPRINT, PUBLISHED]],
  ])('are one, with the best rank of each source, in %s', (_order, works) => {
    const shelf = openShelf();
    shelf.add([OWN]);
    const { papers } = federate(works, { shelf });
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({ id: 'own', pmid: '5', impactFactor: { citationCount: 3 } });
    expect(papers[0]?.explanation).toMatchObject({ ranks: { crossref: 4, arxiv: 2 } });
  });

  it('stand where the first of them stood', () => {
    const shelf = openShelf();
    const alike = { title: 'Mussel beds' };
    shelf.add([paper({ key: 'own', ...alike, doi, pmid: '5' })]);
    const [first, last] = [
      { key: 'a', ...alike, doi },
      { key: 'c', ...alike, pmid: '5' },
    ];
    const other = work({ openalex: 5 }, { key: 'b', ...alike, doi: '10.1000/other' });
    const works = [work({ openalex: 5 }, first), other, work({ openalex: 9 }, last)];
    expect(federate(works, { shelf }).papers.map(({ id }) => id)).toEqual(['own', 'b']);
  });

  it('stay apart without the library', () => {
    const shelf = openShelf();
    shelf.add([OWN]);
    expect(federate([PUBLISHED, PREPRINT], { shelf, withLibrary: false }).papers).toHaveLength(2);
  });
});

describe('works that a third one connects', () => {
  const A = work({ openalex: 1 }, { key: 'a', title: 'Mussel beds', doi: '10.1000/beds', citationCount: 3 });
  const B = work({ crossref: 1 }, { key: 'b', title: 'Mussel rafts', pmid: '77', venue: 'Shores' });
  const C = work({ europepmc: 1 }, { key: 'c', title: 'Mussel', doi: '10.1000/beds', pmid: '77', summary: 'Short.' });

  it.each([
    ['last', [A, B, C]],
    ['first', [C, A, B]],
    ['in between', [A, C, B]],
  ])('are one when it comes %s', (_when, works) => {
    const shelf = openShelf();
    shelf.add([
      paper({ key: 'first', title: 'Mussel beds', doi: '10.1000/beds' }),
      paper({ key: 'second', title: 'Mussel rafts', pmid: '77' }),
    ]);
    const { papers } = federate(works, { shelf });
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({
      id: 'first',
      pmid: '77',
      journalName: 'Shores',
      tldr: 'Short.',
      impactFactor: { citationCount: 3 },
      explanation: { ranks: { openalex: 1, crossref: 1, europepmc: 1 } },
    });
  });
});

describe('the papers of the library', () => {
  it('that no source knows are found beside the others', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes' })]);
    const live = work({ openalex: 1 }, { key: 'live', title: 'A mussel survey' });
    expect(titlesFound([live], { shelf }).sort()).toEqual(['A mussel survey', 'My mussel notes']);
    expect(titlesFound([live], { shelf, withLibrary: false })).toEqual(['A mussel survey']);
  });

  it('that came with the package are left out as soon as sources gave something', () => {
    const shelf = openShelf();
    const body = { keywords: ['learning', 'graphs', 'shortest'] };
    const starter = shelf.search(body);
    expect(starter.length).toBeGreaterThan(3);
    const live = work({ openalex: 1 }, { key: 'live', title: 'Learning about graphs' });
    expect(titlesFound([live], { shelf, body })).toEqual(['Learning about graphs']);
    // What the user imported since is the user's.
    shelf.add([paper({ key: 'mine', title: starter[0]?.title ?? '', doi: starter[0]?.doi ?? '' })]);
    expect(titlesFound([live], { shelf, body }).sort()).toEqual(['Learning about graphs', starter[0]?.title].sort());
  });

  it('are counted among what is found: those that sources found, too, and those that only sources once told', () => {
    const shelf = openShelf();
    const record = (key: string, title: string) => work({ openalex: 1 }, { key, title, doi: `10.1000/${key}` });
    shelf.persistResults(
      [record('kept', 'A mussel kept from before'), record('both', 'Mussel beds')].map((one) => one.record),
    );
    shelf.add([paper({ key: 'own', title: 'My mussel notes' }), paper({ key: 'else', title: 'Kelp' })]);
    const works = [record('both', 'Mussel beds'), record('new', 'Mussel rafts')];
    const { papers, fromSources, ids } = federate(works, { shelf });
    expect([papers.length, fromSources.returned, [...ids.keys()].sort()]).toEqual([4, 2, ['kept', 'own']]);
    expect(federate(works, { shelf, withLibrary: false }).ids.size).toBe(0);
  });

  it('do not change by being searched', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: TITLE, doi: '10.1000/beds' })]);
    const [records, edition] = [[...shelf.records()], shelf.edition()];
    federate([work({ openalex: 1 }, { key: 'x', title: TITLE, doi: '10.1000/beds', year: 2020 })], { shelf });
    expect([...shelf.records()]).toEqual(records);
    expect(shelf.edition()).toBe(edition);
  });

  it.each([true, false])('may be asked beside no works at all (with the library: %s)', (withLibrary) => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: TITLE })]);
    expect(titlesFound([], { shelf, withLibrary })).toEqual(withLibrary ? [TITLE] : []);
  });
});

describe('a work that a source gave twice', () => {
  const TWICE = {
    ...work({}, { key: 'a', title: 'Mussel beds' }),
    findings: [] as { source: 'crossref'; rank: number }[],
  };
  for (const rank of [2, 40]) TWICE.findings.push({ source: 'crossref', rank });
  const ONCE = work({ crossref: 3 }, { key: 'b', title: 'Mussel rafts' });

  it.each([true, false])('counts by its better rank (with the library: %s)', (withLibrary) => {
    const { papers } = federate([ONCE, TWICE], { withLibrary });
    const ranks = papers.map(({ title, explanation }) => [title, (explanation as { ranks: unknown }).ranks]);
    expect(Object.fromEntries(ranks)).toEqual({ 'Mussel beds': { crossref: 2 }, 'Mussel rafts': { crossref: 3 } });
  });

  it('does so also where only ranks count', () => {
    expect(fuseSourceRanks([ONCE, TWICE]).map(({ work: { record } }) => record.key)).toEqual(['a', 'b']);
  });
});
