import { describe, expect, it } from 'vitest';
import { SORT_DIRECTIONS, SORT_FIELDS, type SortField } from '../../../src/contract/rules.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { type JobSelectionRequest, selectPapers } from '../../../src/jobs/answers/job-selection.ts';
import { leftOutNote } from '../../../src/jobs/answers/selection-notes.ts';
import { saidNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

function select(papers: WirePaper[], request: JobSelectionRequest) {
  const store = openStore();
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'id');
  return selectPapers(store, [store.finish(1, { status: 'success', papers, notes: [] })], request);
}

describe('exclusions by each condition', () => {
  const PAPERS: WirePaper[] = [
    { id: 'a', year: 2020, isOpenAccess: true, impactFactor: { citationCount: 5 } },
    { id: 'b', year: 2020, isOpenAccess: true, impactFactor: { citationCount: 6 } },
    { id: 'c', year: 2010, isOpenAccess: true, impactFactor: { citationCount: 500 } },
    { id: 'd', year: 2020, isOpenAccess: false, impactFactor: { citationCount: 500 } },
    { id: 'e' },
  ];

  it('is counted when they leave nothing: how many records would be left without it, most first', () => {
    const { papers, withoutCondition, stored } = select(PAPERS, {
      where: { minCitations: 100, yearFrom: 2015, openAccess: true },
    });
    expect({ papers, stored }).toEqual({ papers: [], stored: 5 });
    expect(withoutCondition).toEqual([
      { filter: 'minCitations', papers: 2 },
      { filter: 'yearFrom', papers: 1 },
      { filter: 'openAccess', papers: 1 },
    ]);
  });

  it('counts a condition with 0 when others exclude all without it', () => {
    expect(select(PAPERS, { where: { yearFrom: 3000, minCitations: 1_000 } }).withoutCondition).toEqual([
      { filter: 'yearFrom', papers: 0 },
      { filter: 'minCitations', papers: 0 },
    ]);
  });

  it('does not name a condition that was not set', () => {
    expect(select(PAPERS, { where: { yearFrom: 3000, minCitations: undefined } }).withoutCondition).toEqual([
      { filter: 'yearFrom', papers: 5, unknown: 1 },
    ]);
  });

  it('says of how many papers it is not known whether they meet a condition, alone and beside others', () => {
    expect(select(PAPERS, { where: { retracted: true } }).withoutCondition).toEqual([
      { filter: 'retracted', papers: 5, unknown: 5 },
    ]);
    expect(select(PAPERS, { where: { retracted: true, yearFrom: 2015 } }).withoutCondition).toEqual([
      { filter: 'retracted', papers: 3, unknown: 3 },
      { filter: 'yearFrom', papers: 0 },
    ]);
    const told: WirePaper[] = [{ id: 'x', retraction: { kind: 'none', from: 'openalex' } }, ...PAPERS];
    const [first] = select(told, { where: { retracted: true } }).withoutCondition;
    expect(first).toEqual({ filter: 'retracted', papers: 6, unknown: 5 });
  });

  it('counts within the references that were asked for', () => {
    const request = { refs: ['J1-1', 'J1-2', 'J1-9'], where: { minCitations: 100 } };
    expect(select(PAPERS, request)).toMatchObject({
      stored: 2,
      withoutCondition: [{ filter: 'minCitations', papers: 2 }],
    });
  });

  it('is not counted while something is left, nor without conditions', () => {
    expect(select(PAPERS, { where: { minCitations: 100 } }).withoutCondition).toEqual([]);
    expect(select([], {}).withoutCondition).toEqual([]);
  });
});

