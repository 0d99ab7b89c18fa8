import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChoosingFilter } from '../../../src/contract/filter-table.ts';
import type { Filters } from '../../../src/contract/filters.ts';
import { FIELDS_OF_STUDY, PUBLICATION_TYPES, QUARTILES } from '../../../src/contract/rules.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { checkFilters, usedFilters, type Verdict } from '../../../src/papers/filters/filter-meaning.ts';
import type { Where } from '../../../src/papers/filters/where.ts';
import { meets } from '../../../src/papers/filters/where-filter.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { runs } from '../../helpers/runs.ts';
import { checkFilter } from './check-filter.ts';

type Wanted = Partial<Filters>;
const filtersOf = (wanted: Wanted): Filters => ({ limit: 100, ...wanted });

const PAPER: WirePaper = {
  title: 'Mussels',
  year: 2020,
  impactFactor: { citationCount: 10 },
  isOpenAccess: true,
  downloadable: true,
  v_quartile_ranking: 'Q2',
  publicationType: 'journal',
  fieldsOfStudy: ['Biology', 'Alchemy'],
};

/** Filters that the paper meets, does not meet, and the facts whose absence makes them unknown. */
const CASES: Record<ChoosingFilter, { met: Wanted[]; unmet: Wanted[]; without: WirePaper[] }> = {
  year: {
    met: [{ year: '2020' }, { year: '2020:2021' }, { year: '2019:2020' }, { year: '0000:9999' }],
    unmet: [{ year: '2019' }, { year: '2021:2022' }, { year: '1990:2019' }],
    without: [{ year: null }, {}],
  },
  minCitationCount: {
    met: [{ minCitationCount: 10 }, { minCitationCount: 1 }],
    unmet: [{ minCitationCount: 11 }],
    without: [{ impactFactor: null }, { impactFactor: {} }, { impactFactor: { citationCount: null } }, {}],
  },
  openAccessPdf: {
    met: [{ openAccessPdf: true }],
    unmet: [{ openAccessPdf: false }],
    without: [{ isOpenAccess: null }, { downloadable: true }],
  },
  downloadable: {
    met: [{ downloadable: true }],
    unmet: [{ downloadable: false }],
    // Which PDFs a source knows of is not which there are.
    without: [{ downloadable: null }, { downloadable: false }, { downloadable: false, isOpenAccess: true }],
  },
  quartileRanking: {
    met: [{ quartileRanking: ['Q2'] }, { quartileRanking: ['Q1', 'Q2'] }],
    unmet: [{ quartileRanking: ['Q1'] }, { quartileRanking: ['Q1', 'Q3', 'Q4'] }],
    without: [{ v_quartile_ranking: null }, { v_quartile_ranking: 'unranked' }, { v_quartile_ranking: '' }, {}],
  },
  publicationTypes: {
    met: [{ publicationTypes: ['journal'] }, { publicationTypes: ['conference', 'journal'] }],
    unmet: [{ publicationTypes: ['conference'] }, { publicationTypes: ['book series', 'conference'] }],
    without: [{ publicationType: null }, { publicationType: ' ' }, {}],
  },
  fieldsOfStudy: {
    met: [{ fieldsOfStudy: ['Biology'] }, { fieldsOfStudy: ['Law', 'Biology'] }],
    unmet: [{ fieldsOfStudy: ['Law'] }],
    without: [{ fieldsOfStudy: null }, { fieldsOfStudy: [] }, {}],
  },
};
const NAMES = Object.keys(CASES) as ChoosingFilter[];

describe.each(NAMES)('the filter %s', (name) => {
  const { met, unmet, without } = CASES[name];

  it.each(met)('is met: %o', (wanted) => {
    expect(checkFilter(fromWire(PAPER), name, filtersOf(wanted))).toBe('met');
  });

  it.each(unmet)('is not met: %o', (wanted) => {
    expect(checkFilter(fromWire(PAPER), name, filtersOf(wanted))).toBe('unmet');
  });

  it.each(without)('is unknown of a paper that lacks the fact: %o', (paper) => {
    for (const wanted of [...met, ...unmet])
      expect(checkFilter(fromWire(paper), name, filtersOf(wanted))).toBe('unknown');
  });

  it('is met when it is not used, also by a paper of which nothing is known', () => {
    expect(checkFilter(fromWire({}), name, filtersOf({}))).toBe('met');
    expect(checkFilter(fromWire(PAPER), name, filtersOf({}))).toBe('met');
  });

  it('is judged alone, whatever other filters say', () => {
    const [wanted] = met;
    const [contrary = {}] = name === 'year' ? CASES.minCitationCount.unmet : CASES.year.unmet;
    expect(checkFilter(fromWire(PAPER), name, filtersOf({ ...contrary, ...wanted }))).toBe('met');
  });
});

