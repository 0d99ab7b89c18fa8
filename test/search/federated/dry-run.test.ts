import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { createDryRun } from '../../../src/search/federated/count-dry-run.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { source as pubMed } from '../../../src/search/sources/pubmed/index.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import { asking, contextOf, json, type StandIn, serve } from '../../helpers/sources/stand-ins.ts';
import { openShelf, paper } from './shelf.ts';

const SIGNAL = new AbortController().signal;
const KEYWORDS = ['mussel', 'shore', 'raft'];
const REQUEST: JobRequest = { operation: 'keywordSearch', body: { keywords: KEYWORDS }, filters: { limit: 100 } };

/** How many results a source has for the words that it is asked for. */
const HITS: Record<string, number> = { 'mussel shore raft': 412, mussel: 9_000, shore: 70, raft: 3 };

/** A source that knows these counts, and says which questions it got. */
async function counting(hits = HITS): Promise<StandIn & { questions: () => (string | null)[] }> {
  const wordsOf = (url: string) => new URL(url, 'http://x').searchParams.get('q');
  const standIn = await serve((response, arrival, nth) => {
    const total = hits[wordsOf(arrival.url) ?? ''];
    if (total === undefined) return json({ failure: 'refused' })(response, arrival, nth);
    json({ items: [{ title: 'One of many' }], total })(response, arrival, nth);
  });
  return { ...standIn, questions: () => standIn.arrivals.map(({ url }) => wordsOf(url)) };
}

function dryRun(sources: SourceWithSettings[], withLibrary = true, request = REQUEST) {
  const shelf = openShelf();
  shelf.add([paper({ key: 'own', title: 'A raft of mussels' }), paper({ key: 'b', title: 'Dunes' })]);
  const use: LiveSources['use'] = (_asking, work) => work(sources, contextOf());
  const live = { use } as LiveSources;
  const parts = { library: async () => shelf.library, live: async () => live, withLibrary };
  return createDryRun(parts)(request, { signal: SIGNAL, budgetMs: 5_000 });
}

describe('a search that is tried out', () => {
  it('says how each source would be asked, how much it has, and what each keyword has alone', async () => {
    const source = await counting();
    const { sources } = await dryRun([asking(source.url, { name: 'openalex' })]);
    expect(sources).toEqual([
      { source: 'library', hits: 1, keywords: { mussel: 1, shore: 0, raft: 1 } },
      {
        source: 'openalex',
        query: `${source.url}/search?q=mussel%20shore%20raft`,
        hits: 412,
        keywords: { mussel: 9_000, shore: 70, raft: 3 },
      },
    ]);
    expect(source.questions()).toEqual(['mussel shore raft', ...KEYWORDS]);
  });

  it('gives what came before a failure, and says why the rest is missing', async () => {
    const { 'mussel shore raft': all, mussel } = HITS;
    const source = await counting({ 'mussel shore raft': all as number, mussel: mussel as number });
    const { sources } = await dryRun([asking(source.url, { name: 'crossref' })], false);
    expect(sources).toMatchObject([
      {
        source: 'crossref',
        hits: 412,
        keywords: { mussel: 9_000 },
        notes: [{ kind: 'trial', why: { failure: 'refused' }, changes: [] }],
      },
    ]);
  });

  it('says why a source would not be asked, and asks it nothing', async () => {
    const source = await counting();
    const unable = asking(source.url, { name: 'arxiv', cannotAnswer: () => 'no-quartiles' });
    const { sources } = await dryRun([unable], false);
    expect(sources).toEqual([
      { source: 'arxiv', notes: [{ kind: 'trial', why: { failure: 'skipped', detail: 'no-quartiles' }, changes: [] }] },
    ]);
    expect(source.arrivals).toEqual([]);
  });

  it('counts a strategy and each of its concepts, and says what the source could not be asked', async () => {
    const source = await counting({ 'mussel shore': 4, mussel: 9, shore: 70 });
    const translate = () => ({ query: 'x', changes: [{ without: '"shore"[ti]' }], isWider: true });
    const strategy = 'mussel AND shore[ti]';
    const request: JobRequest = { operation: 'combinedSearch', body: { strategy }, filters: { limit: 100 } };
    const { sources } = await dryRun([asking(source.url, { name: 'openalex', translate })], false, request);
    expect(sources).toMatchObject([
      {
        hits: 4,
        keywords: { '"mussel"[tiab]': 9, '"shore"[ti]': 70 },
        notes: [{ kind: 'trial', changes: [{ without: '"shore"[ti]' }] }],
      },
    ]);
  });

  it('says how PubMed read the words', async () => {
    const esearchresult = { count: '7', idlist: [], querytranslation: '"mytilidae"[MeSH Terms] OR mussel[tiab]' };
    const { url } = await serve(json({ header: { type: 'esearch' }, esearchresult }));
    const { sources } = await dryRun([{ source: pubMed, settings: { baseUrl: url } }], false, {
      operation: 'combinedSearch',
      body: { strategy: 'mussel' },
      filters: { limit: 100 },
    });
    expect(sources).toMatchObject([{ hits: 7, translated: '"mytilidae"[MeSH Terms] OR mussel[tiab]' }]);
  });
});