describe('papers that lack a field', () => {
  const PAPERS: WirePaper[] = [
    { id: 'a', title: 'Tides', year: 2020, impactFactor: { citationCount: 5 } },
    { id: 'b', title: 'Tides again', year: 1990 },
    { id: 'c', title: 'Tides and shores', impactFactor: { citationCount: 5 } },
    { id: 'd', title: 'Tides and mussels' },
    { id: 'e', title: 'Dunes' },
  ];
  const lackingFor = (where: JobSelectionRequest['where']) => select(PAPERS, { where }).lacking;

  it('are counted by field, when no condition excludes them anyway', () => {
    expect(lackingFor({ yearFrom: 2000 })).toEqual([{ field: 'year', records: 3 }]);
    expect(lackingFor({ yearFrom: 2000, yearTo: 2021, minCitations: 1, text: 'tides' })).toEqual([
      { field: 'year', records: 2 },
      { field: 'citation count', records: 1 },
    ]);
    expect(lackingFor({ venue: 'nature' })).toEqual([{ field: 'venue', records: 5 }]);
  });

  it('are nowhere where every paper says', () => {
    expect(lackingFor({ text: 'tides' })).toEqual([]);
    expect(lackingFor({ hasPdf: true, hasAbstract: true, retracted: 'unknown' })).toEqual([]);
    expect(select(PAPERS, {}).lacking).toEqual([]);
  });

  it('is how many papers are known to be retracted or not, where that is asked', () => {
    const papers = [{ title: 'Ice', isRetracted: true }, { title: 'Snow', isRetracted: false }, { title: 'Rain' }];
    const known = { retraction: 2, of: 3 };
    for (const [retracted, count] of [
      [true, 1],
      [false, 1],
      ['unknown', 1],
    ] as const) {
      const selection = select(papers, { where: { retracted } });
      expect([selection.papers.length, selection.known]).toEqual([count, known]);
      expect(leftOutNote(selection)).toContainEqual({ kind: 'retraction-known', papers: 2, of: 3 });
    }
    expect(select(papers, { where: { text: 'ice' } })).not.toHaveProperty('known');
  });

  it('are counted in a note', () => {
    const note = (where: JobSelectionRequest['where']) => saidNotes(leftOutNote(select(PAPERS, { where })));
    expect(note({ yearFrom: 2000 })).toEqual(['3 have no year and are left out.']);
    expect(note({ yearFrom: 2000, text: 'dunes' })).toEqual(['1 has no year and is left out.']);
    expect(note({ yearFrom: 2000, minCitations: 1, text: 'tides' })).toEqual([
      '2 have no year, 1 has no citation count and are left out.',
    ]);
    expect(note({ text: 'tides' })).toEqual([]);
  });
});

describe('sort', () => {
  const factsOf: Record<SortField, (value: number | null) => WirePaper> = {
    score: (score) => ({ score }),
    citationCount: (citationCount) => ({ impactFactor: { citationCount } }),
    influentialCitationCount: (influentialCitationCount) => ({ impactFactor: { influentialCitationCount } }),
    referenceCount: (referenceCount) => ({ impactFactor: { referenceCount } }),
    year: (year) => ({ year }),
    // The best quartile counts most.
    quartileRanking: (value) => ({ v_quartile_ranking: value === null ? null : `Q${5 - value}` }),
  };
  const order = (papers: WirePaper[], sort: string) => select(papers, { sort }).papers.map(({ ref }) => ref);

  it.each(SORT_FIELDS)('by %s: in both directions, absent values last, equal ones as the service had them', (field) => {
    const papers = [null, 2, 4, 1, 4, null, 3].map(factsOf[field]);
    papers.push({});
    const absent = ['J1-1', 'J1-6', 'J1-8'];
    expect(order(papers, `${field}:desc`)).toEqual(['J1-3', 'J1-5', 'J1-7', 'J1-2', 'J1-4', ...absent]);
    expect(order(papers, `${field}:asc`)).toEqual(['J1-4', 'J1-2', 'J1-7', 'J1-3', 'J1-5', ...absent]);
  });

  // No paper is of the year 0: it is how a service says that it does not know.
  const COUNTED = SORT_FIELDS.filter((field) => field !== 'quartileRanking' && field !== 'year');
  it.each(COUNTED)('by %s: 0 is a value, not absent', (field) => {
    const papers = [factsOf[field](null), factsOf[field](0), factsOf[field](1)];
    expect(order(papers, `${field}:desc`)).toEqual(['J1-3', 'J1-2', 'J1-1']);
    expect(order(papers, `${field}:asc`)).toEqual(['J1-2', 'J1-3', 'J1-1']);
  });

  it.each(SORT_FIELDS.flatMap((field) => SORT_DIRECTIONS.map((direction) => `${field}:${direction}`)))(
    'by %s keeps the order of papers of which nothing is known',
    (sort) => {
      expect(order([{}, {}, {}], sort)).toEqual(['J1-1', 'J1-2', 'J1-3']);
    },
  );

  it('goes by the record that is shown of a work, not by the one that is folded', () => {
    const title = 'Mussel beds between the tides';
    const record = (citationCount: number, facts: WirePaper): WirePaper => ({
      title,
      authors: 'A. Lovelace',
      year: 2020,
      impactFactor: { citationCount },
      ...facts,
    });
    const papers = [
      record(900, { isPrePrint: true }),
      record(1, { doi: '10.1000/x' }),
      { impactFactor: { citationCount: 50 } },
    ];
    expect(order(papers, 'citationCount:desc')).toEqual(['J1-3', 'J1-2']);
  });
});
