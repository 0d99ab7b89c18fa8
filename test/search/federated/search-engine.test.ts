import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import type { SourceName } from '../../../src/contract/source-names.ts';
import { SearchFailedError, type SearchOutcome } from '../../../src/jobs/ports/search-engine.ts';
import { MCP_WORDING } from '../../../src/mcp/wording.ts';
import { type PaperInput, toPaper } from '../../../src/papers/paper.ts';
import { mergeFound } from '../../../src/papers/works/merge.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { createDryRun } from '../../../src/search/federated/count-dry-run.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { createEngine, type EngineParts, paperLookUp } from '../../../src/search/federated/search.ts';
import type { SourceOutcome } from '../../../src/search/sources/runner.ts';
import { textNote } from '../../../src/wording/notes.ts';
import { inWords } from '../../helpers/said.ts';
import { openShelf, paper } from './shelf.ts';

type Given = Partial<Record<SourceName, PaperInput[] | Pick<SourceOutcome, 'failure' | 'detail'>>>;

/** Sources that give this for every search. */
function sourcesGiving(given: Given) {
  const outcomes = Object.entries(given).map(([name, what]): SourceOutcome => {
    const base = { source: name as SourceName, requests: 1, fromCache: 0 };
    return Array.isArray(what) ? { ...base, records: what } : { ...base, ...what, records: [] };
  });
  const found = outcomes.flatMap(({ source, records }) =>
    records.flatMap((input, place) => {
      const record = toPaper(input);
      return typeof record === 'string' ? [] : [{ record, findings: [{ source, rank: place + 1 }] }];
    }),
  );
  const statisticsSeen: number[] = [];
  const live: LiveSources = {
    names: outcomes.map(({ source }) => source),
    search: async (_request, statistics) => {
      const { documentFrequency } = statistics();
      statisticsSeen.push(documentFrequency('mussel'));
      const duplicates: Record<string, number> = {};
      const works = mergeFound(found, (evidence) => {
        duplicates[evidence] = (duplicates[evidence] ?? 0) + 1;
      });
      return { works, outcomes, lookUps: [], duplicates };
    },
    use: () => Promise.reject(new Error('nobody is used')),
    close: async () => undefined,
  };
  return { live, statisticsSeen };
}

type Options = Partial<EngineParts> & {
  environment?: Record<string, string>;
  filters?: Partial<JobRequest['filters']>;
  keywords?: string[];
};

const NOT_ENRICHED = (): never => {
  throw new Error('nobody asked for more');
};

async function search(given: ReturnType<typeof sourcesGiving> | Given, options: Options = {}): Promise<SearchOutcome> {
  const {
    environment = {},
    filters = {},
    keywords = ['mussel', 'mussel', 'mussel'],
    library = openShelf().library,
    enrich = NOT_ENRICHED,
  } = options;
  const live =
    'statisticsSeen' in given ? (given as ReturnType<typeof sourcesGiving>).live : sourcesGiving(given as Given).live;
  const engine = createEngine(readConfig(environment), { library, live, enrich });
  const request: JobRequest = { operation: 'keywordSearch', body: { keywords }, filters: { limit: 100, ...filters } };
  return engine(request, { signal: new AbortController().signal, scraperKey: undefined });
}

const MUSSEL = { title: 'Mussel beds', doi: '10.1000/a' };
const DEAD = { failure: 'unreachable' as const };

