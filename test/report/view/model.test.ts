import { describe, expect, it } from 'vitest';
import type { ViewData, ViewPaper } from '../../../src/report/data/report-data.ts';
import { countKeywords, isPoor, listFacts } from '../../../src/report/view/facts.ts';
import { createModel } from '../../../src/report/view/model.ts';
import { nearest } from '../../../src/report/view/nearest.ts';
import { powers, ticks } from '../../../src/report/view/scales.ts';
import { summarise } from '../../../src/report/view/summary.ts';
import { listSet, NO_FILTERS, readFilters, tallySets, writeFilters } from '../../../src/report/view/view-filters.ts';

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
  v: 2,
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
    [{ facets: { match: ['good'] } }, [1]],
    [{ facets: { match: ['good', 'strong'] } }, [1, 2]],
    [{ facets: { status: ['retracted'] } }, [2]],
    [{ text: 'retracted' }, [2]],
    [{ text: 'J1-3' }, [3]],
    [{ openAccess: true }, [1]],
    [{ hideRetracted: true }, [1, 3, 4]],
    [{ facets: { field: ['Medicine'] } }, [2, 3]],
    [{ facets: { field: ['Medicine', 'Biology'] } }, [1, 2, 3]],
    [{ facets: { field: ['Medicine'] }, hideRetracted: true }, [3]],
  ])('%j', (change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it('count the values of a facet past its own filter', () => {
    const model = createModel(DATA);
    model.toggle('field', 'Medicine');
    expect([...model.count('field')]).toEqual([
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
    ['rank', [1, 2, 3, 4]],
    ['cited', [2, 1, 4, 3]],
    ['year', [3, 2, 1, 4]],
    ['title', [1, 2, 3, 4]],
  ] as const)('by %s; what is not known stands last', (by, expected) => {
    const model = createModel(DATA);
    model.sort({ by });
    expect(model.visible.map((index) => index + 1)).toEqual(expected);
  });
});

it('the facts say first how many fit, and what there is beyond', () => {
  expect(listFacts(DATA)).toEqual(['3 of 4 papers fit well, 2001–2010', '25 % of all in open access', '1 retracted']);
  const sources = [{ source: 'o', title: 'OpenAlex', gave: 270, total: 2473 }];
  const searches = DATA.searches.map((search) => ({ ...search, sources }));
  expect(listFacts({ ...DATA, searches }).at(-1)).toBe('OpenAlex holds 2,473: 270 fetched');
  const unmatched = [paper(1), paper(2)];
  expect(listFacts({ ...DATA, papers: unmatched })).toEqual(['2 papers']);
});

it('the summary says what matters, and what is missing', () => {
  const { matters, missing } = summarise(DATA);
  expect(matters).toEqual([
    { text: 'Best match (2001): Paper 1', paper: 0 },
    { text: 'Most cited, 50 citations · Newest (2010): Paper 2', paper: 1 },
  ]);
  expect(missing.map(({ text }) => text)).toEqual([
    'No answer from Sourcely',
    '3 more were found, ranked below the limit',
    '3 without abstract, 3 without DOI, 1 without year',
    'Not searched: arXiv.',
    '2 left out automatically',
  ]);
});

it('what is missing begins with who did not answer, then what was not fetched', () => {
  const sources = [
    { source: 'o', title: 'OpenAlex', gave: 270, total: 2473 },
    { source: 's', title: 'Sourcely', gave: 0, failed: 'no answer' },
  ];
  const searches = DATA.searches.map((search) => ({
    ...search,
    sources,
  }));
  expect(summarise({ ...DATA, searches }).missing.slice(0, 2)).toEqual([
    { text: 'No answer from Sourcely' },
    { text: 'OpenAlex: 2,203 of 2,473 not fetched' },
  ]);
});

it('what matters are papers that fit, however often others are cited', () => {
  const papers = [
    paper(1, { match: 'weak', cited: 900, citedWithin: 3, year: 2024 }),
    paper(2, { match: 'good', cited: 2 }),
    paper(3, { match: 'strong' }),
  ];
  expect(summarise({ ...DATA, papers }).matters).toEqual([
    { text: 'Best match · Most cited, 2 citations (year unknown): Paper 2', paper: 1 },
  ]);
  expect(summarise({ ...DATA, papers: papers.slice(0, 1) }).matters).toEqual([]);
});

it('keywords are counted each and together, where they are known', () => {
  const papers = [paper(1, { keywords: ['reef'] }), paper(2, { keywords: ['plastic', 'reef'] }), paper(3)];
  expect(countKeywords({ ...DATA, papers })).toEqual([
    ['reef', 2],
    ['plastic', 1],
    ['all of them', 1],
  ]);
  expect(countKeywords(DATA)).toEqual([]);
  const model = createModel({ ...DATA, papers });
  model.toggle('keyword', 'all of them');
  expect(model.visible).toEqual([1]);
});

describe('where hardly a paper fits', () => {
  const papers = Array.from({ length: 40 }, (_, at) =>
    paper(at + 1, { match: at === 0 ? 'good' : 'weak', year: 2000 + at }),
  );
  it('the nearest ten are shown, and the others when they are asked for', () => {
    const model = createModel({ ...DATA, papers });
    expect([model.visible.length, model.heldBack]).toEqual([10, 30]);
    model.filter({ yearFrom: 2020 });
    expect([model.visible[0], model.visible.length, model.heldBack]).toEqual([20, 10, 10]);
    model.showAll();
    expect([model.visible.length, model.heldBack]).toEqual([20, 0]);
  });

  it('one that is asked for is shown', () => {
    const model = createModel({ ...DATA, papers });
    model.open(35);
    expect(model.visible).toContain(35);
  });

  it('is less than one in twenty', () => {
    const fitting = (count: number) =>
      papers.map((each, at) => ({ ...each, match: at < count ? 'good' : 'partial' }) as ViewPaper);
    expect(isPoor({ ...DATA, papers: fitting(1) })).toBe(true);
    expect(isPoor({ ...DATA, papers: fitting(2) })).toBe(false);
    expect(isPoor({ ...DATA, papers: [paper(1), paper(2)] })).toBe(false);
  });
});

it('an address holds the filters, and gives them back', () => {
  const filters = {
    ...{
      text: 'reef & tide',
      yearFrom: 2001,
      yearTo: undefined,
      openAccess: true,
      hideRetracted: false,
    },
    facets: { match: ['good', 'strong'], topic: ['A'], venue: ['Reefs = Life'] },
  };
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(writeFilters(NO_FILTERS)).toBe('');
  expect(readFilters('from=soon&onerror=x&__proto__=y')).toEqual(NO_FILTERS);
});

it('what is filtered can be undone one by one', () => {
  const model = createModel(DATA);
  model.filter({ text: 'reef', yearFrom: 2000, yearTo: 2010, facets: { field: ['Biology'] } });
  const set = listSet(model);
  expect(set.map(([name]) => name)).toEqual(['“reef”', '2000–2010', 'Biology']);
  for (const [, change] of set) model.filter(change);
  expect(listSet(model)).toEqual([]);
});

it('who only decides does not have the papers drawn again', () => {
  const model = createModel(DATA);
  const heard: string[] = [];
  model.onShown(() => heard.push('shown'));
  model.onDecided(() => heard.push('decided'));
  model.decide(2, { decision: 'include' });
  model.decide(0, { decision: 'include' });
  model.filter({ openAccess: true });
  expect(heard).toEqual(['decided', 'decided', 'shown']);
  expect(model.kept()).toEqual([0, 2]);
});

it('a paper that fits well is never held back, however far down it stands', () => {
  const papers = Array.from({ length: 60 }, (_, at) => paper(at + 1, { match: at === 40 ? 'good' : 'partial' }));
  const model = createModel({ ...DATA, papers });
  expect(model.visible).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 40]);
  expect(model.heldBack).toBe(49);
  model.showAll();
  expect(model.visible).toHaveLength(60);
});

it('a paper has all of several keywords, but one of several fields', () => {
  const papers = [paper(1, { keywords: ['reef'] }), paper(2, { keywords: ['reef', 'plastic'] }), paper(3)];
  const model = createModel({ ...DATA, papers });
  for (const keyword of ['reef', 'plastic']) model.toggle('keyword', keyword);
  expect(model.visible).toEqual([1]);
});

it('a paper that one search alone found is told from those that several found', () => {
  const [search] = DATA.searches;
  if (!search) throw new Error('no search');
  const searches = [search, { ...search, ref: 'J2', keywords: ['tide'] }];
  const papers = [paper(1, { keywords: ['reef'] }), paper(2, { searches: [0, 1], keywords: ['tide'] })];
  const model = createModel({ ...DATA, searches, papers });
  expect(countKeywords(model.data)).toEqual([
    ['reef', 1],
    ['plastic', 0],
    ['tide', 1],
  ]);
  model.toggle('only', 'J1');
  expect(model.visible).toEqual([0]);
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
