import { describe, expect, it } from 'vitest';
import type { ViewData, ViewPaper } from '../../src/papers/report/report-data.ts';
import { createModel } from '../../src/view/model.ts';
import { nearest } from '../../src/view/nearest.ts';
import { powers, ticks } from '../../src/view/scales.ts';
import { summarise } from '../../src/view/summary.ts';
import { tallySets } from '../../src/view/view-filters.ts';

const paper = (number: number, known: Partial<ViewPaper> = {}): ViewPaper => ({
  ref: `J1-${number}`,
  title: `Paper ${number}`,
  authors: [],
  fields: [],
  foundIn: [],
  searches: [0],
  ...known,
});
const PAPERS = [
  paper(1, { year: 2001, cited: 5, match: 'good', fields: ['Biology'], oa: true, abstract: 'About reefs.' }),
  paper(2, { year: 2010, cited: 50, match: 'strong', fields: ['Biology', 'Medicine'], retracted: true, doi: '10.1/x' }),
  paper(3, { year: 2020, match: 'weak', fields: ['Medicine'], authors: ['Reef Author'] }),
  paper(4, { cited: 0 }),
];
const DATA: ViewData = {
  v: 1,
  searches: [
    {
      ref: 'J1',
      about: 'reefs',
      keywords: ['reef', 'plastic'],
      filters: [],
      service: 'embedded',
      created: '2026-11-22T00:00:00Z',
      sources: [{ source: 's', title: 'Sourcely', gave: 0, failed: 'no answer' }],
      notes: ['Searched the library.', 'Not searched: arXiv.'],
      gaps: ['Not searched: arXiv.'],
    },
  ],
  papers: PAPERS,
  topics: [],
  flow: { identified: [], duplicates: 0, byAutomation: 2, otherReasons: 3, toScreen: 4, leftOut: {} },
  methods: '',
};

describe('filters', () => {
  const shown = (change: Parameters<ReturnType<typeof createModel>['filter']>[0]) => {
    const model = createModel(DATA);
    model.filter(change);
    return model.visible.map((index) => index + 1);
  };

  it.each([
    [{ text: 'REEF' }, [1, 3]],
    [{ text: 'reef paper' }, [1, 3]],
    [{ text: 'reef biology' }, []],
    [{ yearFrom: 2010 }, [2, 3]],
    [{ yearTo: 2010 }, [1, 2]],
    [{ match: 'good' }, [1, 2]],
    [{ openAccess: true }, [1]],
    [{ hideRetracted: true }, [1, 3, 4]],
    [{ facets: { field: 'Medicine' } }, [2, 3]],
    [{ facets: { field: 'Medicine' }, hideRetracted: true }, [3]],
  ])('%j', (change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it('count the values of a facet past its own filter', () => {
    const model = createModel(DATA);
    model.toggle('field', 'Medicine');
    expect(model.count('field')).toEqual([
      ['Biology', 2],
      ['Medicine', 2],
    ]);
    expect([...model.years()]).toEqual([
      [2010, 1],
      [2020, 1],
    ]);
    model.toggle('field', 'Medicine');
    expect(model.visible).toHaveLength(4);
  });

  it('are cleared to show a paper that they hide', () => {
    const model = createModel(DATA);
    const opened: number[] = [];
    model.onOpen((index) => opened.push(index));
    model.filter({ text: 'reef' });
    model.open(3);
    expect([opened, model.visible.length]).toEqual([[3], 4]);
  });
});

describe('order', () => {
  it.each([
    ['cited', true, [2, 1, 4, 3]],
    ['cited', false, [4, 1, 2, 3]],
    ['year', true, [3, 2, 1, 4]],
    ['match', true, [2, 1, 3, 4]],
    ['title', true, [4, 3, 2, 1]],
  ] as const)('by %s, descending %s; what is not known stands last', (by, descending, expected) => {
    const model = createModel(DATA);
    model.sort({ by, descending });
    expect(model.visible.map((index) => index + 1)).toEqual(expected);
  });
});

it('the summary says what was found, what matters, what is missing', () => {
  const { found, matters, missing } = summarise(DATA);
  expect(found.map(({ text }) => text)).toEqual([
    '4 papers, 2001 to 2020',
    'Match: 1 strong, 1 good, 1 weak',
    '1 open access (25 %)',
  ]);
  expect(matters).toEqual([
    { text: 'Best match (2001): Paper 1', paper: 0 },
    { text: 'Most cited, 50 citations · Newest that fits (2010): Paper 2', paper: 1 },
  ]);
  expect(missing.map(({ text }) => text)).toEqual([
    'Not searched: arXiv.',
    'No answer from Sourcely',
    'Retracted: 1, unknown: 0',
    '3 more were found, ranked below the limit',
    '2 left out by filters',
    '3 without abstract, 3 without DOI, 1 without year',
  ]);
});

it('the summary names no paper the best match that hardly fits', () => {
  const papers = [paper(1, { match: 'weak' }), paper(2, { match: 'good' }), paper(3, { match: 'strong' })];
  expect(summarise({ ...DATA, papers }).matters).toEqual([{ text: 'Best match (year unknown): Paper 2', paper: 1 }]);
  expect(summarise({ ...DATA, papers: papers.slice(0, 1) }).matters).toEqual([]);
});

it('sets are counted whatever the order of their members', () => {
  expect(tallySets([['b', 'a'], ['a', 'b'], ['a'], []])).toEqual([
    ['a + b', 2],
    ['a', 1],
  ]);
});

it('axes have round numbers', () => {
  expect(ticks(1987, 2024, 5)).toEqual([1990, 2000, 2010, 2020]);
  expect(ticks(2020, 2020, 4)).toEqual([2020]);
  expect(powers(0)).toEqual([0, 1]);
  expect(powers(130)).toEqual([0, 1, 10, 100, 1000]);
});

it('an arrow leads to the nearest point in its direction', () => {
  const [left, middle, right, above] = [
    { x: 0, y: 50 },
    { x: 50, y: 50 },
    { x: 90, y: 55 },
    { x: 55, y: 0 },
  ];
  const points = [left, middle, right, above];
  expect(nearest(points, middle, 'ArrowRight')).toBe(right);
  expect(nearest(points, middle, 'ArrowLeft')).toBe(left);
  expect(nearest(points, middle, 'ArrowUp')).toBe(above);
  expect(nearest(points, left, 'ArrowLeft')).toBeUndefined();
});