describe('a search', () => {
  it('says of each source what it gave, the library first', async () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes' })]);
    const { papers, sources } = await search({ openalex: [MUSSEL], crossref: DEAD, arxiv: [] }, shelf);
    expect(papers.map(({ title }) => title).sort()).toEqual(['Mussel beds', 'My mussel notes']);
    expect(sources).toEqual([
      {
        source: 'library',
        title: 'the local library',
        gave: 1,
        total: 1,
        together: [{ keywords: ['mussel'], papers: 1 }],
      },
      { source: 'openalex', title: 'OpenAlex', gave: 1 },
      { source: 'crossref', title: 'Crossref', gave: 0, failed: { failure: 'unreachable' } },
      { source: 'arxiv', title: 'arXiv', gave: 0 },
    ]);
  });

  it('says what became of the records: duplicates by the rule that found them, and what was left out', async () => {
    const shelf = openShelf();
    shelf.add([
      paper({ key: 'own', title: 'My mussel notes' }),
      paper({ key: 'b', title: 'Mussel b', doi: '10.1000/b', year: 2020 }),
      // Its year is not known: it does not meet the filter.
      paper({ key: 'c', title: 'Mussel d' }),
    ]);
    const given = {
      openalex: [MUSSEL, { title: 'Mussel b', doi: '10.1000/b', year: 2020 }, { title: 'Mussel c', year: 1990 }, {}],
      crossref: [MUSSEL, { title: 'Mussel beds', doi: 'https://doi.org/10.1000/A', year: 2021 }],
    };
    const { flow } = await search(given, { ...shelf, filters: { year: '2000:2026' } });
    expect(flow).toEqual({
      // Four of OpenAlex, two of Crossref, and the one that the library has.
      identified: 7,
      duplicates: { 'equal DOI': 2, 'also in the local library': 1 },
      leftOut: { 'no title and no abstract': 1, 'filters not met, or not known to be met': 1 },
      returned: 2,
      notRetrieved: 0,
    });
  });

  it('counts records that are ranked below the limit', async () => {
    const many = Array.from({ length: 130 }, (_, n) => ({ title: `Mussel ${n}`, doi: `10.1000/${n}` }));
    const { flow, papers } = await search({ openalex: many });
    expect(flow).toEqual({
      identified: 130,
      duplicates: {},
      leftOut: { 'ranked below the limit of the job': 30 },
      returned: 100,
      notRetrieved: 0,
    });
    expect(papers).toHaveLength(100);
  });

  it('counts the papers of the library that have a word of the search as a dry run does, however many it gives', async () => {
    const shelf = openShelf();
    const many = Array.from({ length: 130 }, (_, n) => paper({ key: `own${n}`, title: `Mussel of my own ${n}` }));
    shelf.add([...many, paper({ key: 'horse', title: 'Horses' })]);
    const both = { title: 'Mussel of my own 1', doi: '10.1000/own' };
    shelf.add([paper({ key: 'own1', ...both })]);
    const alone = await search({}, shelf);
    const request: JobRequest = {
      operation: 'keywordSearch',
      body: { keywords: ['mussel', 'mussel', 'mussel'] },
      filters: { limit: 100 },
    };
    const live = {
      ...sourcesGiving({}).live,
      use: async <T>(_: object, work: (all: [], context: never) => Promise<T>) => work([], {} as never),
    };
    const dryRun = createDryRun({ library: async () => shelf.library, live: async () => live, withLibrary: true });
    const [trial] = (await dryRun(request, { signal: new AbortController().signal, budgetMs: 60_000 })).sources;
    expect(trial?.hits).toBe(130);
    expect(alone.sources?.[0]).toMatchObject({ gave: 100, total: trial?.hits });
    expect(alone.flow).toEqual({ identified: 100, duplicates: {}, leftOut: {}, returned: 100, notRetrieved: 30 });
    const { flow, sources } = await search({ openalex: [both, MUSSEL] }, shelf);
    expect(sources?.[0]).toMatchObject({ total: 130 });
    expect(flow).toMatchObject({ identified: 101, duplicates: { 'also in the local library': 1 }, returned: 100 });
    expect(flow).toMatchObject({ leftOut: {}, notRetrieved: 31 });
  });

  it('counts a strategy in the library, too', async () => {
    const shelf = openShelf();
    shelf.add(Array.from({ length: 130 }, (_, n) => paper({ key: `own${n}`, title: n < 120 ? 'Mussel' : 'Limpet' })));
    const engine = createEngine(readConfig({}), { ...shelf, live: sourcesGiving({}).live, enrich: NOT_ENRICHED });
    const request: JobRequest = { operation: 'combinedSearch', body: { strategy: 'mussel' }, filters: { limit: 100 } };
    const { sources, flow } = await engine(request, { signal: new AbortController().signal, scraperKey: undefined });
    expect(sources?.[0]).toMatchObject({ gave: 100, total: 120 });
    expect(flow).toMatchObject({ identified: 100, leftOut: {}, notRetrieved: 20 });
  });

  it('says the same in words, failures first, with who was not asked', async () => {
    const { notes } = await search(
      { openalex: [MUSSEL], crossref: DEAD },
      { environment: { PAPERQUEUE_SOURCES: 'library,openalex,crossref' } },
    );
    expect(MCP_WORDING.notes(notes)).toEqual([
      'Sources that failed: Crossref could not be reached.',
      'The local library is empty; `paperqueue import FILE` adds your own papers.',
      'OpenAlex gave 1.',
      'Not searched: Europe PMC, arXiv, Semantic Scholar.',
    ]);
  });

  it('says nothing of the starter catalogue once there is something else', async () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes' })]);
    const { notes } = await search({}, shelf);
    expect(notes[0]).toEqual({ kind: 'library-searched', papers: 1 });
  });

  it('without the library neither asks nor names it', async () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes' })]);
    const environment = { PAPERQUEUE_SOURCES: 'openalex' };
    const { papers, sources, notes } = await search({ openalex: [MUSSEL] }, { ...shelf, environment });
    expect(papers.map(({ title }) => title)).toEqual(['Mussel beds']);
    expect(sources).toEqual([{ source: 'openalex', title: 'OpenAlex', gave: 1 }]);
    expect(inWords(notes).join()).not.toMatch(/library/);
  });

  it('tells how many works fell for a fact that nobody knows', async () => {
    const { notes } = await search(
      { openalex: [MUSSEL, { title: 'Mussel rafts', year: 2020 }] },
      { filters: { year: '2020' } },
    );
    expect(notes).toContainEqual({ kind: 'unknown-left-out', filters: { year: 1 } });
  });

  it('lends the sources the statistics of the library', async () => {
    const shelf = openShelf();
    shelf.add(Array.from({ length: 5 }, (_, place) => paper({ key: `${place}`, title: `Mussel ${place}` })));
    const given = sourcesGiving({ openalex: [] });
    await search(given, shelf);
    expect(given.statisticsSeen).toEqual([5]);
  });

  it('is completed only where that is asked for, and there is something', async () => {
    const given = sourcesGiving({ openalex: [MUSSEL] });
    const enriched = textNote('Enriched.');
    const enrich: EngineParts['enrich'] = async (papers) => ({
      papers: papers.slice(0, 0),
      notes: [enriched],
    });
    const engine = createEngine(readConfig({}), { library: openShelf().library, live: given.live, enrich });
    const run = (body: object, scraperKey?: Secret) =>
      engine(
        {
          operation: 'keywordSearch',
          body: { keywords: ['mussel', 'shore', 'raft'], ...body },
          filters: { limit: 100 },
        },
        { signal: new AbortController().signal, scraperKey },
      );
    expect((await run({})).notes).not.toContainEqual(enriched);
    expect(await run({ enrich: true })).toMatchObject({ papers: [], sources: [{}, { gave: 1 }] });
    expect((await run({}, new Secret('k'))).notes).toContainEqual(enriched);
  });
});

