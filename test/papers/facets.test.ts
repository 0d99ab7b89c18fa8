import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { listJoinedNames } from '../../src/papers/author-forms.ts';
import { countFacets } from '../../src/papers/facets.ts';
import { fromWire } from '../../src/papers/wire.ts';

const counts = (papers: WirePaper[], facet: string) =>
  Object.entries(countFacets(papers.map(fromWire), 'brief')[facet] ?? {});

describe('facets', () => {
  it('count a fact that a paper lacks as unknown', () => {
    const papers: WirePaper[] = [{ year: 2000 }, { year: null }, {}];
    expect(counts(papers, 'year')).toEqual([
      ['2000', 1],
      ['unknown', 2],
    ]);
  });

  it('count a fact as unknown that no paper tells, and nothing where there is no paper', () => {
    const nothing = { year: null, impactFactor: null, fieldsOfStudy: [], isOpenAccess: null };
    const papers = [fromWire({}), fromWire(nothing)];
    const unknown = { unknown: 2 };
    const brief = {
      year: unknown,
      field: unknown,
      design: unknown,
      type: unknown,
      quartile: unknown,
      openAccess: unknown,
      citations: unknown,
      venue: unknown,
      retracted: unknown,
    };
    // In brief as one: each name of a fact, and of how many papers it is unknown.
    expect(countFacets(papers, 'brief')).toEqual({
      unknown: Object.fromEntries(Object.keys(brief).map((name) => [name, 2])),
    });
    expect(countFacets(papers, 'whole')).toEqual({ ...brief, pdf: unknown, author: unknown });
    for (const detail of ['brief', 'whole'] as const) expect(countFacets([], detail)).toEqual({});
  });

  it('count retractions with those of unknown status', () => {
    const papers: WirePaper[] = [{ isRetracted: true }, { isRetracted: false }, {}, { title: 'Retraction: Ice' }];
    const expected = { retracted: { yes: 1, no: 2, unknown: 1 }, retraction: { notice: 1 } };
    for (const detail of ['brief', 'whole'] as const)
      expect(countFacets(papers.map(fromWire), detail)).toMatchObject(expected);
    expect(counts(papers.slice(1, 3), 'retracted')).toEqual([
      ['no', 1],
      ['unknown', 1],
    ]);
  });

  it('count authors, where they are asked for', () => {
    const papers: WirePaper[] = [{ authors: 'Ada Weevil, Bo Owl' }, { authors: 'Ada Weevil' }, {}];
    expect(countFacets(papers.map(fromWire), 'whole').author).toEqual({ 'Ada Weevil': 2, 'Bo Owl': 1, unknown: 1 });
    expect(countFacets(papers.map(fromWire), 'brief')).not.toHaveProperty('author');
  });

  it('count the forms of one name together, under the longest, unless they may be different people', () => {
    const papers = ['Milton Packer', 'Packer M', 'M. Packer, Ada Weevil', 'Bo Owl', 'Bea Owl', 'B Owl'].map((authors) =>
      fromWire({ authors }),
    );
    expect(countFacets(papers, 'whole').author).toEqual({
      'Milton Packer': 3,
      'Ada Weevil': 1,
      'B Owl': 1,
      'Bea Owl': 1,
      'Bo Owl': 1,
    });
    expect(listJoinedNames(papers)).toEqual([{ name: 'Milton Packer', forms: ['M. Packer', 'Packer M'] }]);
  });

  it('count designs', () => {
    const papers: WirePaper[] = [{ title: 'Ice: a review' }, { title: 'Snow: a review' }, { title: 'Rain' }];
    expect(counts(papers, 'design')).toEqual([
      ['review', 2],
      ['unknown', 1],
    ]);
  });

  it('count years one by one while they are few', () => {
    expect(counts([{ year: 2021 }, { year: 1999 }, { year: 2021 }, {}], 'year')).toEqual([
      ['1999', 1],
      ['2021', 2],
      ['unknown', 1],
    ]);
  });

  it.each([
    [8, 8],
    [9, 1],
  ])('of %i different years have %i entries', (years, entries) => {
    const papers = Array.from({ length: years }, (_, index) => ({ year: 2000 + index }));
    expect(counts(papers, 'year')).toHaveLength(entries);
  });

  it('count by decade where years are many', () => {
    const papers: WirePaper[] = Array.from({ length: 15 }, (_, index) => ({ year: 1998 + index }));
    expect(counts([...papers, {}], 'year')).toEqual([
      ['1990s', 2],
      ['2000s', 10],
      ['2010s', 3],
      ['unknown', 1],
    ]);
  });

  it.each([
    [0, '0'],
    [1, '1-9'],
    [9, '1-9'],
    [10, '10-99'],
    [99, '10-99'],
    [100, '100-999'],
    [999, '100-999'],
    [1000, '1000+'],
    [250_000, '1000+'],
    [-1, 'unknown'],
  ])('put %i citations under %s', (citationCount, band) => {
    const papers = [citationCount, 5].map((count) => ({ impactFactor: { citationCount: count } }));
    expect(countFacets(papers.map(fromWire), 'brief').citations?.[band]).toBe(band === '1-9' ? 2 : 1);
  });

  it('list citation bands from the lowest up', () => {
    const papers = [5000, 500, 50, 5, 0].map((citationCount) => ({ impactFactor: { citationCount } }));
    expect(counts([{}, ...papers], 'citations').map(([name]) => name)).toEqual([
      '0',
      '1-9',
      '10-99',
      '100-999',
      '1000+',
      'unknown',
    ]);
  });

  it('count a paper once under each of its fields, unlisted fields as other', () => {
    const papers: WirePaper[] = [
      { fieldsOfStudy: ['law', 'Law', 'Physics'] },
      { fieldsOfStudy: ['Physics', 'Alchemy', 'Astrology'] },
      {},
    ];
    expect(counts(papers, 'field')).toEqual([
      ['Physics', 2],
      ['Law', 1],
      ['other', 1],
      ['unknown', 1],
    ]);
  });

  it('read types and quartiles in any spelling', () => {
    const papers: WirePaper[] = [
      { publicationType: 'journal-article', v_quartile_ranking: 'q1' },
      { publicationType: 'Journal', v_quartile_ranking: 'Q1' },
      { publicationType: 'preprint', v_quartile_ranking: '-' },
    ];
    expect(countFacets(papers.map(fromWire), 'brief')).toMatchObject({
      type: { journal: 2, preprint: 1 },
      quartile: { Q1: 2, unknown: 1 },
    });
  });

  it('in whole count every single year, however many', () => {
    const papers: WirePaper[] = Array.from({ length: 60 }, (_, index) => ({ year: 1960 + index }));
    expect(Object.keys(countFacets(papers.map(fromWire), 'whole').year ?? {})).toHaveLength(60);
  });

  it('tell open, closed and unknown access apart', () => {
    const papers = [{ isOpenAccess: true }, { isOpenAccess: false }, { isOpenAccess: false }, {}];
    expect(countFacets(papers.map(fromWire), 'brief').openAccess).toEqual({ yes: 1, no: 2, unknown: 1 });
  });

  it('name the six most frequent venues, the most frequent first, then count the others and unknown', () => {
    const venues = Array.from({ length: 10 }, (_, index) => `Venue ${index}`);
    const papers: WirePaper[] = [...venues, 'Venue 9', '', '', ''].map((journalName) => ({ journalName }));
    expect(counts(papers, 'venue').map(([name]) => name)).toEqual([
      'Venue 9',
      'Venue 0',
      'Venue 1',
      'Venue 2',
      'Venue 3',
      'Venue 4',
      'others',
      'unknown',
    ]);
    expect(countFacets(papers.map(fromWire), 'brief').venue).toMatchObject({ 'Venue 9': 2, others: 4, unknown: 3 });
    expect(Object.keys(countFacets(papers.map(fromWire), 'whole').venue ?? {})).toHaveLength(11);
  });

  it('survive a venue named like a property of objects', () => {
    expect(counts([{ journalName: '__proto__' }, { journalName: 'constructor' }], 'venue')).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
  });
});
