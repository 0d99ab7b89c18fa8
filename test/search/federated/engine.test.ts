import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { runs } from '../../helpers/runs.ts';
import { only, openShelf, paper } from './shelf.ts';

describe('the ranking', () => {
  it('scores from 1 downwards, never below 0', () => {
    const { search } = openShelf();
    const scores = search({ keywords: ['learning', 'evolution', 'market'] }).map(({ score }) => score ?? -1);
    expect(scores.length).toBeGreaterThan(5);
    expect(scores[0]).toBe(1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
  });

  it.each([100, 200, 300] as const)('gives at most %i papers when so many are asked for', (limit) => {
    const { add, search } = openShelf();
    add(Array.from({ length: 320 }, (_, at) => paper({ key: `x${at}`, title: `Quagga ${at}` })));
    expect(search(only('quagga'), { limit })).toHaveLength(limit);
  });

  it('puts a word in the title above the same word in the abstract', () => {
    const { add, ids } = openShelf();
    add([
      paper({ key: 'abstract', title: 'Horse breeding', abstract: 'the quagga' }),
      paper({ key: 'title', title: 'The quagga', abstract: 'horse breeding' }),
    ]);
    expect(ids(only('quagga'))).toEqual(['title', 'abstract']);
  });

  it('puts a paper that meets two keywords above papers that meet one', () => {
    const { add, ids } = openShelf();
    add([
      paper({ key: 'one', title: 'Zyzzyva alone here' }),
      paper({ key: 'two', title: 'Quagga alone here' }),
      paper({ key: 'both', title: 'Zyzzyva quagga here' }),
    ]);
    expect(ids({ keywords: ['zyzzyva', 'quagga', 'xylorimba'] })[0]).toBe('both');
  });

  it('finds other forms of an English word and letters without their accents', () => {
    const { add, ids } = openShelf();
    add([paper({ key: 'one', title: 'Breeding quaggas in the Économie of Nguyễn' })]);
    for (const word of ['quagga', 'QUAGGAS', 'nguyen', 'NGUYỄN']) expect(ids(only(word))).toEqual(['one']);
    expect(ids(only('economie'))).toContain('one');
  });

  it('searches keywords and query together in a combined search', () => {
    const { add, ids } = openShelf();
    add([paper({ key: 'k', title: 'Zyzzyva' }), paper({ key: 'q', title: 'Quagga' })]);
    const query = 'quagga xylorimba '.repeat(4);
    expect(ids({ keywords: ['zyzzyva', 'zyzzyvas', 'xylorimba'], query }).sort()).toEqual(['k', 'q']);
  });

  it('finds nothing for words that no paper holds, or for no words at all', () => {
    const { ids } = openShelf();
    expect(ids({ keywords: ['xylorimba', 'zyzzyva', 'quagga'] })).toEqual([]);
    expect(ids({ keywords: ['***', '()', '"'] })).toEqual([]);
    expect(ids({ query: '. '.repeat(60) })).toEqual([]);
  });

  it('finds the needle in the longest query that the contract allows', () => {
    const { add, ids } = openShelf();
    add([paper({ key: 'one', title: 'Zyzzyva' })]);
    const words = Array.from({ length: 700 }, (_, at) => `w${at}`).join(' ');
    expect(ids({ query: `${words} zyzzyva`.slice(-5000) })).toEqual(['one']);
  });
});

it('fills its limit with papers that have a word of the search, however many are only like the best', () => {
  const { add, search } = openShelf();
  const alike = Array.from({ length: 260 }, (_, at) =>
    paper({ key: `a${at}`, title: 'Kelp forest urchin barren', abstract: `Kelp urchin barren forest reef ${at}` }),
  );
  const best = Array.from({ length: 20 }, (_, at) =>
    paper({
      key: `b${at}`,
      title: 'Zyzzyva kelp forest urchin barren',
      abstract: `Kelp urchin barren forest reef ${at}`,
    }),
  );
  const others = Array.from({ length: 200 }, (_, at) =>
    paper({
      key: `c${at}`,
      title: `Rope ${at} of ships`,
      abstract: `Mast ${at} and sail, and one zyzzyva ${'oar '.repeat(40)}`,
    }),
  );
  add([...alike, ...best, ...others]);
  expect(search(only('zyzzyva'))).toHaveLength(100);
});

describe('operators of the full-text index in the input', () => {
  it.each([
    'zyzzyva"',
    '"zyzzyva',
    '"zyzzyva" AND',
    'NOT zyzzyva',
    'AND OR NOT zyzzyva',
    'NEAR(zyzzyva, 2)',
    'zyzzyva NEAR',
    'zyzzyva*',
    '*zyzzyva',
    '^zyzzyva',
    'abstract:zyzzyva',
    '{title abstract} : zyzzyva',
    '-zyzzyva',
    '+zyzzyva',
    '((zyzzyva',
    'zyzzyva))',
    "zyzzyva'; DROP TABLE papers; --",
    'zyzzyva\u0000',
    'zyzzyva\ud800',
  ])('are words like others: %j finds the paper', (keyword) => {
    const { add, ids } = openShelf();
    add([paper({ key: 'one', title: 'Zyzzyva' })]);
    expect(ids(only(keyword))).toContain('one');
    expect(ids({ query: keyword })).toContain('one');
  });

  it('never break a search, whatever the text', () => {
    const { search } = openShelf();
    const operators = fc.constantFrom(
      '"',
      '(',
      ')',
      '*',
      '^',
      ':',
      '-',
      '+',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      '{',
      '}',
      ' ',
      'a',
      'é',
    );
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.array(operators).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 3, maxLength: 10 }), text, (keywords, query) => {
        expect(Array.isArray(search({ keywords, query }))).toBe(true);
      }),
      { numRuns: runs(60) },
    );
  });
});