describe('a search that finds nothing', () => {
  it.each<[string, Given]>([
    ['all sources are dead', { openalex: DEAD, crossref: { failure: 'too slow' } }],
    ['those that could answer are dead', { openalex: DEAD, arxiv: { failure: 'skipped', detail: 'no-quartiles' } }],
  ])('fails where %s, and says so', async (_why, given) => {
    const failure = await search(given, { filters: { year: '1700' } }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SearchFailedError);
    const { notes, sources } = (failure as SearchFailedError).outcome;
    expect(inWords(notes)).toContainEqual(expect.stringContaining('OpenAlex could not be reached'));
    // The network is to blame, not a filter.
    expect(inWords(notes)).not.toContainEqual(expect.stringContaining('filter'));
    expect(sources?.[1]).toMatchObject({
      source: 'openalex',
      title: 'OpenAlex',
      gave: 0,
      failed: { failure: 'unreachable' },
    });
  });

  it.each<[string, Given]>([
    ['one source answered', { openalex: DEAD, crossref: [] }],
    ['no source was to be asked', {}],
    ['no source can answer such a question', { arxiv: { failure: 'skipped', detail: 'no-quartiles' } }],
    ['a source found what the filters leave out', { openalex: [MUSSEL], crossref: DEAD }],
  ])('does not fail where %s', async (_why, given) => {
    expect(await search(given, { filters: { year: '1700' } })).toMatchObject({ papers: [] });
  });

  it('does not fail where the library found something', async () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes' })]);
    expect((await search({ openalex: DEAD }, shelf)).papers).toHaveLength(1);
  });

  it('says which filter to leave out, where the library knows', async () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes', year: 1990 })]);
    const all = { ...shelf, filters: { year: '2020' } };
    expect(inWords((await search({ openalex: [] }, all)).notes).at(-1)).toMatch(/year/);
    const without = { ...all, environment: { PAPERQUEUE_SOURCES: 'openalex' } };
    expect(inWords((await search({ openalex: [] }, without)).notes).join()).not.toMatch(/year/);
  });
});

