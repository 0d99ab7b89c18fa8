import { describe, expect, it } from 'vitest';
import { best, fuse } from '../../src/search/fuse.ts';
import { termStatistics } from '../../src/search/library/ranked-lists.ts';
import { planSearch, type TermStatistics } from '../../src/search/plan.ts';
import { readStarterCatalogue } from '../../src/search/starter/starter.ts';
import { stem, tokenize } from '../../src/search/tokens.ts';
import { openShelf } from './shelf.ts';

const EVENLY_COMMON: TermStatistics = { papers: 1000, papersWith: () => 10 };
const keywordsOf = (...keywords: string[]) => planSearch({ keywords }, EVENLY_COMMON).keywords;
const queryOf = (query: string, statistics = EVENLY_COMMON) => planSearch({ query }, statistics).query?.words;

describe('tokens', () => {
  it.each([
    ['State-of-the-art, 2nd ed.', ['state', 'of', 'the', 'art', '2nd', 'ed']],
    ['Économie & Nguyễn', ['économie', 'nguyễn']],
    ['IL-6 (C57BL/6)', ['il', '6', 'c57bl', '6']],
    ['"AND" *NEAR*', ['and', 'near']],
    ['', []],
    ['?! …', []],
  ])('of %j are %j', (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });

  it.each([
    ['relational', 'relat'],
    ['ponies', 'poni'],
    ['networks', 'network'],
    ['is', 'is'],
    ['2nd', '2nd'],
  ])('have the Porter stem: %s -> %s', (word, stemmed) => {
    expect(stem(word)).toBe(stemmed);
  });

  it('of every starter paper stand in the index under the same stem', () => {
    const { database } = openShelf();
    const { papersWith } = termStatistics(database);
    const words = readStarterCatalogue().flatMap(({ title, summary = '' }) => tokenize(`${title} ${summary}`));
    expect(words.filter((word) => papersWith(stem(word)) === 0)).toEqual([]);
  });
});

describe('a keyword', () => {
  it('is its telling words, each once, and as a phrase all of them in order', () => {
    expect(keywordsOf('effect of sleep on sleep', 'Tides')).toEqual([
      { words: ['sleep'], phrase: ['effect', 'of', 'sleep', 'on', 'sleep'] },
      { words: ['tides'] },
    ]);
  });

  it('of nothing but stop words keeps them, so that it still finds something', () => {
    expect(keywordsOf('the who')).toEqual([{ words: ['the', 'who'], phrase: ['the', 'who'] }]);
  });

  it('without a letter or digit is left out', () => {
    expect(keywordsOf('***', 'tides', '"')).toEqual([{ words: ['tides'] }]);
  });
});

describe('a query', () => {
  it('is left out when there is none', () => {
    expect(planSearch({ keywords: ['tides'] }, EVENLY_COMMON).query).toBeUndefined();
  });

  it('loses stop words, academic boilerplate, single letters and repeated stems', () => {
    expect(queryOf('This paper presents a study of X and of tides: the tide, tidal ranges and results')).toEqual([
      'presents',
      'tides',
      'tidal',
      'ranges',
    ]);
  });

  it('of nothing but boilerplate keeps it', () => {
    expect(queryOf('the results of the study')).toEqual(['the', 'results', 'of', 'study']);
  });

  it('keeps of a long text the 32 words that are frequent in it and rare in the library', () => {
    const common = Array.from({ length: 40 }, (_, at) => `word${at}`);
    const statistics = { papers: 1000, papersWith: (stemmed: string) => (stemmed.startsWith('word') ? 500 : 1) };
    const words = queryOf([...common, 'zyzzyva', 'word39', 'word39'].join(' '), statistics) ?? [];
    expect(words).toHaveLength(32);
    expect(words.slice(0, 2)).toEqual(['zyzzyva', 'word39']);
  });

  it('drops of a long text the words that no paper holds', () => {
    const absent = Array.from({ length: 40 }, (_, at) => `word${at}`);
    const statistics = { papers: 1000, papersWith: (stemmed: string) => (stemmed === 'zyzzyva' ? 1 : 0) };
    expect(queryOf([...absent, 'zyzzyva'].join(' '), statistics)).toEqual(['zyzzyva']);
  });
});

describe('fusion', () => {
  it('scales each list to its best and adds up', () => {
    const lists = [
      new Map([
        [1, 10],
        [2, 5],
      ]),
      new Map([
        [2, 4],
        [3, 1],
      ]),
    ];
    expect(fuse(lists)).toEqual(
      new Map([
        [1, 1],
        [2, 1.5],
        [3, 0.25],
      ]),
    );
  });

  it('is nothing of nothing', () => {
    expect(fuse([])).toEqual(new Map());
    expect(best(fuse([new Map(), new Map()]), 100)).toEqual([]);
  });

  it('takes the best, ties by the lower id, scaled so that the first has 1', () => {
    const list = new Map([
      [9, 2],
      [3, 4],
      [7, 2],
      [1, 1],
    ]);
    expect(best(list, 3)).toEqual([
      { id: 3, score: 1 },
      { id: 7, score: 0.5 },
      { id: 9, score: 0.5 },
    ]);
  });
});
