import { cpSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { openLibrary } from '../../../src/library/library.ts';
import { parseQuery, partsOfStrategy } from '../../../src/papers/query/query.ts';
import { matchQuery } from '../../../src/papers/relevance/match.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { compileStrategy } from '../../../src/papers/strategy/predicate.ts';
import type { Collection, CountQuery } from '../../../src/search/collection/collection-port.ts';
import { countInCollection } from '../../../src/search/federated/collection-search.ts';
import { createDryRun } from '../../../src/search/federated/count-dry-run.ts';
import { countConcepts } from '../../../src/search/federated/counting/count-concepts.ts';
import { countKeywords, countStrategies } from '../../../src/search/federated/counting/count-parts.ts';
import { countStored } from '../../../src/search/federated/counting/library-count.ts';
import { searchLibrary } from '../../../src/search/federated/library-search.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { listHits } from '../../../src/search/federated/visit-hits.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { queryOf } from '../../helpers/query.ts';
import { asking, contextOf, json, serve } from '../../helpers/sources/stand-ins.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openShelf, paper, takeIn } from './shelf.ts';

const SIGNAL = new AbortController().signal;
const LINES = '1. zyzzyva\n2. 1810:1819[dp]\n3. quagga[ti]\n4. (1 OR 3) AND 2';
const CONCEPTS = ['"zyzzyva"[tiab] OR "quagga"[ti]', '1810:1819[dp]'];

/** More papers than any limit of a search, 2 of 3 about one animal, half of them of the years asked for. */
const PAPERS = Array.from({ length: 720 }, (_, at) =>
  paper({
    key: `p${at}`,
    title: ['Zyzzyva', 'Quagga', 'Horse'][at % 3] ?? '',
    abstract: `Number ${at}`,
    year: at % 2 === 0 ? 1815 : 1799,
  }),
);

let full: string | undefined;

/** A folder with these papers, indexed: made once, and copied for each test. */
function fullFolder(): string {
  full = libraryFolder();
  const library = openLibrary(full);
  library.add(PAPERS);
  takeIn(library);
  library.close();
  return full;
}

function openFull() {
  const folder = temporaryFolder();
  cpSync(full ?? fullFolder(), folder, { recursive: true });
  const shelf = openShelf(folder);
  const dryRun = (
    request: Partial<JobRequest>,
    sources: SourceWithSettings[] = [],
    more: Partial<LiveSources> = {},
  ) => {
    const use: LiveSources['use'] = (_asking, work) => work(sources, contextOf());
    const live = { use, ...more } as LiveSources;
    const parts = { library: async () => shelf.library, live: async () => live, withLibrary: true };
    const whole: JobRequest = { operation: 'combinedSearch', body: {}, filters: { limit: 100 }, ...request };
    return createDryRun(parts)(whole, { signal: SIGNAL, budgetMs: 60_000 });
  };
  return { ...shelf, dryRun };
}

describe('the library in a trial', () => {
  it('counts every paper that has a word of the search and meets the filters, whatever the limit', async () => {
    const { dryRun } = openFull();
    const body = { keywords: ['zyzzyva', 'quagga', 'okapi'] };
    const { sources } = await dryRun({ body });
    const each = { zyzzyva: 240, quagga: 240, okapi: 0 };
    expect(sources).toEqual([{ source: 'library', hits: 480, keywords: each }]);
    const filtered = await dryRun({ body, filters: { limit: 300, year: '1815' } });
    const inYear = { zyzzyva: 120, quagga: 120, okapi: 0 };
    expect(filtered.sources).toEqual([{ source: 'library', hits: 240, keywords: inYear }]);
    expect((await dryRun({ body: { query: 'zyzzyva and quagga' } })).sources).toEqual([
      { source: 'library', hits: 480 },
    ]);
  });

  it('says how many papers a filter leaves out because the fact is unknown', async () => {
    const { dryRun, add } = openFull();
    const facts = { title: 'Zyzzyva of no date' };
    add([paper({ key: 'x', ...facts, year: 1815 }), paper({ key: 'y', ...facts, citationCount: 3 })]);
    const filters = { limit: 100, year: '1815' } as const;
    const notes = [{ kind: 'unknown-left-out', place: 'library', filters: { year: 1 } }];
    const keywords = ['zyzzyva', 'quagga', 'okapi'];
    for (const body of [{ keywords }, { query: 'zyzzyva and quagga' }, { strategy: 'zyzzyva AND date' }])
      expect((await dryRun({ body, filters })).sources, JSON.stringify(body)).toMatchObject([{ notes }]);
    const [unfiltered] = (await dryRun({ body: { keywords } })).sources;
    expect(unfiltered).not.toHaveProperty('notes');
  });

  it('counts a keyword where its words stand together, as the answer of the search does', async () => {
    const { library, add } = openShelf();
    add([
      paper({ key: 'a', title: 'Relevance feedback in retrieval' }),
      paper({ key: 'b', title: 'Relevance scoring and user feedback' }),
      paper({ key: 'c', title: 'Mindfulness', abstract: 'The feedback was relevant.' }),
      paper({ key: 'd', title: 'Theory of mind' }),
    ]);
    takeIn(library);
    const body = { keywords: ['relevance feedback', 'mindfulness', 'theories of mind'] };
    const never = () => false;
    const query = parseQuery({ body, filters: { limit: 100 } });
    const options = { isOver: never, withStarter: true };
    const counts = await countKeywords(library, query, listHits(library, query), options);
    expect(counts?.keywords).toEqual({ 'relevance feedback': 1, mindfulness: 1, 'theories of mind': 1 });
    expect(counts?.read).toBe(counts?.of);
    const found = searchLibrary(library, parseQuery({ body, filters: { limit: 100 } }));
    const question = readQueryTerms(queryOf(body));
    for (const [keyword, count] of Object.entries(counts?.keywords ?? {})) {
      const having = found.filter((each) => question && matchQuery(question, each).keywords.includes(keyword));
      expect([keyword, having.length]).toEqual([keyword, count]);
    }
  });

  it('counts another name of a keyword as the answer does, and explains more hits than papers with keywords', async () => {
    const { library, add } = openShelf();
    add([
      paper({ key: 'a', title: 'Cholecalciferol in winter' }),
      paper({ key: 'b', title: 'A D minor of vitamins' }),
      // Without a word of the search, it is no hit.
      paper({ key: 'c', title: 'Cholecalciferol in summer' }),
    ]);
    takeIn(library);
    const query = parseQuery({ body: { keywords: ['vitamin D', 'winter', 'x-ray'] }, filters: { limit: 100 } });
    const hits = listHits(library, query, { withStarter: false });
    expect(hits.size).toBe(2);
    const counts = await countKeywords(library, query, hits, { isOver: () => false, withStarter: false });
    expect(counts?.keywords).toEqual({ 'vitamin D': 1, winter: 1, 'x-ray': 0 });
    const { sources } = await openFull().dryRun({ body: { keywords: ['zyzzyva quagga', 'horse okapi', 'okapi'] } });
    const keywords = { 'zyzzyva quagga': 0, 'horse okapi': 0, okapi: 0 };
    expect(sources).toEqual([{ source: 'library', hits: 720, keywords, notes: [{ kind: 'hits-have-a-word' }] }]);
  });

  it('counts what no paper of an answer has with the filters, and where there is none, without them', async () => {
    const { library, add } = openShelf();
    add([
      paper({ key: 'open', title: 'Quagga', isOpenAccess: true }),
      paper({ key: 'closed', title: 'Zyzzyva', isOpenAccess: false }),
      paper({ key: 'unknown', title: 'Zyzzyva and quagga' }),
    ]);
    const body = { keywords: ['zyzzyva', 'quagga', 'xylorimba'] };
    const missing = async (filters: Pick<JobRequest['filters'], 'openAccessPdf'>) => {
      const query = parseQuery({ body, filters: { limit: 100, ...filters } });
      return countConcepts(library, query, await searchLibrary(library, query), { withStarter: true, signal: SIGNAL });
    };
    expect(new Set(await missing({ openAccessPdf: true }))).toEqual(
      new Set([
        { keywords: ['zyzzyva'], papers: 0, withoutFilters: { papers: 2 } },
        { keywords: ['xylorimba'], papers: 0, withoutFilters: { papers: 0 } },
        { keywords: ['quagga'], papers: 1 },
      ]),
    );
    expect(await missing({})).toEqual([
      { keywords: ['xylorimba'], papers: 0 },
      { keywords: ['zyzzyva'], papers: 2 },
      { keywords: ['zyzzyva', 'quagga'], papers: 1 },
    ]);
  });

  /** As many papers of each title as given. */
  const countsIn = async (titles: Readonly<Record<string, number>>, body: JobRequest['body']) => {
    const { library, add } = openShelf();
    add(
      Object.entries(titles).flatMap(([title, papers]) =>
        Array.from({ length: papers }, (_, at) => paper({ key: `${title} ${at}`, title: `${title} ${at}` })),
      ),
    );
    takeIn(library);
    const query = parseQuery({ body, filters: { limit: 100 } });
    const found = await searchLibrary(library, query, { withStarter: false });
    const counts = await countConcepts(library, query, found, { withStarter: false, signal: SIGNAL });
    return Object.fromEntries(counts.map(({ keywords, papers }) => [keywords.join(' + '), papers]));
  };

  it('counts the rarest concept and the next ones with it, far beyond the papers of the answer', async () => {
    const titles = { 'Metformin in mice': 39, 'Metformin in cancer': 6, 'Cancer of old age': 400, 'Sailing ships': 5 };
    expect(await countsIn(titles, { keywords: ['cancer', 'metformin', 'mortality'] })).toEqual({
      metformin: 45,
      'metformin + cancer': 6,
    });
    const three = { 'Metformin in mice': 9, 'Metformin and insulin': 7, 'Insulin, metformin, cancer': 2, Cancer: 90 };
    expect(await countsIn({ ...three, Insulin: 80 }, { keywords: ['cancer', 'metformin', 'insulin'] })).toEqual({
      metformin: 18,
      'metformin + insulin': 9,
      'metformin + cancer': 2,
      'metformin + insulin + cancer': 2,
    });
    expect(await countsIn(titles, { query: 'Does metformin help against cancer?' })).toEqual({
      metformin: 45,
      'metformin + cancer': 6,
    });
    // A verb of a question is no part of its subject's name.
    expect(await countsIn(titles, { query: 'Is there evidence that metformin protects against cancer?' })).toEqual({
      metformin: 45,
      'metformin + cancer': 6,
    });
    // What stands before and behind a preposition is no phrase.
    expect(await countsIn(titles, { query: 'Is metformin against cancer useful?' })).toHaveProperty(
      'metformin + cancer',
      6,
    );
    expect(await countsIn(titles, { keywords: ['sailing', 'metformin', 'cancer'] })).toEqual({
      sailing: 5,
      'sailing + metformin': 0,
      'sailing + cancer': 0,
      metformin: 45,
      'metformin + cancer': 6,
    });
    expect(await countsIn(titles, { strategy: 'metformin AND cancer' })).toEqual({});
  });

  it('counts the second name, too, where no paper has both of the rarest: they may name one thing', async () => {
    const titles = { Hippotherapy: 1, 'Horseback riding in cerebral palsy': 2, 'Cerebral palsy': 20 };
    expect(await countsIn(titles, { keywords: ['hippotherapy', 'horseback riding', 'cerebral palsy'] })).toEqual({
      hippotherapy: 1,
      'hippotherapy + horseback riding': 0,
      'hippotherapy + cerebral palsy': 0,
      'horseback riding': 2,
      'horseback riding + cerebral palsy': 2,
    });
  });

  it('pairs no two names of one concept: by the table, by their words, or by the papers', async () => {
    const titles = { 'Heart attack': 7, 'Myocardial infarction and aspirin': 2, 'Aspirin at sea': 20 };
    expect(await countsIn(titles, { keywords: ['myocardial infarction', 'heart attack', 'aspirin'] })).toEqual({
      'heart attack': 9,
      'heart attack + aspirin': 2,
    });
    const alike = { 'Metformin, a biguanide, in mice': 4, 'Metformin in cancer': 6, 'Cancer of old age': 60 };
    const counts = await countsIn(alike, { keywords: ['biguanide', 'metformin', 'cancer'] });
    expect(counts).toMatchObject({ metformin: 10, 'metformin + cancer': 6 });
    expect(counts).not.toHaveProperty('biguanide + metformin');
    // However many names nobody uses, the pair that matters is counted.
    const keywords = ['dabexin', 'biguanide', 'metformin', 'cancer', 'neoplasms', 'tumour'];
    expect(await countsIn(alike, { keywords })).toMatchObject({
      dabexin: 0,
      metformin: 10,
      'metformin + cancer': 6,
    });
  });

  it('counts every spelling and inflection of a keyword, and of its other names', async () => {
    const titles = {
      'Behavioural therapies': 1,
      'Behavioral therapy': 2,
      'Haemorrhage in women': 3,
      'Hemorrhages of a woman': 4,
      'Coronavirus disease 2019': 5,
      'Covid-19 in mice': 6,
    };
    const counts = await countsIn(titles, { keywords: ['behavioral therapy', 'hemorrhage', 'covid-19'] });
    expect(counts).toMatchObject({ 'behavioral therapy': 3 });
    expect(await countsIn(titles, { query: 'haemorrhage' })).toEqual({ haemorrhage: 7 });
    expect(await countsIn(titles, { query: 'woman' })).toEqual({ woman: 7 });
    expect(await countsIn(titles, { query: 'mouse' })).toEqual({ mouse: 6 });
    expect(await countsIn(titles, { query: 'covid-19' })).toEqual({ 'covid 19': 11 });
  });

  it('counts a strategy in full, without reading its papers again', async () => {
    const { library } = openFull();
    const query = parseQuery({ body: { strategy: 'zyzzyva OR quagga' }, filters: { limit: 100 } });
    const reads = vi.spyOn(library, 'findById');
    await searchLibrary(library, query, { withStarter: false });
    const ofSearch = reads.mock.calls.length;
    const ranked = { papers: [], ids: new Map<string, number>(), unfit: new Set<number>() };
    const { hits } = await countStored(library, [], ranked, query, { answered: true }, SIGNAL);
    expect(hits).toBe(480);
    expect(reads).toHaveBeenCalledTimes(ofSearch);
  });

  it('says of how many papers the keywords were counted where the time was over', async () => {
    const { library } = openFull();
    const query = parseQuery({ body: { keywords: ['zyzzyva'] }, filters: { limit: 100 } });
    const options = { isOver: () => true, withStarter: true };
    const counts = await countKeywords(library, query, listHits(library, query), options);
    expect(counts).toEqual({ keywords: { zyzzyva: 50 }, read: 50, of: 240 });
  });

  it('counts a strategy, each of its concepts, and each of its lines', async () => {
    const { dryRun } = openFull();
    const { sources } = await dryRun({ body: { strategy: LINES } });
    expect(sources).toEqual([
      {
        source: 'library',
        hits: 240,
        keywords: { [CONCEPTS[0] as string]: 480, [CONCEPTS[1] as string]: 360 },
        lines: { 1: 240, 2: 360, 3: 240, 4: 240 },
      },
    ]);
  });

  it('counts as reading every paper does', async () => {
    const { library } = openFull();
    const { lines } = partsOfStrategy(
      queryOf({ strategy: '1. zyz*\n2. number adj2 "7"\n3. 1 NOT 2\n4. 2 OR horse[ti]' }),
    );
    const nodes = lines.map(({ node }) => node);
    const { counts } = await countStrategies(
      library,
      nodes,
      { limit: 100, year: '1815' },
      {
        isOver: () => false,
        withStarter: true,
      },
    );
    const read = PAPERS.filter(({ year }) => year === 1815);
    expect(counts).toEqual(nodes.map((node) => read.filter((each) => compileStrategy(node)(each) === 'met').length));
  });

  it('says of how many papers a count is that had to end early', async () => {
    const { library } = openFull();
    const { lines } = partsOfStrategy(queryOf({ strategy: '1. zyzzyva\n2. zyzzyva OR quagga' }));
    const { read, of, counts } = await countStrategies(
      library,
      lines.map(({ node }) => node),
      { limit: 100 },
      { isOver: () => true, withStarter: true },
    );
    expect(of).toBe(480);
    expect(read).toBeLessThan(of);
    expect(counts[1]).toBe(read);
  });
});

describe('a live source in a trial', () => {
  it('is asked for concepts and the first lines, what is equal once, and names how many lines it was not asked', async () => {
    const source = await serve(json({ items: [{ title: 'One of many' }], total: 7 }));
    const numbered = Array.from({ length: 12 }, (_, at) => `${at + 1}. word${at}`);
    const strategy = `${numbered.join('\n')}\n13. 1 AND 2`;
    const { sources } = await openFull().dryRun({ body: { strategy } }, [asking(source.url, { name: 'crossref' })]);
    const trial = sources.at(-1);
    expect(Object.keys(trial?.keywords ?? {})).toHaveLength(2);
    expect(Object.keys(trial?.lines ?? {})).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(trial?.notes).toContainEqual({ kind: 'lines-not-asked', lines: 3 });
    // The whole, and ten lines: the concepts are two of them.
    expect(source.arrivals).toHaveLength(11);
  });
});

describe('the collection in a trial', () => {
  const SHARDS = { total: 3, successful: 3, failed: 0 };

  /** A collection that has so many papers with each query. */
  function collectionOf(papersOf: (query: CountQuery) => number, shards = SHARDS) {
    const asked: CountQuery[] = [];
    const collection = {
      background: async () => ({ papers: 9_000, totals: {}, documentFrequency: () => 10 }),
      count: async (queries: readonly CountQuery[]) => {
        asked.push(...queries);
        return queries.map((query) => ({ papers: papersOf(query), shards, isTimedOut: false }));
      },
    } as unknown as Collection;
    return { collection, asked };
  }

  it('is counted by its own count, the whole and each keyword, with the filters', async () => {
    const { collection, asked } = collectionOf((query) => ('any' in query ? 4_321 : query.all.length));
    const body = { keywords: ['sea ice', 'albedo', 'polar'] };
    const search = { body, filters: { limit: 100, year: '2020' } as const };
    const counts = await countInCollection(collection, parseQuery(search), SIGNAL);
    expect(counts).toMatchObject({ hits: 4_321, keywords: { 'sea ice': 2, albedo: 1, polar: 1 } });
    const filtered = asked.filter(({ filters }) => filters !== undefined);
    expect(filtered.map((query) => query.filters)).toEqual(Array(4).fill({ year: { from: 2020, to: 2020 } }));
    const { sources } = await openFull().dryRun(search, [], { countInCollection: async () => counts });
    expect(sources.at(-1)).toEqual({
      source: 'collection',
      hits: 4_321,
      keywords: { 'sea ice': 2, albedo: 1, polar: 1 },
      notes: [{ kind: 'hits-have-a-word' }, { kind: 'trial', changes: ['words-apart'] }],
    });
  });

  it('says that a strategy is asked for its words, and that a part of it did not answer', async () => {
    const { collection } = collectionOf(() => 5, { ...SHARDS, failed: 1 });
    const request = { body: { strategy: 'ice AND snow' }, filters: { limit: 100 } } as const;
    const counts = await countInCollection(collection, parseQuery(request), SIGNAL);
    expect(counts).toMatchObject({ hits: 5, changes: ['words-only'], failure: 'incomplete' });
  });
});
