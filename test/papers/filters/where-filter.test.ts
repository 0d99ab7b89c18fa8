import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { type Where, whereSchema } from '../../../src/papers/filters/where.ts';
import { checkWhere, meets, sortPapers } from '../../../src/papers/filters/where-filter.ts';
import { fromWire } from '../../../src/papers/wire.ts';

const PAPER: WirePaper = {
  title: 'Perovskite <i>solar</i> cells: a review',
  abstract: 'Degradation outdoors.',
  tldr: 'They fade.',
  authors: 'Ada Lovelace, Émile Borel',
  journalName: 'Nature Energy',
  language: 'eng',
  year: 2020,
  impactFactor: { citationCount: 10 },
  v_quartile_ranking: 'q1',
  publicationType: 'journal-article',
  fieldsOfStudy: ['Alchemy', 'materials science'],
  isOpenAccess: true,
  pdfLink: 'https://example.org/a.pdf',
  downloadable: true,
};

describe('where', () => {
  it.each<[Where]>([
    [{}],
    [{ yearFrom: 2020 }],
    [{ yearTo: 2020 }],
    [{ yearFrom: 2019, yearTo: 2021 }],
    [{ minCitations: 10 }],
    [{ quartiles: ['Q4', 'Q1'] }],
    [{ types: ['conference', 'journal'] }],
    [{ fields: ['Materials Science'] }],
    [{ openAccess: true }],
    [{ hasPdf: true }],
    [{ hasAbstract: true }],
    [{ venue: '"nature"' }],
    [{ language: 'EN' }],
    [{ language: 'English' }],
    [{ author: 'Lovelace, A' }],
    [{ author: 'Turing OR Lovelace' }],
    [{ author: '"emile borel" -turing' }],
    [{ design: ['review', 'randomized-trial'] }],
    [{ text: 'SOLAR degradation fade lovelace émile nature' }],
    [{ yearFrom: 2020, minCitations: 1, quartiles: ['Q1'], types: ['journal'], openAccess: true, text: 'solar' }],
  ])('%o is met', (where) => {
    expect(meets(fromWire(PAPER), where)).toBe(true);
  });

  it.each<[Where]>([
    [{ yearFrom: 2021 }],
    [{ yearTo: 2019 }],
    [{ minCitations: 11 }],
    [{ quartiles: ['Q2', 'Q3'] }],
    [{ types: ['conference'] }],
    [{ fields: ['Law', 'Art'] }],
    [{ openAccess: false }],
    [{ hasPdf: false }],
    [{ hasAbstract: false }],
    [{ text: 'solar wind' }],
    [{ venue: 'science' }],
    [{ language: 'fr' }],
    [{ design: ['systematic-review'] }],
    [{ venue: '-nature' }],
    // Of two people, each has one of the words.
    [{ author: 'ada borel' }],
    [{ author: 'lovelace -borel' }],
    // As in a look-up: a family name is written out, and given names do not contradict.
    [{ author: 'lovel' }],
    [{ author: 'Lovelace, B' }],
    [{ author: '1815' }],
    [{ yearFrom: 2020, openAccess: false }],
  ])('%o is not met', (where) => {
    expect(meets(fromWire(PAPER), where)).toBe(false);
  });

  const unknown: WirePaper = { title: 'Bare' };
  const nulls: WirePaper = { title: 'Bare', year: null, impactFactor: null, fieldsOfStudy: null, isOpenAccess: null };
  it.each<[string, Where]>([
    ['a lowest year', { yearFrom: 1 }],
    ['a highest year', { yearTo: 9999 }],
    ['citations, not even 0', { minCitations: 0 }],
    ['a quartile', { quartiles: ['Q1', 'Q2', 'Q3', 'Q4'] }],
    ['a type', { types: ['journal', 'book series', 'conference'] }],
    ['a field', { fields: ['Law'] }],
    ['open access', { openAccess: true }],
    ['closed access', { openAccess: false }],
    ['a design', { design: ['review', 'guideline'] }],
    ['a venue', { venue: '-nature' }],
    ['a language', { language: 'en' }],
    ['an author', { author: '-lovelace' }],
    ['a PDF', { hasPdf: true }],
    ['an abstract', { hasAbstract: true }],
  ])('a paper that lacks the fact does not meet %s', (_fact, where) => {
    expect([meets(fromWire(unknown), where), meets(fromWire(nulls), where)]).toEqual([false, false]);
  });

  it('a PDF is one that is linked or downloadable', () => {
    expect(meets(fromWire({ pdfLink: 'https://example.org/a.pdf' }), { hasPdf: true })).toBe(true);
    expect(meets(fromWire({ downloadable: true }), { hasPdf: true })).toBe(true);
  });

  it('there is no PDF of a paper that is not open, and of any other it is not known', () => {
    const closed = { isOpenAccess: false, downloadable: false };
    expect(meets(fromWire(closed), { hasPdf: false })).toBe(true);
    for (const paper of [{ downloadable: false }, { downloadable: false, isOpenAccess: true }, {}])
      for (const hasPdf of [true, false])
        expect(checkWhere(fromWire(paper), { hasPdf })).toEqual({ verdict: 'unknown', lacking: ['known PDF status'] });
    // Two facts contradict each other: there is a PDF, whoever says that it is not open.
    expect(meets(fromWire({ ...closed, pdfLink: 'https://example.org/a.pdf' }), { hasPdf: true })).toBe(true);
  });

  it('a meta-analysis that is a systematic review is both', () => {
    const paper = { title: 'Perovskites: a systematic review and meta-analysis' };
    expect(meets(fromWire(paper), { design: ['meta-analysis'] })).toBe(true);
    expect(meets(fromWire(paper), { design: ['systematic-review'] })).toBe(true);
    expect(meets(fromWire(paper), { design: ['review'] })).toBe(false);
  });

  it('a paper without abstract has none', () => {
    expect(meets(fromWire(unknown), { hasAbstract: false })).toBe(true);
  });

  it.each([
    [{ isRetracted: true }, true],
    [{ isRetracted: false }, false],
    [{ title: 'RETRACTED: Ice' }, true],
    [{ title: 'RETRACTED: Ice', isRetracted: false }, true],
    [{ title: 'Retraction: Ice' }, false],
    [{ title: 'Retraction: Ice', isRetracted: true }, false],
    [{ isRetracted: null }, 'unknown'],
    [{ title: 'Retracted papers: a survey' }, 'unknown'],
    [{ title: 'Correction: Ice' }, 'unknown'],
    [{ title: 'Expression of concern: Ice', isRetracted: false }, false],
  ] as const)('a paper is retracted, not retracted or of unknown status: %j is %s', (paper, status) => {
    for (const retracted of [true, false, 'unknown'] as const) {
      const { verdict, lacking } = checkWhere(fromWire(paper), { retracted });
      expect(verdict === 'met').toBe(retracted === status);
      const isLeftOut = status === 'unknown' && retracted !== 'unknown';
      expect(lacking).toEqual(isLeftOut ? ['known retraction status'] : []);
    }
  });

  it.each([
    [{ year: 2020 }, ['year']],
    [{ retracted: 'yes' }, ['retracted']],
    [{ yearFrom: '2020' }, ['yearFrom']],
    [{ yearFrom: 2020, yearTo: 2010 }, ['yearTo']],
    [{ minCitations: -1 }, ['minCitations']],
    [{ quartiles: ['Q5'] }, ['quartiles']],
    [{ types: [] }, ['types']],
    [{ fields: ['Alchemy'] }, ['fields']],
    [{ hasPdf: 'yes' }, ['hasPdf']],
    [{ text: ' ' }, ['text']],
    [{ text: '"-"' }, ['text']],
    [{ venue: '...' }, ['venue']],
    [{ language: '...' }, ['language']],
  ])('%o is refused', (where, [field]) => {
    const parsed = whereSchema.safeParse(where);
    expect(JSON.stringify(parsed.error?.issues)).toContain(field);
  });
});

