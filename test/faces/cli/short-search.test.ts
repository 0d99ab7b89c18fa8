import { describe, expect, it } from 'vitest';
import { type BodyOptions, readSearch } from '../../../src/faces/cli/search-options.ts';
import { keywordsOfShort, textOfWords, textToLookUp, withEnoughWords } from '../../../src/jobs/short-search.ts';
import { lookUpInsteadLines, selectionOfFilters } from '../../../src/search/look-up/print-look-up-instead.ts';

describe('what is looked up instead of searched', () => {
  const title = 'A title of a paper that is longer than the fifty characters of a description';

  it.each([
    ['10.1038/nature14539', '10.1038/nature14539'],
    [`https://doi.org/10.1016/${'x'.repeat(60)}`, `https://doi.org/10.1016/${'x'.repeat(60)}`],
    ['https://example.org/a/paper', 'https://example.org/a/paper'],
    ['"Attention is all you need"', 'Attention is all you need'],
    [`\u201c${title}\u201d`, title],
  ])('%j', (query, text) => {
    expect(textToLookUp(query, {})).toBe(text);
  });

  it.each([
    ['coral', {}],
    ['coral bleaching', {}],
    ['"coral bleaching" and "ocean acidification"', {}],
    ['studies that cite 10.1038/nature14539', {}],
    ['10.1038/nature14539', { keyword: ['coral'] }],
    ['10.1038/nature14539', { boolean: 'coral' }],
    [undefined, { keyword: ['coral'] }],
    ['""', {}],
    ['  ', {}],
    [undefined, {}],
  ])('never %j with %j', (query, options) => {
    expect(textToLookUp(query, options)).toBeUndefined();
  });
});

describe('words of a command line', () => {
  it.each([
    [
      ['urinary incontinence', 'oxybutynin'],
      ['urinary incontinence', 'oxybutynin', 'urinary incontinence'],
    ],
    [
      ['coral reef', 'fish', 'recovery'],
      ['coral reef', 'fish', 'recovery'],
    ],
    [['coral reef fish recovery'], ['coral', 'reef', 'fish', 'recovery']],
    [
      ['"coral reef" fish', 'recovery'],
      ['coral reef', 'fish', 'recovery'],
    ],
    [
      ['coral ', 'reef'],
      ['coral reef', 'coral', 'reef'],
    ],
  ])('%j are the keywords %j', (words, keyword) => {
    expect(withEnoughWords(textOfWords(words), {})).toEqual({ query: undefined, keyword });
  });
});

describe('a search of a few words', () => {
  it.each([
    ['coral', {}, ['coral', 'coral', 'coral']],
    ['coral bleaching', {}, ['coral bleaching', 'coral', 'bleaching']],
    ['The effects of sleep on memory?', {}, ['sleep', 'memory', 'sleep']],
    ['muscle relaxants for low back pain', {}, ['muscle relaxants', 'low back pain', 'muscle relaxants']],
    ['metformin and cancer', {}, ['metformin', 'cancer', 'metformin']],
    ['does smoking cause lung cancer?', {}, ['smoking', 'lung cancer', 'smoking']],
    ['biosimilar switching psoriasis', {}, ['biosimilar', 'switching', 'psoriasis']],
    ['quality of life in psoriasis', {}, ['quality of life', 'psoriasis', 'quality of life']],
    ['treatment of asthma', {}, ['treatment', 'asthma', 'treatment']],
    ['sleep, memory, aging', {}, ['sleep', 'memory', 'aging']],
    ['"vitamin D" deficiency (children)', {}, ['vitamin D', 'deficiency', 'children']],
    ['C++ in R', {}, ['C++', 'R', 'C++']],
    ['the who', {}, ['the who', 'the', 'who']],
    ['a b c d e f g h i j k l m n o', {}, 'bcdefghjkl'.split('')],
    [undefined, { keyword: ['coral reefs', 'bleaching'] }, ['coral reefs', 'bleaching', 'coral reefs']],
    ['too short', { keyword: ['owls'] }, ['owls', 'short', 'owls']],
    ['coral reefs', { keyword: ['coral', 'fish'] }, ['coral', 'fish', 'coral reefs', 'reefs']],
    ['a b c', { keyword: 'defghijkl'.split('') }, [...'defghijkl', 'b c']],
  ])('%j with %j has the keywords %j', (query, options, keyword) => {
    expect(withEnoughWords(query, options)).toEqual({ query: undefined, keyword });
  });

  it('a description stays one, with as many keywords as the service wants', () => {
    const query = 'how do corals recover after bleaching, and what slows their recovery down?';
    expect(withEnoughWords(query, { keyword: ['reefs'] })).toEqual({ query, keyword: ['reefs', 'reefs', 'reefs'] });
  });

  it.each([
    ['a question of fifty characters or more, as the service asks', {}],
    [undefined, { keyword: ['coral', 'reef', 'fish'] }],
    ['coral', { boolean: 'coral' }],
    ['?!', {}],
    [undefined, {}],
  ])('is not %j with %j', (query, options: BodyOptions) => {
    expect(withEnoughWords(query, options)).toEqual({ query, keyword: options.keyword });
  });
});

