import { beforeEach, describe, expect, it } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { whichFilterToRelax } from '../../../src/search/federated/search-notes.ts';
import { listHits } from '../../../src/search/federated/visit-hits.ts';
import { PLAIN_WORDING } from '../../../src/wording/sentences/plain.ts';
import { only, openShelf, paper } from './shelf.ts';

let shelf: ReturnType<typeof openShelf>;
beforeEach(() => {
  shelf = openShelf();
  shelf.add([
    paper({ key: 'old', title: 'Zyzzyva', year: 1990, citationCount: 100, isOpenAccess: true }),
    paper({ key: 'older', title: 'Zyzzyva', year: 1980, citationCount: 50, isOpenAccess: true }),
    paper({ key: 'new', title: 'Zyzzyva', year: 2020, citationCount: 1, quartile: 'Q1' }),
    paper({ key: 'bare', title: 'Zyzzyva' }),
    paper({ key: 'other', title: 'Quagga', year: 2020, citationCount: 1_000 }),
  ]);
});

/** A search of the library by itself. */
const ALONE = { answered: false, isOffline: false };

async function advice(filters: Partial<Filters>, word = 'zyzzyva'): Promise<string | undefined> {
  const request = {
    operation: 'keywordSearch' as const,
    body: only(word),
    filters: { limit: 200 as const, ...filters },
  };
  const note = await whichFilterToRelax(shelf.library, parseQuery(request), ALONE);
  return note && PLAIN_WORDING.note(note);
}

describe('which filter to relax', () => {
  it('is the one without which most papers are found, and every count is told', async () => {
    expect(shelf.search(only('zyzzyva'), { year: '2020', minCitationCount: 10 })).toEqual([]);
    expect(await advice({ year: '2020', minCitationCount: 10 })).toBe(
      'No paper is known to match all filters. There are 2 without year, 1 without minCitationCount.',
    );
  });

  it('is found out for each filter alone, with all others in force', async () => {
    const filters = { year: '1980:1990', openAccessPdf: true, minCitationCount: 200 };
    expect(await advice(filters)).toBe(
      'No paper is known to match all filters. There are 2 without minCitationCount, 0 without openAccessPdf, 0 without year.',
    );
  });

  it.each<[Partial<Filters>, string, number]>([
    [{ year: '1700' }, 'year', 4],
    [{ minCitationCount: 5_000 }, 'minCitationCount', 4],
    [{ openAccessPdf: false }, 'openAccessPdf', 4],
    [{ downloadable: true }, 'downloadable', 4],
    [{ quartileRanking: ['Q4'] }, 'quartileRanking', 4],
    [{ publicationTypes: ['journal'] }, 'publicationTypes', 4],
    [{ fieldsOfStudy: ['Law'] }, 'fieldsOfStudy', 4],
  ])('is the only one there is: %o', async (filters, name, found) => {
    expect(shelf.search(only('zyzzyva'), filters)).toEqual([]);
    expect(await advice(filters)).toBe(`No paper is known to match ${name}. Without it there are ${found}.`);
  });

  it('is none alone when each of two would still exclude all', async () => {
    expect(await advice({ quartileRanking: ['Q4'], publicationTypes: ['journal'] })).toBe(
      'No paper is known to match all filters, and leaving out any one of them finds none in the library.',
    );
  });

  it('is none when nothing is found without filters either', async () => {
    expect(await advice({ year: '2020' }, 'xylorimba')).toBe(
      'No paper is known to match year, and without it the library has none, either.',
    );
  });

  it('is not said of a search without filters: limit and sort exclude nothing', async () => {
    expect(await advice({})).toBeUndefined();
    expect(await advice({ limit: 300, sort: 'year:desc' })).toBeUndefined();
  });

  it('does not depend on sort or on how many papers were asked for', async () => {
    const filters = { year: '2020', minCitationCount: 10 };
    for (const limit of [100, 200, 300] as const)
      expect(await advice({ ...filters, limit, sort: 'citationCount:asc' })).toBe(await advice(filters));
  });

  it('counts to a hundred', async () => {
    const many = Array.from({ length: 150 }, (_, at) => paper({ key: `q${at}`, title: 'Xylorimba', year: 2000 }));
    shelf.add(many.slice(0, 99));
    expect(await advice({ year: '2020' }, 'xylorimba')).toContain('Without it there are 99.');
    shelf.add(many);
    expect(await advice({ year: '2020' }, 'xylorimba')).toContain('Without it there are 100 or more.');
  });

  it('counts what the search would give: of the starter catalogue no paper that fits too little', async () => {
    const { library } = openShelf();
    const body = { keywords: ['peer review', 'peer', 'review'] };
    const query = parseQuery({ body, filters: { limit: 100 as const, year: '1000:2024' } });
    expect(listHits(library, { ...query, filters: { limit: 100 } }).size).toBeGreaterThan(0);
    expect(await whichFilterToRelax(library, query, ALONE)).toEqual({
      kind: 'no-match',
      without: [{ filter: 'year', papers: 0, isAtLeast: false }],
    });
    // Where sources have answered, the catalogue is not searched.
    const known = parseQuery({ body: only('deep learning'), filters: { limit: 100 as const, year: '1700' } });
    const count = async (answered: boolean) => {
      const note = await whichFilterToRelax(library, known, { answered, isOffline: false });
      return note?.kind === 'no-match' ? note.without[0]?.papers : undefined;
    };
    expect(await count(false)).toBeGreaterThan(0);
    expect(await count(true)).toBe(0);
  });

  it('takes a query as well as keywords', async () => {
    const body = { query: 'zyzzyva '.repeat(8) };
    const filters = { limit: 100 as const, year: '1700' };
    expect(await whichFilterToRelax(shelf.library, parseQuery({ body, filters }), ALONE)).toEqual({
      kind: 'no-match',
      without: [{ filter: 'year', papers: 4, isAtLeast: false }],
    });
  });

  it('lets other work run between its searches', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const filters = { limit: 100 as const, year: '2020', minCitationCount: 10, openAccessPdf: true };
    await whichFilterToRelax(shelf.library, parseQuery({ body: only('zyzzyva'), filters }), ALONE);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});
