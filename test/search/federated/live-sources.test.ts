import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { NO_RANK } from '../../../src/papers/works/found-work.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { connectLiveSources, type LiveSources } from '../../../src/search/federated/live-sources.ts';
import { persistResults, withSourceDates } from '../../../src/search/federated/persist-results.ts';
import { failureNotes, outcomeNotes, reportSources } from '../../../src/search/federated/source-reports.ts';
import type { SourceOutcome } from '../../../src/search/sources/runner.ts';
import { PLAIN_WORDING } from '../../../src/wording/sentences/plain.ts';
import { json, serve } from '../../helpers/sources/stand-ins.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { work } from './found-works.ts';
import { openShelf, paper } from './shelf.ts';

const open: LiveSources[] = [];
afterEach(async () => {
  for (const live of open.splice(0)) await live.close();
});

function connect(environment: Record<string, string>) {
  const dataDir = temporaryFolder();
  const live = connectLiveSources(readConfig({ PAPERQUEUE_DATA_DIR: dataDir, ...environment }));
  open.push(live);
  return { live, dataDir };
}

const SIGNAL = new AbortController().signal;
const REQUEST: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['mussel', 'shore', 'raft'] },
  filters: { limit: 100 },
};
const STATISTICS = () => ({ papers: 0, documentFrequency: () => 0 });