describe('filters as people type them', () => {
  const filtersOf = (options: Record<string, unknown>) =>
    readSearch(undefined, { keyword: ['coral', 'reef', 'fish'], ...options }).filters;
  const nextYear = new Date().getFullYear() + 1;

  it.each([
    ['2020', '2020'],
    ['2020-2024', '2020:2024'],
    [' 2020 : 2024 ', '2020:2024'],
    ['2020\u20132024', '2020:2024'],
    ['2020:', `2020:${nextYear}`],
    ['2020-', `2020:${nextYear}`],
    [':2020', '1000:2020'],
    ['-2020', '1000:2020'],
    ['3000:', '3000:3000'],
  ])('the years %j are %j', (typed, year) => {
    expect(filtersOf({ year: typed }).year).toBe(year);
  });

  it.each(['2024-2020', ':', '20-24', 'since 2020', '2020-2022-2024'])('the years %j are refused', (year) => {
    expect(() => filtersOf({ year })).toThrow('year: YYYY');
  });

  it('have names in any case', () => {
    const typed = {
      fieldsOfStudy: 'computer science, MEDICINE',
      quartileRanking: 'q1,Q2',
      publicationTypes: 'Journal',
    };
    expect(filtersOf(typed)).toMatchObject({
      fieldsOfStudy: ['Computer Science', 'Medicine'],
      quartileRanking: ['Q1', 'Q2'],
      publicationTypes: ['journal'],
    });
    expect(() => filtersOf({ fieldsOfStudy: 'alchemy' })).toThrow('alchemy');
  });
});

describe('the filters of a search that is looked up', () => {
  it('become conditions on the papers found, and their order', () => {
    expect(
      selectionOfFilters({
        year: '2019:2021',
        minCitationCount: '5',
        quartileRanking: 'Q1,Q2',
        publicationTypes: 'journal',
        fieldsOfStudy: 'Biology',
        openAccessPdf: true,
        downloadable: 'false',
        sort: 'year:desc',
        limit: '200',
      }),
    ).toEqual({
      where: {
        yearFrom: 2019,
        yearTo: 2021,
        minCitations: 5,
        quartiles: ['Q1', 'Q2'],
        types: ['journal'],
        fields: ['Biology'],
        openAccess: true,
        hasPdf: false,
      },
      sort: 'year:desc',
    });
    expect(selectionOfFilters({ year: '2020' })).toEqual({ where: { yearFrom: 2020, yearTo: 2020 } });
  });

  it('are none where none are given, and refused where they are wrong', () => {
    expect(selectionOfFilters({ limit: '200' })).toBeUndefined();
    expect(() => selectionOfFilters({ year: 'soon' })).toThrow('year: YYYY');
  });
});

describe('what is said of it', () => {
  it('is that it is a look-up', () => {
    expect(lookUpInsteadLines({ wait: true })).toEqual([
      'An identifier, an address or a title in quotation marks is looked up (free).',
    ]);
  });

  it('names filters, and flags without effect', () => {
    expect(lookUpInsteadLines({ wait: true, year: '2020' }).slice(1)).toEqual([
      'The filters are applied to the papers found; a search applies them at the sources.',
    ]);
    const flags = { wait: false, fresh: true, limit: '200', enrich: false, callbackUrl: 'https://example.org' };
    expect(lookUpInsteadLines(flags).slice(1)).toEqual([
      'Without effect on a look-up: --limit, --no-enrich, --callback-url, --fresh, --no-wait.',
    ]);
  });
});

describe('the keywords of a text that is too short to be searched with', () => {
  it.each([
    ['Does vitamin D prevent falls in older adults?', ['vitamin D', 'prevent falls', 'older adults']],
    [
      'coral bleaching and heat tolerance',
      ['coral bleaching', 'heat tolerance', 'coral', 'bleaching', 'heat', 'tolerance'],
    ],
    ['How do coral reefs recover from heat?', ['coral reefs', 'recover', 'heat']],
    ['Does aspirin prevent strokes in women?', ['aspirin', 'prevent strokes', 'women']],
    ['coral bleaching', ['coral bleaching', 'coral', 'bleaching']],
    ['"gut microbiome" in Parkinson\'s disease', ['gut microbiome', "Parkinson's disease"]],
    ['CRISPR, base editing, safety', ['CRISPR', 'base editing', 'safety']],
    ['melatonin', ['melatonin']],
    ['health-related quality of life, cost of illness', ['health-related', 'quality of life', 'cost of illness']],
    ['standard of care after surgery', ['standard of care', 'surgery']],
    ['loss of functional vision', ['loss', 'functional vision']],
    ['What is it?', []],
    ['', []],
  ])('%j', (text, keywords) => {
    expect(keywordsOfShort(text).slice(0, keywords.length)).toEqual(keywords);
    if (keywords.length < 3) expect(keywordsOfShort(text).length).toBeLessThanOrEqual(5);
  });
});
