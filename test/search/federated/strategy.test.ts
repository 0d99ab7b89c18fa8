import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { countParts } from '../../../src/search/federated/counting/count-parts.ts';
import { unreadNote } from '../../../src/search/federated/strategy/filter.ts';
import { listHits } from '../../../src/search/federated/visit-hits.ts';
import { runs } from '../../helpers/runs.ts';
import { only, openShelf, paper, takeIn } from './shelf.ts';

describe('a strategy at the library', () => {
  it('finds the papers that meet it, and no other', () => {
    const { add, ids, library } = openShelf();
    add([
      paper({ key: 'a', title: 'Quagga breeding', abstract: 'In computational zoology.' }),
      paper({ key: 'b', title: 'Quaggas and horses', abstract: 'They compute.' }),
      paper({ key: 'c', title: 'Quagga horses', abstract: 'Computers for the horse breeding of today.' }),
      paper({ key: 'd', title: 'Horse breeding', abstract: 'Computing.' }),
      paper({ key: 'e', title: 'Quagga computing' }),
    ]);
    expect(ids({ strategy: 'quagga AND comput*' }).sort()).toEqual(['a', 'c', 'e']);
    expect(ids({ strategy: 'quagga* AND comput*' }).sort()).toEqual(['a', 'b', 'c', 'e']);
    expect(ids({ strategy: '"horse breeding" NOT quagga' })).toEqual(['d']);
    expect(ids({ strategy: 'quagga NOT horses' }).sort()).toEqual(['a', 'e']);
    expect(ids({ strategy: '(quagga adj3 horse*).ti.' })).toEqual(['c']);
    expect(
      listHits(library, parseQuery({ body: { strategy: 'quagga AND comput*' }, filters: { limit: 100 } })).size,
    ).toBe(3);
  });

  it('finds papers by what the index does not hold', () => {
    const { add, ids } = openShelf();
    add([
      paper({ key: 'a', title: 'Zyzzyva', authors: ['Jane Smithson'], year: 1911 }),
      paper({ key: 'b', title: 'Quagga', authors: ['John Doe'], year: 1911 }),
    ]);
    expect(ids({ strategy: 'smithson[au]' })).toEqual(['a']);
    expect(ids({ strategy: '1911[dp] NOT smithson[au]' })).toEqual(['b']);
  });

  it('keeps to the filters, the limit and the order by relevance', () => {
    const { add, ids } = openShelf();
    add([
      paper({ key: 'late', title: 'Quagga quagga quagga', year: 2020 }),
      paper({ key: 'best', title: 'Zyzzyva quagga', abstract: 'zyzzyva', year: 2010 }),
      paper({ key: 'good', title: 'On a quagga', abstract: 'once zyzzyva', year: 2010 }),
    ]);
    expect(ids({ strategy: 'quagga OR zyzzyva' }, { year: '2010' })).toEqual(['best', 'good']);
  });

  it('lets a sort choose among all papers that meet it, not among the most relevant', () => {
    const { add, ids } = openShelf();
    const others = Array.from({ length: 120 }, (_, at) =>
      paper({ key: `near ${at}`, title: 'Zyzzyva zyzzyva', citationCount: at % 7, year: 2000, quartile: 'Q2' }),
    );
    const far = { title: 'On one of many beetles of the palms', abstract: 'A zyzzyva, among others.' };
    add([
      ...others,
      paper({ key: 'cited', ...far, citationCount: 580, year: 1999, quartile: 'Q1' }),
      paper({ key: 'new', ...far, year: 2020 }),
      paper({ key: 'bare', ...far }),
    ]);
    const first = (sort: string, limit = 100) => ids({ strategy: 'zyzzyva' }, { sort, limit } as Filters)[0];
    expect(first('citationCount:desc')).toBe('cited');
    expect(first('year:desc')).toBe('new');
    expect(first('year:asc')).toBe('cited');
    expect(first('quartileRanking:desc')).toBe('cited');
    expect(first('citationCount:asc')).toMatch(/^near/);
    expect(ids({ strategy: 'zyzzyva' }, { sort: 'citationCount:asc' })).not.toContain('cited');
    // Of words, relevance chooses.
    expect(ids(only('zyzzyva'), { sort: 'citationCount:desc' })).not.toContain('cited');
  });

  it('counts each concept if no paper has all', async () => {
    const { add, library } = openShelf();
    add([
      paper({ key: 'a', title: 'Quagga' }),
      paper({ key: 'b', title: 'Quaggas', year: 2001 }),
      paper({ key: 'c', title: 'Zyzzyva', year: 2001 }),
    ]);
    takeIn(library);
    const count = (strategy: string, filters: Partial<Filters> = {}) =>
      countParts(library, parseQuery({ body: { strategy }, filters: { limit: 100, ...filters } }), {
        withStarter: false,
        signal: new AbortController().signal,
      });
    const parts = (...counts: number[]) => counts.map((papers) => ({ papers }));
    const [whole] = await count('quagga* AND zyzzyva');
    expect(whole).toEqual({ kind: 'strategy-parts', parts: expect.any(Array) });
    expect(whole).toMatchObject({ parts: parts(2, 1) });
    const [filtered] = await count('quagga* AND zyzzyva', { year: '2001' });
    expect(filtered).toMatchObject({ isFiltered: true, parts: parts(1, 1) });
    expect(await count('quagga*')).toEqual([]);
  });

  it('reads papers for a limited time, and says how many', () => {
    const { add, library } = openShelf();
    add(Array.from({ length: 30 }, (_, at) => paper({ key: `${at}`, title: `The quagga ${at}` })));
    takeIn(library);
    const query = parseQuery({ body: { strategy: 'the OR of' }, filters: { limit: 100 } });
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    onTestFinished(() => void vi.restoreAllMocks());
    const { size } = listHits(library, query, { withStarter: false });
    expect(size).toBeGreaterThan(0);
    expect(listHits(library, query, { withStarter: false }).size).toBe(size);
    expect(unreadNote(library, query)).toEqual([{ kind: 'strategy-read-in-part', read: size, of: 30 }]);
  });

  it('finds the same by the index as by reading every paper', () => {
    const word = fc.constantFrom(
      'studies',
      'study',
      'studying',
      'happily',
      'happy',
      'hoped',
      'hopping',
      'data',
      'datum',
      'generalisable',
      'analyzed',
    );
    const prefix = fc.constantFrom(
      'studie*',
      'stud*',
      'happi*',
      'hop*',
      'hope*',
      'data*',
      'hopp*',
      'happ?',
      'generalis*',
      'analyz*',
    );
    const term = fc.oneof(word, prefix);
    const strategy = fc.oneof(
      term,
      fc.tuple(term, fc.constantFrom('AND', 'OR', 'NOT'), term).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        strategy,
        (texts, text) => {
          const shelf = openShelf();
          shelf.add(texts.map((words, at) => paper({ key: `p${at}`, title: 'Of', abstract: words.join(' and ') })));
          expect(
            shelf
              .ids({ strategy: text })
              .filter((id) => /^p\d$/.test(id ?? ''))
              .sort(),
          ).toEqual(naive(texts, text));
        },
      ),
      { numRuns: runs(30) },
    );
  });
});

/** Reads every paper by a regular expression for each term. */
function naive(texts: readonly string[][], strategy: string): string[] {
  const [one = '', operator, other] = strategy.split(' ');
  const has = (words: readonly string[], term: string) =>
    words.some((word) => new RegExp(`^${term.replace('*', '.*').replace('?', '.?')}$`).test(word));
  return texts.flatMap((words, at) => {
    const [first, second] = [has(words, one), other !== undefined && has(words, other)];
    const meets = operator === 'AND' ? first && second : operator === 'OR' ? first || second : first && !second;
    return meets ? [`p${at}`] : [];
  });
}
