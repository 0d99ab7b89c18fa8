import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitationOutcome, CitationSearch, KnownWork } from '../../../src/jobs/ports/citations.ts';
import { citationIndexes } from '../../../src/search/federated/citations/citation-indexes.ts';
import { compareIndexes, estimateAll, isStable } from '../../../src/search/federated/citations/recall.ts';
import { searchCitations } from '../../../src/search/federated/citations/search-citations.ts';
import { source as openAlex } from '../../../src/search/sources/openalex/index.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import { source as semanticScholar } from '../../../src/search/sources/semanticscholar/index.ts';
import type { NoteOf } from '../../../src/wording/notes.ts';
import { askedTwice, doiOf, type Node, serveWorld, type World } from '../../helpers/sources/citation-world.ts';
import { contextOf } from '../../helpers/sources/stand-ins.ts';
import { openStore } from '../../jobs/store/stores.ts';

/** Citation searches against stand-ins of two indexes over one graph. */

/** 1 and 2 cite 3 to 6; 10 to 19 cite 1; 20 cites 10; 5 cites 30; 30 has no list. */
const GRAPH: Node[] = [
  { number: 1, cites: [3, 4, 5] },
  { number: 2, cites: [5, 6], absent: ['semanticscholar'] },
  ...[3, 4, 6].map((number) => ({ number, cites: [] })),
  { number: 5, cites: [30] },
  ...Array.from({ length: 10 }, (_, place): Node => ({ number: 10 + place, cites: [1] })),
  { number: 20, cites: [10] },
  { number: 30, cites: [1], hasNoList: true },
];

function known(number: number): KnownWork {
  return {
    label: `J1-${number}`,
    paper: { key: doiOf(number), title: '', authors: [], fieldsOfStudy: [], downloadable: false, doi: doiOf(number) },
  };
}

function indexesOf(world: World): SourceWithSettings[] {
  const calm = (source: typeof openAlex) => ({
    ...source,
    paceMs: 0,
    ...(source.lookUp && { lookUp: { ...source.lookUp, paceMs: 0 } }),
    ...(source.citations && { citations: { ...source.citations, paceMs: 0 } }),
  });
  return [
    { source: calm(openAlex), settings: { baseUrl: world.openalex.url } },
    { source: calm(semanticScholar), settings: { baseUrl: world.semanticscholar.url } },
  ];
}

const SEARCH: CitationSearch = {
  seeds: [known(1), known(2)],
  known: [],
  directions: ['backward', 'forward'],
  rounds: 1,
  via: ['openalex', 'semanticscholar'],
  stop: { requests: 1_000 },
  followsFound: true,
};

function follow(
  world: World,
  search: Partial<CitationSearch> = {},
  { store = openStore(), budgetMs = 20_000 } = {},
): Promise<CitationOutcome> {
  const asked = { signal: new AbortController().signal, budgetMs };
  return searchCitations(indexesOf(world), { ...SEARCH, ...search }, store.citations, asked, contextOf());
}

const numbersOf = ({ papers }: CitationOutcome) =>
  papers.map(({ doi }) => Number(doi?.split('.').at(-1))).sort((a, b) => a - b);
const countOf = ({ openalex, semanticscholar }: World) => openalex.arrivals.length + semanticscholar.arrivals.length;

function noteOf<Kind extends NoteOf<never>['kind'] | string>(outcome: CitationOutcome, kind: Kind) {
  return outcome.notes.find((note) => note.kind === kind);
}