describe('spellings of a fact', () => {
  it.each<[ChoosingFilter, Wanted, WirePaper, Verdict]>([
    ['quartileRanking', { quartileRanking: ['Q1'] }, { v_quartile_ranking: ' q1 ' }, 'met'],
    ['quartileRanking', { quartileRanking: ['Q1'] }, { v_quartile_ranking: '1' }, 'met'],
    ['publicationTypes', { publicationTypes: ['journal'] }, { publicationType: 'JournalArticle' }, 'met'],
    ['publicationTypes', { publicationTypes: ['conference'] }, { publicationType: 'proceedings-article' }, 'met'],
    ['publicationTypes', { publicationTypes: ['journal'] }, { publicationType: 'preprint' }, 'unmet'],
    ['fieldsOfStudy', { fieldsOfStudy: ['Computer Science'] }, { fieldsOfStudy: ['computer science '] }, 'met'],
    ['fieldsOfStudy', { fieldsOfStudy: ['Law'] }, { fieldsOfStudy: ['Alchemy'] }, 'unmet'],
    ['minCitationCount', { minCitationCount: 1 }, { impactFactor: { citationCount: 0 } }, 'unmet'],
    ['downloadable', { downloadable: true }, { downloadable: true }, 'met'],
    ['openAccessPdf', { openAccessPdf: true }, { isOpenAccess: false }, 'unmet'],
  ])('%s %o of %o: %s', (name, wanted, paper, verdict) => {
    expect(checkFilter(fromWire(paper), name, filtersOf(wanted))).toBe(verdict);
  });
});

describe('the filters of a request', () => {
  it('are those that choose papers: neither limit nor sort', () => {
    expect(usedFilters(filtersOf({ limit: 300, sort: 'year:desc' }))).toEqual([]);
    const all = Object.assign({}, ...NAMES.map((name) => CASES[name].met[0]));
    expect(usedFilters(filtersOf({ ...all, sort: 'year:desc' })).sort()).toEqual([...NAMES].sort());
  });

  it('count as used also when they say false', () => {
    expect(usedFilters(filtersOf({ openAccessPdf: false, downloadable: false }))).toEqual([
      'openAccessPdf',
      'downloadable',
    ]);
  });

  it('are counted per verdict; unused ones are not there', () => {
    const papers: WirePaper[] = [PAPER, { ...PAPER, year: 1990 }, { ...PAPER, year: null }, { year: 1991 }];
    expect(
      checkFilters(papers.map(fromWire), filtersOf({ year: '2020', openAccessPdf: true, sort: 'year:asc' })),
    ).toEqual({
      year: { met: 1, unmet: 2, unknown: 1 },
      openAccessPdf: { met: 3, unmet: 0, unknown: 1 },
    });
    expect(checkFilters([], filtersOf({ year: '2020' }))).toEqual({ year: { met: 0, unmet: 0, unknown: 0 } });
    expect(checkFilters(papers.map(fromWire), filtersOf({}))).toEqual({});
  });
});

const paper: fc.Arbitrary<WirePaper> = fc.record(
  {
    year: fc.oneof(fc.integer({ min: 1995, max: 2005 }), fc.constant(null)),
    impactFactor: fc.option(fc.record({ citationCount: fc.option(fc.nat({ max: 12 })) }, { requiredKeys: [] })),
    isOpenAccess: fc.option(fc.boolean()),
    v_quartile_ranking: fc.constantFrom(...QUARTILES, 'q3', '4', 'unranked', '', null),
    publicationType: fc.constantFrom(...PUBLICATION_TYPES, 'Journal-Article', 'inproceedings', 'preprint', '', null),
    fieldsOfStudy: fc.option(fc.array(fc.constantFrom('Law', 'ART', 'Physics', 'Alchemy'), { maxLength: 3 })),
  },
  { requiredKeys: [] },
);
const years = fc
  .tuple(fc.integer({ min: 1995, max: 2005 }), fc.nat({ max: 4 }))
  .map(([from, more]) => ({ from, to: from + more }));

/** Pairs of a filter of the service and the condition on stored papers that asks the same. */
const asked: fc.Arbitrary<{ name: ChoosingFilter; wanted: Wanted; where: Where }> = fc.oneof(
  years.map(({ from, to }) => ({
    name: 'year' as const,
    wanted: { year: from === to ? `${from}` : `${from}:${to}` },
    where: { yearFrom: from, yearTo: to },
  })),
  fc.integer({ min: 1, max: 12 }).map((least) => ({
    name: 'minCitationCount' as const,
    wanted: { minCitationCount: least },
    where: { minCitations: least },
  })),
  fc.boolean().map((flag) => ({
    name: 'openAccessPdf' as const,
    wanted: { openAccessPdf: flag },
    where: { openAccess: flag },
  })),
  fc.subarray([...QUARTILES], { minLength: 1 }).map((quartiles) => ({
    name: 'quartileRanking' as const,
    wanted: { quartileRanking: quartiles },
    where: { quartiles },
  })),
  fc.subarray([...PUBLICATION_TYPES], { minLength: 1 }).map((types) => ({
    name: 'publicationTypes' as const,
    wanted: { publicationTypes: types },
    where: { types },
  })),
  fc.subarray([...FIELDS_OF_STUDY], { minLength: 1 }).map((fields) => ({
    name: 'fieldsOfStudy' as const,
    wanted: { fieldsOfStudy: fields },
    where: { fields },
  })),
);

it('a filter is met exactly when the same condition on stored papers is', () => {
  fc.assert(
    fc.property(paper, asked, (one, { name, wanted, where }) => {
      expect(checkFilter(fromWire(one), name, filtersOf(wanted)) === 'met').toBe(meets(fromWire(one), where));
    }),
    { numRuns: runs(1_000) },
  );
});

it('the verdicts on a filter add up to the papers', () => {
  fc.assert(
    fc.property(fc.array(paper), asked, (papers, { name, wanted }) => {
      const { met = 0, unmet = 0, unknown = 0 } = checkFilters(papers.map(fromWire), filtersOf(wanted))[name] ?? {};
      expect(met + unmet + unknown).toBe(papers.length);
    }),
  );
});
