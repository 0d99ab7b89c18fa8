import { describe, expect, it } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import type { UnknownFacts } from '../../../src/papers/filters/filter-meaning.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import type { FoundWork } from '../../../src/papers/works/found-work.ts';
import { readConfig } from '../../../src/platform/config.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { createEngine } from '../../../src/search/federated/search.ts';
import { PLAIN_WORDING } from '../../../src/wording/sentences/plain.ts';
import { work } from './found-works.ts';
import { openShelf, paper } from './shelf.ts';

/** A search with filters says of how many papers it does not know whether they meet each, wherever they come from. */

const KNOWN: Omit<Partial<Paper>, 'key' | 'title'> = {
  year: 2020,
  citationCount: 10,
  publicationType: 'journal',
  quartile: 'Q1',
  fieldsOfStudy: ['Biology'],
  isOpenAccess: true,
};
type Fact = 'year' | 'citationCount' | 'publicationType' | 'quartile' | 'fieldsOfStudy' | 'isOpenAccess';

/** Each filter with its fact, met by `KNOWN`. That a record tells of a file or not is never unknown. */
const FILTERS: [Partial<Filters>, Fact][] = [
  [{ year: '2019:2021' }, 'year'],
  [{ minCitationCount: 5 }, 'citationCount'],
  [{ publicationTypes: ['journal'] }, 'publicationType'],
  [{ quartileRanking: ['Q1', 'Q2'] }, 'quartile'],
  [{ fieldsOfStudy: ['Biology'] }, 'fieldsOfStudy'],
  [{ openAccessPdf: true }, 'isOpenAccess'],
];
const ALL: Partial<Filters> = Object.assign({}, ...FILTERS.map(([filter]) => filter));

let made = 0;
/** A paper on mussels without some facts. */
function facts(without: readonly Fact[], also: Partial<Paper> = {}) {
  made += 1;
  const known = Object.entries(KNOWN).filter(([name]) => !without.includes(name as Fact));
  return { key: `paper ${made}`, title: `Mussel beds, number ${made}`, ...Object.fromEntries(known), ...also };
}

type Request = { filters: Partial<Filters>; stored?: Paper[]; given?: FoundWork[]; strategy?: string };

/** What a search for mussels says of papers that are left out, by place. */
async function search({ filters, stored = [], given, strategy }: Request) {
  const shelf = openShelf();
  shelf.add(stored);
  const outcomes = [{ source: 'openalex' as const, requests: 1, fromCache: 0, records: [] }];
  const live = {
    names: given ? ['openalex'] : [],
    search: async () => ({ works: given ?? [], outcomes: given ? outcomes : [], lookUps: [] }),
  } as Partial<LiveSources> as LiveSources;
  const config = readConfig({ PAPERQUEUE_SOURCES: stored.length > 0 ? 'library,openalex' : 'openalex' });
  const engine = createEngine(config, { library: shelf.library, live, enrich: () => Promise.reject(new Error()) });
  const body = strategy === undefined ? { keywords: ['mussel', 'beds', 'rafts'] } : { strategy };
  const request = { operation: 'keywordSearch' as const, body, filters: { limit: 100 as const, ...filters } };
  const { notes, papers } = await engine(request, { signal: new AbortController().signal, scraperKey: undefined });
  const leftOut = notes.filter((note) => note.kind === 'unknown-left-out');
  const byPlace = leftOut.map(({ place = 'sources', filters }) => [place, filters] as const);
  return { papers: papers.length, leftOut: Object.fromEntries(byPlace), said: PLAIN_WORDING.notes(leftOut) };
}

describe.each(FILTERS)('a search with %j', (filter, fact) => {
  const [name] = Object.keys(filter) as (keyof UnknownFacts)[];
  const counts = (papers: number) => ({ [name as string]: papers });
  const stored = () => [
    paper(facts([])),
    paper(facts([fact])),
    paper(facts([fact])),
    // Not asked for.
    paper(facts([fact], { title: 'Quagga' })),
  ];
  const given = () => [work({ openalex: 1 }, facts([])), work({ openalex: 2 }, facts([fact]))];

  it('says what is not known of papers of the library, of works of sources, and of both', async () => {
    expect(await search({ filters: filter, stored: stored() })).toMatchObject({ leftOut: { library: counts(2) } });
    expect(await search({ filters: filter, given: given() })).toMatchObject({ leftOut: { sources: counts(1) } });
    const both = await search({ filters: filter, stored: stored(), given: given() });
    expect(both).toMatchObject({ papers: 2, leftOut: { library: counts(2), sources: counts(1) } });
    expect(both.said).toEqual([
      `Papers of the sources left out because a value is unknown: ${name} 1.`,
      `Papers of the library with any word of the search left out because a value is unknown: ${name} 2.`,
    ]);
  });

  it('counts a paper once that the library and a source have, and not where one of them tells', async () => {
    const doi = '10.1000/same';
    const own = paper(facts([fact], { doi }));
    const twice = { filters: filter, stored: [own], given: [work({ openalex: 1 }, facts([fact], { doi }))] };
    expect((await search(twice)).leftOut).toEqual({ sources: counts(1) });
    const told = { filters: filter, stored: [own], given: [work({ openalex: 1 }, facts([], { doi }))] };
    expect(await search(told)).toMatchObject({ papers: 1, leftOut: {} });
  });

  it('counts what meets a strategy, where one is asked', async () => {
    const kept = [...stored(), paper(facts([fact], { title: 'Mussel rafts' }))];
    expect((await search({ filters: filter, stored: kept, strategy: 'mussel AND rafts' })).leftOut).toEqual({
      library: counts(1),
    });
  });
});

describe('a search with all filters', () => {
  it('counts a paper at each whose fact is not known, unless another fact excludes it', async () => {
    const stored = [
      paper(facts([])),
      paper(facts(['year'])),
      paper(facts(['year', 'quartile'])),
      paper(facts(['year'], { citationCount: 1 })),
    ];
    expect((await search({ filters: ALL, stored })).leftOut).toEqual({ library: { year: 2, quartileRanking: 1 } });
  });

  it('says nothing where all is known, and nothing without filters', async () => {
    expect((await search({ filters: ALL, stored: [paper(facts([])), paper(facts([], { year: 1900 }))] })).said).toEqual(
      [],
    );
    expect((await search({ filters: { sort: 'year:desc' }, stored: [paper(facts(['year']))] })).said).toEqual([]);
  });
});