describe('a citation search', () => {
  it('finds what one round leads to, both ways, and says how each paper was found', async () => {
    const world = await serveWorld(GRAPH);
    const outcome = await follow(world);
    expect(numbersOf(outcome)).toEqual([3, 4, 5, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    const shared = outcome.papers.find(({ doi }) => doi === doiOf(5));
    expect(shared?.search?.ledBy).toHaveLength(3);
    expect(shared?.search?.ledBy).toEqual(
      expect.arrayContaining([
        { from: 'J1-1', direction: 'backward', index: 'openalex', round: 1 },
        { from: 'J1-2', direction: 'backward', index: 'openalex', round: 1 },
        { from: 'J1-1', direction: 'backward', index: 'semanticscholar', round: 1 },
      ]),
    );
    // The paper that most seeds lead to comes first.
    expect(outcome.papers[0]?.doi).toBe(doiOf(5));
    expect(outcome.ended).toBe('rounds');
    const { flow } = outcome;
    const removed = Object.values(flow.duplicates).reduce((sum, count) => sum + count, 0);
    expect(flow.identified - removed).toBe(flow.returned);
    expect(outcome.sources.reduce((sum, { gave }) => sum + gave, 0)).toBe(flow.identified);
  });

  it('goes on with what it found until nothing is left, counts known works, and names where it is blind', async () => {
    const world = await serveWorld(GRAPH);
    const outcome = await follow(world, { rounds: 5, known: [known(12)] });
    expect(outcome.ended).toBe('exhausted');
    expect(numbersOf(outcome)).toEqual([3, 4, 5, 6, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 30]);
    const round = (number: number) =>
      Math.min(...(outcome.papers.find(({ doi }) => doi === doiOf(number))?.search?.ledBy ?? []).map((l) => l.round));
    expect([round(3), round(20), round(30)]).toEqual([1, 2, 2]);
    // 12 was known, and the seeds came back: 1 is cited by what it led to.
    expect(noteOf(outcome, 'citations-followed')).toMatchObject({ seeds: 2, known: 3, ended: 'exhausted' });
    expect(noteOf(outcome, 'citations-blind')).toMatchObject({ works: 4, of: 18 });
  });

  it('does not count a seed that no index could be asked about as followed', async () => {
    const world = await serveWorld(GRAPH);
    const { doi: _, ...paper } = known(99).paper;
    const outcome = await follow(world, { seeds: [known(1), { label: 'J1-99', paper }] });
    expect(noteOf(outcome, 'citations-followed')).toMatchObject({ seeds: 1, of: 2, progress: { followed: 1 } });
    expect(noteOf(outcome, 'citations-unasked')).toMatchObject({ works: 1, named: ['J1-99'] });
    const whole = await follow(world, { seeds: [known(1)] });
    expect(noteOf(whole, 'citations-followed')).toMatchObject({ seeds: 1, progress: { followed: 1 } });
    expect(noteOf(whole, 'citations-followed')).not.toHaveProperty('of');
  });

  it('expands only seeds where it is told so', async () => {
    const world = await serveWorld(GRAPH);
    const outcome = await follow(world, { rounds: 5, followsFound: false });
    expect(outcome.ended).toBe('exhausted');
    expect(numbersOf(outcome)).not.toContain(20);
  });

  it('asks for many works at once, and nothing twice', async () => {
    const world = await serveWorld(GRAPH);
    const store = openStore();
    const first = await follow(world, { rounds: 3 }, { store });
    const requests = countOf(world);
    // 17 works both ways at two indexes, one of which looks reference lists up.
    expect(requests).toBeLessThan(25);
    expect(askedTwice(world)).toEqual([]);
    expect(first.progress.requests).toBeLessThanOrEqual(requests);
    const second = await follow(world, { rounds: 3 }, { store });
    expect(numbersOf(second)).toEqual(numbersOf(first));
    expect(second.papers).toEqual(first.papers);
    expect(countOf(world)).toBe(requests);
  });

  it('ends at its requests, and goes on from there with more', async () => {
    const world = await serveWorld(GRAPH);
    const store = openStore();
    const short = await follow(world, { rounds: 3, stop: { requests: 4 } }, { store });
    expect(short.ended).toBe('requests');
    const soFar = countOf(world);
    expect(soFar).toBeLessThanOrEqual(6);
    const whole = await follow(world, { rounds: 3 }, { store });
    const alone = await follow(await serveWorld(GRAPH), { rounds: 3 });
    expect(numbersOf(whole)).toEqual(numbersOf(alone));
    expect(askedTwice(world)).toEqual([]);
  });

  it('goes on without an index that fails, says so, and is partial; a later call asks that index again', async () => {
    let isDown = true;
    const world = await serveWorld(GRAPH, (index, _nth, end) => {
      if (index !== 'semanticscholar' || !isDown) return false;
      end(403);
      return true;
    });
    const store = openStore();
    const partial = await follow(world, {}, { store });
    expect(partial).toMatchObject({ ended: 'rounds', isPartial: true });
    expect(noteOf(partial, 'sources-failed')).toMatchObject({ sources: [{ title: 'Semantic Scholar' }] });
    expect(noteOf(partial, 'citations-one-index')).toMatchObject({ titles: ['OpenAlex'] });
    const openAlexAsked = world.openalex.arrivals.length;
    isDown = false;
    const whole = await follow(world, {}, { store });
    expect(whole.isPartial).toBe(false);
    expect(world.openalex.arrivals).toHaveLength(openAlexAsked);
  });

  it('is unfinished when the time is over, and finds the same in several calls as in one', async () => {
    const world = await serveWorld(GRAPH);
    const store = openStore();
    expect(await follow(world, { rounds: 3 }, { store, budgetMs: 400 })).toMatchObject({
      ended: undefined,
      papers: [],
    });
    const whole = await follow(world, { rounds: 3 }, { store });
    expect(askedTwice(world)).toEqual([]);
    expect(numbersOf(whole)).toEqual(numbersOf(await follow(await serveWorld(GRAPH), { rounds: 3 })));
  });
});

describe('the plan of a search', () => {
  it('counts what is still to be asked, by each index, and sends nothing', async () => {
    const world = await serveWorld(GRAPH);
    const store = openStore();
    const context = contextOf();
    const live = {
      use: async (_: unknown, work: (all: unknown, context: unknown) => unknown) => work(indexesOf(world), context),
    };
    const indexes = citationIndexes(['openalex', 'semanticscholar'], async () => live as never);
    const plan = () => indexes.plan(SEARCH, store.citations, { signal: new AbortController().signal });
    expect(await plan()).toMatchObject([
      // One look-up of two papers, then one request at least each way.
      { kind: 'citations-planned', title: 'OpenAlex', works: 2, requests: 3, isAtLeast: true },
      { title: 'Semantic Scholar', works: 2, requests: 4, isAtLeast: true },
    ]);
    expect(countOf(world)).toBe(0);
    await follow(world, {}, { store });
    const asked = countOf(world);
    expect(await plan()).toMatchObject([
      { works: 0, requests: 0 },
      { works: 0, requests: 0 },
    ]);
    expect(countOf(world)).toBe(asked);
  });
});

describe('the estimate of recall', () => {
  it('is Chapman over two captures, and none below three shared', () => {
    expect(estimateAll(10, 8, 2)).toBeUndefined();
    // 11 * 9 / 5 - 1, by hand.
    expect(estimateAll(10, 8, 4)).toBeCloseTo(18.8);
    expect(estimateAll(7, 7, 7)).toBe(7);
  });

  it('is never below what was found', () => {
    const counts = fc.record({ one: fc.nat(500), other: fc.nat(500), both: fc.integer({ min: 3, max: 500 }) });
    fc.assert(
      fc.property(counts, ({ one, other, both }) => {
        const [a, b] = [one + both, other + both];
        expect(estimateAll(a, b, both) ?? 0).toBeGreaterThanOrEqual(one + other + both - 1e-9);
      }),
    );
  });

  it('is stable after three that differ by at most 5 %', () => {
    expect(isStable([100, 105, 100])).toBe(true);
    expect(isStable([100, 106, 106])).toBe(false);
    expect(isStable([100, 100])).toBe(false);
    expect(isStable([undefined, 100, 100])).toBe(false);
    expect(isStable([7, 100, 100, 100])).toBe(true);
  });

  it('compares the two indexes that share most', () => {
    const pair = (one: string, other: string, first: number[], second: number[]) => ({
      indexes: [one, other] as [string, string],
      first: new Set(first),
      second: new Set(second),
    });
    const estimate = compareIndexes([pair('a', 'b', [1], [1, 2]), pair('a', 'c', [1, 2, 3, 4], [1, 2, 3])], []);
    expect(estimate).toEqual({ indexes: ['a', 'c'], first: 4, second: 3, both: 3, all: 4, share: 1, isStable: false });
    expect(compareIndexes([], [])).toBeUndefined();
  });
});
