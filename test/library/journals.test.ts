import { describe, expect, it } from 'vitest';
import type { ImportCheckpoint } from '../../src/library/ports/library.ts';
import type { RankedJournal } from '../../src/papers/journals/journal-ranking.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { only, openShelf, paper } from '../search/federated/shelf.ts';

const ISSN = '1234-5679';
const OTHER_ISSN = '2049-3630';

function journal(facts: Partial<RankedJournal> = {}): RankedJournal {
  return {
    source: 'scimago',
    year: 2024,
    id: '1',
    title: 'Journal of Floods',
    issns: [ISSN],
    quartile: 'Q1',
    ...facts,
  };
}

/** A library in which the journals are known already. */
function shelfWith(...journals: RankedJournal[]) {
  const shelf = openShelf();
  shelf.addJournals(journals);
  return shelf;
}

describe('the quartile of a paper', () => {
  const found = (journals: RankedJournal[], clues: Parameters<ReturnType<typeof openShelf>['lookUpQuartile']>[0]) => {
    const ranking = shelfWith(...journals).lookUpQuartile(clues);
    return ranking && [ranking.quartile, ranking.source, ranking.year];
  };

  it('is found by an ISSN, any of the record', () => {
    expect(found([journal()], { issns: [OTHER_ISSN, ISSN], venue: 'Another name' })).toEqual(['Q1', 'scimago', 2024]);
    expect(found([journal()], { issns: [OTHER_ISSN] })).toBeUndefined();
  });

  it('is found by the title where no ISSN helps, if only one journal has it', () => {
    const clues = { venue: 'The Journal of FLOODS', issns: [OTHER_ISSN] };
    expect(found([journal()], clues)).toEqual(['Q1', 'scimago', 2024]);
    const twin = journal({ id: '2', issns: [], quartile: 'Q1' });
    expect(found([journal(), twin], clues)).toBeUndefined();
    // A name that another journal had in another year says as little.
    expect(found([journal(), { ...twin, year: 2010 }], clues)).toBeUndefined();
    expect(found([journal(), journal({ year: 2010 })], clues)).toBeDefined();
  });

  it('is not found by an empty title', () => {
    expect(found([journal({ title: '?', issns: [] })], { venue: '...' })).toBeUndefined();
    expect(found([journal()], {})).toBeUndefined();
  });

  it.each<[number | undefined, number]>([
    [2000, 2012],
    [2014, 2012],
    [2016, 2020],
    [2019, 2020],
    [2030, 2024],
    [undefined, 2024],
  ])('of the year %j is that of %j, the nearest edition with one', (year, edition) => {
    const editions = [2012, 2020, 2024].map((each) => journal({ year: each }));
    // In this one the journal is listed without.
    const { quartile: _, ...unranked } = journal({ year: 2016 });
    const clues = { issns: [ISSN], ...(year !== undefined && { year }) };
    expect(found([...editions, unranked], clues)).toEqual(['Q1', 'scimago', edition]);
  });

  it('of an ISSN that two journals have is that of the one with the paper’s title, or open', () => {
    const two = [journal(), journal({ id: '2', title: 'Droughts', quartile: 'Q3' })];
    expect(found(two, { issns: [ISSN], venue: 'Droughts' })).toEqual(['Q3', 'scimago', 2024]);
    expect(found(two, { issns: [ISSN], venue: 'Rains' })).toBeUndefined();
    expect(found([journal(), journal({ id: '2', title: 'Droughts' })], { issns: [ISSN] })).toEqual([
      'Q1',
      'scimago',
      2024,
    ]);
  });

  it('comes with country and publisher, where these are known', () => {
    const { lookUpQuartile } = shelfWith(journal({ country: 'Norway', publisher: 'Fjord Press' }));
    expect(lookUpQuartile({ issns: [ISSN] })).toEqual({
      quartile: 'Q1',
      source: 'scimago',
      year: 2024,
      country: 'Norway',
      publisher: 'Fjord Press',
    });
  });

  it('is the last that was said of a journal in an edition', () => {
    const shelf = shelfWith(journal(), journal({ quartile: 'Q2', issns: [OTHER_ISSN] }));
    expect(shelf.lookUpQuartile({ issns: [ISSN] })).toBeUndefined();
    expect(shelf.lookUpQuartile({ issns: [OTHER_ISSN] })).toMatchObject({ quartile: 'Q2' });
  });
});

