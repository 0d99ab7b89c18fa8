import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Paper, PaperInput } from '../../src/papers/paper.ts';
import { record } from '../helpers/record.ts';
import { runs } from '../helpers/runs.ts';
import { openShelf } from './imported-works.ts';

/** What a paper of several records answers to, and that it does not matter which of them came first. */

/** A library into which these records were imported one after the other. */
function libraryOf(...records: Paper[]) {
  const { take, works, key, doi } = openShelf();
  take(...records);
  return { works: works(), key, doi };
}

/** All orders of some records. */
function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

const TITLE = 'Feeding habits of the zyzzyva weevil';
const NEARLY = 'Feeding habits of zyzzyva weevils in Brazil';
const OTHER = 'Gills and regeneration among axolotls';
const early = record({
  key: 'early',
  title: TITLE,
  arxivId: '2101.00001',
  doi: '10.48550/arXiv.2101.00001',
  isPrePrint: true,
});
const late = record({ key: 'late', title: NEARLY, arxivId: '2101.00001', doi: '10.1000/late', isPrePrint: false });

describe('a paper of two records', () => {
  it.each([
    ['the preprint first', [early, late]],
    ['the published version first', [late, early]],
  ] as const)('is found by the keys and the DOIs of both, %s', (_, records) => {
    const { key, doi, works } = libraryOf(...records);
    expect(works).toBe(1);
    for (const found of [
      key('early'),
      key('late'),
      doi('https://doi.org/10.1000/LATE'),
      doi('10.48550/arxiv.2101.00001'),
    ]) {
      expect(found).toMatchObject({ title: NEARLY, doi: '10.1000/late' });
    }
    expect([doi('10.1000/nothing'), doi('no DOI')]).toEqual([undefined, undefined]);
  });

  it('takes in a newer state of either', () => {
    expect(libraryOf(early, late, record({ ...late, citationCount: 7 })).key('late')?.citationCount).toBe(7);
    expect(libraryOf(early, late, record({ ...early, citationCount: 7 })).key('late')?.citationCount).toBe(7);
  });

  it('gives one of them up when its key comes again for another work', () => {
    const { key, works } = libraryOf(early, late, record({ key: 'late', title: OTHER, doi: '10.1000/other' }));
    expect(works).toBe(2);
    expect([key('early')?.title, key('late')?.title]).toEqual([NEARLY, OTHER]);
  });
});

it('a paper that was replaced is not found by the DOI that it had', () => {
  const { doi } = libraryOf(
    record({ key: 'k', title: TITLE, doi: '10.1000/old' }),
    record({ key: 'k', title: OTHER, doi: '10.1000/new' }),
  );
  expect([doi('10.1000/old')?.title, doi('10.1000/new')?.title]).toEqual([undefined, OTHER]);
});

it('a paper that was replaced does not stand before the one whose DOI it had', () => {
  const { doi, works } = libraryOf(
    record({ key: 'k', title: TITLE, doi: '10.1000/old' }),
    record({ key: 'k', title: OTHER, doi: '10.1000/new' }),
    record({ key: 'l', title: TITLE, doi: '10.1000/old' }),
  );
  expect(works).toBe(2);
  expect(doi('10.1000/old')?.title).toBe(TITLE);
});

describe('in every order of import there are as many works', () => {
  const byTitle = { title: TITLE, authors: ['Ada Weevil'], year: 2001 };
  it.each<[string, number, PaperInput[]]>([
    [
      'where one record connects two others',
      1,
      [
        { key: 'a', title: TITLE, doi: '10.1000/x' },
        { key: 'b', title: NEARLY, arxivId: '2101.00001' },
        { key: 'c', title: TITLE, doi: '10.1000/x', arxivId: '2101.00001' },
      ],
    ],
    [
      'where a preprint comes twice, under two titles',
      1,
      [
        { ...byTitle, key: 'a', doi: '10.1101/2020.01.01.123456', isPrePrint: true },
        { ...byTitle, key: 'b', doi: '10.1000/x' },
        { key: 'c', title: NEARLY, doi: '10.1101/2020.01.01.123456', isPrePrint: true },
      ],
    ],
    [
      'where the arXiv number stands in a DOI or a link',
      1,
      [
        { key: 'a', title: TITLE, arxivId: '2101.00001' },
        { key: 'b', title: NEARLY, doi: '10.48550/arXiv.2101.00001' },
        { key: 'c', title: `${NEARLY} and Peru`, link: 'https://arxiv.org/abs/2101.00001v2' },
      ],
    ],
    [
      'where two published versions have a preprint in common',
      2,
      [
        { ...byTitle, key: 'a', arxivId: '2101.00001', isPrePrint: true, publicationType: 'preprint' },
        { ...byTitle, key: 'b', doi: '10.1000/conference' },
        { ...byTitle, key: 'c', doi: '10.1000/journal' },
      ],
    ],
  ])('%s', (_, works, facts) => {
    const orders = ordersOf(facts.map(record));
    const counted = orders.map((order) => [order.map(({ key }) => key).join(' '), libraryOf(...order).works]);
    expect(counted).toEqual(orders.map((order) => [order.map(({ key }) => key).join(' '), works]));
  });
});

describe('records of one import', () => {
  const few = (...values: string[]) => fc.constantFrom(undefined, ...values);
  const facts = fc.record({
    key: few('a', 'b', 'c', 'd'),
    title: fc.constantFrom(TITLE, NEARLY, OTHER),
    doi: few('10.1000/x', '10.1000/y'),
    arxivId: few('2101.00001', '2101.00002'),
    pmid: few('1', '2'),
    year: fc.constantFrom(undefined, 2001, 2002),
  });

  it('are merged as those of one import each', () => {
    fc.assert(
      fc.property(fc.array(facts, { minLength: 2, maxLength: 7 }), fc.nat(3), (all, before) => {
        const records = all.map((one) => record(one));
        const [each, atOnce] = [openShelf(), openShelf()];
        each.take(...records);
        atOnce.take(...records.slice(0, before));
        atOnce.add(records.slice(before));
        expect([...atOnce.records()]).toEqual([...each.records()]);
        const byKeys = ({ key }: typeof each) => ['a', 'b', 'c', 'd'].map(key);
        expect(byKeys(atOnce)).toEqual(byKeys(each));
      }),
      { numRuns: runs(30) },
    );
  });
});