describe('sort', () => {
  const papers: WirePaper[] = [
    { id: 'none' },
    {
      id: 'low',
      year: 2001,
      score: 0.1,
      impactFactor: { citationCount: 0, influentialCitationCount: 0, referenceCount: 9 },
    },
    { id: 'null', year: null, score: null, impactFactor: { citationCount: null } },
    {
      id: 'high',
      year: 2020,
      score: 0.9,
      impactFactor: { citationCount: 20, influentialCitationCount: 5, referenceCount: 100 },
    },
    {
      id: 'same',
      year: 2020,
      score: 0.9,
      impactFactor: { citationCount: 20, influentialCitationCount: 5, referenceCount: 100 },
    },
  ];
  const order = (sort: string, list = papers) => sortPapers(list, sort, (paper) => fromWire(paper)).map(({ id }) => id);

  it.each(['score', 'citationCount', 'influentialCitationCount', 'referenceCount', 'year'])(
    'by %s: absent values last in both directions, ties as they came',
    (field) => {
      expect(order(`${field}:desc`)).toEqual(['high', 'same', 'low', 'none', 'null']);
      expect(order(`${field}:asc`)).toEqual(['low', 'high', 'same', 'none', 'null']);
    },
  );

  it('by quartile: descending starts with the best', () => {
    const list: WirePaper[] = ['Q3', null, 'Q1', 'Q4', 'unranked', 'Q2'].map((quartile) => ({
      id: quartile ?? 'null',
      v_quartile_ranking: quartile,
    }));
    expect(order('quartileRanking:desc', list)).toEqual(['Q1', 'Q2', 'Q3', 'Q4', 'null', 'unranked']);
    expect(order('quartileRanking:asc', list)).toEqual(['Q4', 'Q3', 'Q2', 'Q1', 'null', 'unranked']);
  });

  it('leaves the given list alone', () => {
    order('year:asc');
    expect(papers.map(({ id }) => id)).toEqual(['none', 'low', 'null', 'high', 'same']);
  });
});