describe('papers of the library', () => {
  const floods = paper({ key: 'floods', title: 'Zyzzyva', venue: 'Journal of Floods', year: 2023 });
  const own = paper({ key: 'own', title: 'Quokka', venue: 'Journal of Floods', quartile: 'Q4' });
  const q1 = { quartileRanking: ['Q1' as const] };

  it('get their quartiles when the journals come later, and searches know', async () => {
    const shelf = openShelf();
    shelf.add([floods, own, paper({ key: 'else', title: 'Zyzzyva of elsewhere', venue: 'Elsewhere' })]);
    expect(shelf.ids(only('zyzzyva'), q1)).toEqual([]);
    shelf.addJournals([journal({ country: 'Norway' })]);
    const before = shelf.edition();
    expect(await shelf.fillQuartiles()).toBe(1);
    expect(shelf.edition()).not.toBe(before);
    expect(shelf.ids(only('zyzzyva'), q1)).toEqual(['floods']);
    const records = new Map([...shelf.records()].map((record) => [record.key, record]));
    expect(records.get('floods')).toEqual({
      ...floods,
      quartile: 'Q1',
      quartileSource: 'scimago',
      quartileYear: 2024,
      country: 'Norway',
    });
    // What a record brought itself stands.
    expect(records.get('own')).toEqual({ ...own, country: 'Norway' });
    expect(shelf.search(only('zyzzyva'), q1)).toMatchObject([
      { v_quartile_ranking: 'Q1', quartileSource: 'scimago', quartileYear: 2024, v_country: 'Norway' },
    ]);
  });

  it('get the nearer edition when it comes, and nothing is done twice', async () => {
    const shelf = openShelf();
    shelf.add([floods]);
    shelf.addJournals([journal({ year: 2012, quartile: 'Q3' })]);
    expect(await shelf.fillQuartiles()).toBe(1);
    shelf.addJournals([journal()]);
    expect(await shelf.fillQuartiles()).toBe(1);
    const before = shelf.edition();
    expect(await shelf.fillQuartiles()).toBe(0);
    shelf.addJournals([journal()]);
    expect(await shelf.fillQuartiles()).toBe(0);
    expect(shelf.edition()).toBe(before);
  });

  it('have their quartiles at once when they are added later, also by a record that is merged', () => {
    const shelf = shelfWith(journal());
    shelf.add([floods, paper({ key: 'b', title: 'Axolotl', doi: '10.1000/b' })]);
    expect(shelf.ids(only('zyzzyva'), q1)).toEqual(['floods']);
    expect(shelf.ids(only('axolotl'), q1)).toEqual([]);
    shelf.add([paper({ key: 'c', title: 'Axolotl', doi: '10.1000/b', issns: [ISSN] })]);
    expect(shelf.ids(only('axolotl'), q1)).toEqual(['b']);
  });

  it('are all reached, in parts, by a later process when an earlier one was stopped', async () => {
    const dataDir = libraryFolder();
    const first = openShelf(dataDir);
    const papers = Array.from({ length: 2_100 }, (_, place) => paper({ key: `p${place}`, issns: [ISSN] }));
    first.add(papers);
    first.addJournals([journal()]);
    const stop = new AbortController();
    const stopped = first.fillQuartiles(stop.signal);
    stop.abort();
    const early = await stopped;
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(papers.length);
    first.close();
    const second = openShelf(dataDir);
    expect(await second.fillQuartiles()).toBe(papers.length - early);
    expect(second.summary().coverage.quartileRanking).toBe(papers.length);
  });

  it('are left alone when the journals could not be kept', async () => {
    const shelf = openShelf();
    shelf.add([floods]);
    const broken = { ...journal({ id: '2' }), year: 'x' as unknown as number };
    expect(() => shelf.addJournals([journal(), broken])).toThrow();
    expect([await shelf.fillQuartiles(), shelf.summary().rankings]).toEqual([0, []]);
  });
});

describe('the editions', () => {
  it('stand in the summary, and the checkpoint of a file is kept with its journals', () => {
    const shelf = openShelf();
    const counts = { added: 0, merged: 0, completed: 0, passedOver: 0, skipped: 0 };
    const at = (journals: number): ImportCheckpoint => ({
      path: '/j.csv',
      size: 1,
      modifiedAt: 1,
      head: 'h',
      format: 'scimago',
      pieces: 2,
      isFinished: true,
      counts: { ...counts, journals },
    });
    const { quartile: _, ...unranked } = journal({ id: '2', issns: [], title: 'Toys' });
    expect(shelf.addJournals([journal(), unranked, journal({ year: 2012 })], at)).toBe(3);
    expect(shelf.summary().rankings).toEqual([
      { source: 'scimago', year: 2012, journals: 1, ranked: 1 },
      { source: 'scimago', year: 2024, journals: 2, ranked: 1 },
    ]);
    expect(shelf.findCheckpoint('/j.csv')).toEqual(at(3));
  });
});