describe('the starter catalogue', () => {
  const keywords = ['gradient-based learning', 'document', 'recognition'];
  const KNOWN = 'Gradient-based learning applied to document recognition';
  const titles = ({ papers }: SearchOutcome) => papers.map(({ title }) => title);

  it('stands in where nobody else can answer, with what fits alone, and the notes say so', async () => {
    const found = await search({ openalex: DEAD }, { keywords });
    expect(titles(found)).toEqual([KNOWN]);
    expect(MCP_WORDING.notes(found.notes.slice(0, 2))).toEqual([
      'Sources that failed: OpenAlex could not be reached.',
      expect.stringMatching(/^Only the starter catalogue that comes with paperqueue was searched \(\d+ papers\);/),
    ]);
  });

  it('does not refuse the very paper for words that it has in another form', async () => {
    const asked = ['residual learning', 'deep networks', 'image recognition'];
    const found = await search({ openalex: DEAD }, { keywords: asked });
    expect(titles(found)[0]).toBe('Deep Residual Learning for Image Recognition');
  });

  it('is the first thing said where no source is to be asked', async () => {
    const found = await search({}, { keywords, environment: { PAPERQUEUE_SOURCES: 'library' } });
    expect(titles(found)[0]).toBe(KNOWN);
    expect(found.notes[0]).toMatchObject({ kind: 'starter-only' });
  });

  it('takes no part once the user has papers, or a source has answered', async () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes' })]);
    await expect(search({ openalex: DEAD }, { ...shelf, keywords })).rejects.toThrow(SearchFailedError);
    expect(titles(await search({}, { ...shelf, keywords }))).toEqual([]);
    expect(titles(await search({ openalex: [] }, { keywords }))).toEqual([]);
  });

  it('is no answer where nothing in it fits', async () => {
    for (const absent of [
      ['vitamin D', 'COVID-19', 'supplementation'],
      ['machine translation', 'transformer', 'attention'],
    ])
      await expect(search({ openalex: DEAD }, { keywords: absent })).rejects.toThrow(SearchFailedError);
  });
});

describe('what is found', () => {
  const titles = (shelf: ReturnType<typeof openShelf>) => shelf.ids({ keywords: ['mussel', 'mussel', 'mussel'] });

  it('is kept in the library, also what the filters leave out, with where and when it was found', async () => {
    const shelf = openShelf();
    await search(
      { openalex: [MUSSEL], crossref: [{ title: 'Mussel rafts', year: 2020 }] },
      { ...shelf, filters: { year: '2020' } },
    );
    expect(titles(shelf)).toHaveLength(2);
    const kept = [...shelf.records()].find(({ doi }) => doi === MUSSEL.doi);
    expect(kept).toMatchObject({
      foundIn: ['openalex'],
      provenance: { title: { from: 'openalex', on: new Date().toISOString().slice(0, 10) } },
    });
  });

  it('is not kept where that is turned off', async () => {
    const shelf = openShelf();
    const environment = { PAPERQUEUE_KEEP_FOUND: 'off' };
    expect((await search({ openalex: [MUSSEL] }, { ...shelf, environment })).papers).toHaveLength(1);
    expect(titles(shelf)).toEqual([]);
  });

  it('is given also where it cannot be kept', async () => {
    const { library } = openShelf();
    const persistResults = () => {
      throw new Error('the disk is full');
    };
    const { papers, notes } = await search({ openalex: [MUSSEL] }, { library: { ...library, persistResults } });
    expect(papers).toHaveLength(1);
    expect(notes.at(-1)).toEqual({ kind: 'not-kept', isSome: false });
  });
});

describe('papers without a search', () => {
  it('are those of the library, by title, key or DOI', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'My mussel notes on open shores', doi: '10.1000/a' })]);
    const { byTitle, byId } = paperLookUp(shelf.library);
    expect(byTitle('My mussel notes on open shores')).toMatchObject([{ id: 'own', score: null }]);
    expect([byId('own')?.id, byId('https://doi.org/10.1000/A')?.id, byId('nobody')]).toEqual(['own', 'own', undefined]);
  });
});
