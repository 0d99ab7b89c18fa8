import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runCommand } from '../helpers/run-command.ts';
import { sourceUrls } from '../helpers/sources/answering-sources.ts';
import { KEYWORDS, OWN, SHARED_TITLE } from '../helpers/sources/shelf.ts';
import {
  importPapers,
  Session,
  type Sources,
  settingsOf,
  startSources,
  stopSources,
  titled,
} from '../helpers/sources/world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * PAPERQUEUE_SOURCES=library opens no socket: proved in a process where every way to a network writes itself down and
 * fails.
 */

const PRELOAD = new URL('../helpers/sources/no-network.mjs', import.meta.url);
const QUERY = 'How do zibbet lanterns change what the quorrel of tidal pools eat over three winters?';

let sources: Sources;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => stopSources(sources));

/** Settings of a process without a network, and what it tried to reach until now. */
function watched(settings: Record<string, string>) {
  const log = join(temporaryFolder(), 'network.log');
  expect(existsSync(fileURLToPath(PRELOAD))).toBe(true);
  return {
    settings: { ...settings, NODE_OPTIONS: `--import=${PRELOAD.href}`, PAPERQUEUE_TEST_NETWORK_LOG: log },
    /** The first line says that the process was watched at all. */
    tried: () => {
      const [first, ...tries] = readFileSync(log, 'utf8').trim().split('\n');
      expect(first).toBe('loaded');
      return tries;
    },
  };
}

describe('a process that may ask the library alone', () => {
  it('reaches for no network: searching, enriching, related papers, with keys and addresses set', async () => {
    const dataDir = libraryFolder();
    const live = settingsOf(sources, dataDir);
    // A paper that sources know of and have not told everything: what enrichment would ask about.
    await importPapers(live, [OWN]);
    const { settings, tried } = watched({
      ...live,
      PAPERQUEUE_SOURCES: 'library',
      PAPERQUEUE_OPENALEX_KEY: 'unused-openalex-key',
      PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: 'unused-s2-key',
      PAPERQUEUE_CONTACT_EMAIL: 'reader@lab.example',
    });
    const session = await Session.openBuilt(settings);
    const plain = await session.search(KEYWORDS);
    expect(plain.notes).toEqual([
      expect.stringContaining('local library'),
      'Not searched: OpenAlex, Crossref, Europe PMC, arXiv, Semantic Scholar.',
    ]);
    const enriched = await session.search(KEYWORDS, { enrich: true });
    const byQuery = await session.call('query_search', { query: QUERY });
    const both = await session.call('combined_search', { keywords: KEYWORDS, query: QUERY, quartileRanking: ['Q1'] });
    for (const { isError } of [plain, enriched, byQuery, both]) expect(isError).toBe(false);
    const { ref } = titled(plain.papers, OWN.title);
    for (const relation of ['references', 'citations']) {
      const related = await session.call('related_papers', { ref, relation });
      expect(related.error?.code).toBe('NOT_CONFIGURED');
    }
    expect(titled(enriched.papers, OWN.title).doi).toBe(OWN.doi);
    await session.end();
    expect(tried()).toEqual([]);
    for (const { asked } of Object.values(sources)) expect(asked).toEqual([]);
    expect(existsSync(join(dataDir, 'sources.sqlite'))).toBe(false);
  });

  it('reaches for none from the command line either', async () => {
    const { settings, tried } = watched({ ...settingsOf(sources), PAPERQUEUE_SOURCES: 'library' });
    const words = KEYWORDS.flatMap((word) => ['-k', word]);
    const { code, stderr } = await runCommand(['search', ...words, '--enrich'], settings);
    expect([0, 1], stderr).toContain(code);
    expect(tried()).toEqual([]);
  });
});

describe.concurrent('the watch itself', () => {
  it.each(['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'] as const)(
    'notices a search that asks %s, though on loopback',
    async (name) => {
      const { settings, tried } = watched({ ...settingsOf(sources), PAPERQUEUE_SOURCES: `library,${name}` });
      const session = await Session.openBuilt(settings);
      const { error } = await session.search(KEYWORDS);
      expect(error).toMatchObject({ code: 'JOB_FAILED', charged: 'no' });
      await session.end();
      expect(tried().length).toBeGreaterThan(0);
      expect(sources[name].asked).toEqual([]);
    },
  );

  it('notices a source under a name', async () => {
    const { settings, tried } = watched({
      ...settingsOf(sources),
      PAPERQUEUE_SOURCES: 'library,crossref',
      PAPERQUEUE_SOURCE_URLS: sourceUrls({ crossref: 'https://nowhere.invalid' }),
    });
    const session = await Session.openBuilt(settings);
    await session.search(KEYWORDS);
    await session.end();
    expect(tried().length).toBeGreaterThan(0);
  });
});

describe('the watch over enrichment', () => {
  it('notices it, where the search before it needs no network', async () => {
    const live = { ...settingsOf(sources), PAPERQUEUE_SOURCES: 'library,crossref', PAPERQUEUE_REUSE_MINUTES: '0' };
    await importPapers(live, [OWN]);
    const unwatched = await Session.open(live);
    await unwatched.search(KEYWORDS);
    await unwatched.end();
    const asked = sources.crossref.asked.length;
    expect(asked).toBeGreaterThan(0);
    const { settings, tried } = watched(live);
    const session = await Session.openBuilt(settings);
    // The answer to the search is kept from before, so that only looking up is left to be noticed.
    expect((await session.search(KEYWORDS)).notes.join(' ')).toMatch(/Crossref gave \d.* \(stored /);
    expect(tried()).toEqual([]);
    const { isError } = await session.search(KEYWORDS, { enrich: true });
    await session.end();
    expect(isError).toBe(false);
    expect(tried().length).toBeGreaterThan(0);
    expect(sources.crossref.asked).toHaveLength(asked);
  });
});

describe('enrichment', () => {
  it('asks its sources under the addresses that the user set, and nobody else', async () => {
    const live = { ...settingsOf(sources), PAPERQUEUE_SOURCES: 'library,openalex' };
    await importPapers(live, [
      { title: SHARED_TITLE, authors: ['Cleo Fiction'], year: 2021, doi: '10.5555/zibbet.shared' },
    ]);
    const before = sources.openalex.asked.length;
    sources.openalex.holdings = { works: [] };
    const session = await Session.open(live);
    const { notes } = await session.search(KEYWORDS, { enrich: true });
    await session.end();
    const lookUps = sources.openalex.asked.slice(before).filter(({ url }) => url.includes('filter=doi'));
    expect(lookUps.map(({ url }) => decodeURIComponent(url))).toEqual([
      expect.stringContaining('10.5555/zibbet.shared'),
    ]);
    expect(notes.join(' ')).toContain('OpenAlex');
  });
});