describe('the live sources of a configuration', () => {
  it.each([
    ['the default', {}, ['openalex', 'crossref', 'europepmc', 'arxiv']],
    [
      'a key',
      { PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: 'k' },
      ['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'],
    ],
    ['a list', { PAPERQUEUE_SOURCES: 'arxiv,library,openalex' }, ['openalex', 'arxiv']],
    ['the library alone', { PAPERQUEUE_SOURCES: 'library' }, []],
  ])('are those of %s', (_what, environment, names) => {
    expect(connect(environment).live.names).toEqual(names);
  });

  it('are none where only the library is: nothing is opened by a search', async () => {
    const { live, dataDir } = connect({ PAPERQUEUE_SOURCES: 'library' });
    const nothing = { works: [], outcomes: [], lookUps: [] };
    expect(await live.search(parseQuery(REQUEST), STATISTICS, { signal: SIGNAL })).toEqual(nothing);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('are asked at the addresses and with the keys that were set for them, and for nobody else', async () => {
    const answer = json({ results: [], data: [], total: 0 });
    const [openAlex, scholar] = [await serve(answer), await serve(answer)];
    const { live, dataDir } = connect({
      PAPERQUEUE_SOURCES: 'openalex,semanticscholar',
      PAPERQUEUE_SOURCE_URLS: `openalex=${openAlex.url},semanticscholar=${scholar.url}`,
      PAPERQUEUE_OPENALEX_KEY: 'key-of-openalex',
      PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: 'key-of-scholar',
      PAPERQUEUE_CONTACT_EMAIL: 'someone@example.org',
    });
    expect(existsSync(join(dataDir, 'sources.sqlite'))).toBe(false);
    const { outcomes } = await live.search(parseQuery(REQUEST), STATISTICS, { signal: SIGNAL });
    expect(outcomes.map(({ source, failure }) => [source, failure])).toEqual([
      ['openalex', undefined],
      ['semanticscholar', undefined],
    ]);
    const sent = [openAlex, scholar].map(({ arrivals }) => JSON.stringify(arrivals));
    expect(sent.map((text) => [text.includes('key-of-openalex'), text.includes('key-of-scholar')])).toEqual([
      [true, false],
      [false, true],
    ]);
    for (const text of sent) expect(text).toContain('mailto:someone@example.org');
    expect(existsSync(join(dataDir, 'sources.sqlite'))).toBe(true);
  });

  it('stop asking when the caller does', async () => {
    const caller = new AbortController();
    // Never answered: it ends because the caller does.
    const { url } = await serve(() => caller.abort());
    const { live } = connect({ PAPERQUEUE_SOURCES: 'openalex', PAPERQUEUE_SOURCE_URLS: `openalex=${url}` });
    const { works, outcomes } = await live.search(parseQuery(REQUEST), STATISTICS, { signal: caller.signal });
    expect(works).toEqual([]);
    expect(outcomes).toMatchObject([{ failure: 'skipped', requests: 1 }]);
  });
});

describe('what came of asking', () => {
  const of = (facts: Partial<SourceOutcome>): SourceOutcome => ({
    source: 'openalex',
    records: [],
    requests: 1,
    fromCache: 0,
    ...facts,
  });
  const TWO = [{}, {}];

  it('is told as data', () => {
    const outcomes = [
      of({ records: TWO, total: 412 }),
      of({ source: 'crossref', records: TWO, failure: 'too slow' }),
      of({ source: 'arxiv', failure: 'skipped', detail: 'no-quartiles' }),
      of({ source: 'europepmc', total: 0 }),
    ];
    expect(reportSources(outcomes)).toEqual([
      { source: 'openalex', title: 'OpenAlex', gave: 2, total: 412 },
      { source: 'crossref', title: 'Crossref', gave: 2, failed: { failure: 'too slow' } },
      { source: 'arxiv', title: 'arXiv', gave: 0, failed: { failure: 'skipped', detail: 'no-quartiles' } },
      { source: 'europepmc', title: 'Europe PMC', gave: 0, total: 0 },
    ]);
  });

  it('is told in one sentence, by the names that people know', () => {
    const outcomes = [of({ records: TWO, total: 412 }), of({ source: 'europepmc', failure: 'unreachable' })];
    expect(PLAIN_WORDING.notes(outcomeNotes(outcomes))).toEqual(['OpenAlex gave 2 of 412.']);
    expect(PLAIN_WORDING.notes(failureNotes(outcomes))).toEqual([
      'Sources that failed: Europe PMC could not be reached.',
    ]);
  });

  it('is dated by the oldest answer of who told it, or by today', () => {
    const dayOf = (outcomes: SourceOutcome[], lookUps: SourceOutcome[] = [], rank = 1) => {
      const merged = {
        record: paper({ key: 'a' }),
        findings: [{ source: 'openalex' as const, rank }],
        fieldSources: { title: 'openalex' as const },
      };
      return withSourceDates({ works: [merged], outcomes, lookUps })[0]?.record.provenance?.title?.on;
    };
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    expect([before, today()]).toContain(dayOf([of({})]));
    const [later, earlier] = [Date.UTC(2026, 0, 5, 23, 59), Date.UTC(2026, 0, 4, 0, 1)];
    const others = of({ source: 'crossref', cachedAt: Date.UTC(2025, 0, 1) });
    expect(dayOf([others, of({ cachedAt: later })], [of({ cachedAt: earlier })])).toBe('2026-01-05');
    // What a source was only asked to complete is as old as that look-up.
    expect(dayOf([others, of({ cachedAt: later })], [of({ cachedAt: earlier })], NO_RANK)).toBe('2026-01-04');
    // A clock that was put back must not date anything in the future.
    expect([before, today()]).toContain(dayOf([of({ cachedAt: Date.now() + 9e9 })]));
  });
});

describe('keeping what was found', () => {
  it('of nothing touches nothing', async () => {
    const { library } = openShelf();
    const broken = { ...library, persistResults: () => expect.unreachable() };
    expect(await persistResults(broken, [])).toEqual([]);
  });

  it('says nothing where it goes well', async () => {
    const shelf = openShelf();
    expect(await persistResults(shelf.library, [work({ openalex: 1 }, { key: 'a', title: 'Mussel beds' })])).toEqual(
      [],
    );
    expect([...shelf.records()].filter(({ foundIn }) => foundIn)).toMatchObject([{ title: 'Mussel beds' }]);
  });
});
