import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_SOURCES } from '../../src/contract/source-facts.ts';
import type { SourceName } from '../../src/contract/source-names.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { OPENALEX_KEY, SEMANTIC_SCHOLAR_KEY } from '../helpers/secrets.ts';
import type { Asked, Mood } from '../helpers/sources/answering-sources.ts';
import { KEYWORDS, SHARED_TITLE } from '../helpers/sources/shelf.ts';
import { Session, type Sources, settingsOf, startSources, stopSources, titled } from '../helpers/sources/world.ts';

/**
 * The keys of OpenAlex and Semantic Scholar go to whom they are for, as a header, and nowhere else. Every output of
 * these processes is also looked through when the whole run is over: test/helpers/secrets.ts.
 */

const KEYS = [OPENALEX_KEY, SEMANTIC_SCHOLAR_KEY];
/** With the header in which each source gets its key. */
const KEYED = { openalex: `Bearer ${OPENALEX_KEY}`, semanticscholar: SEMANTIC_SCHOLAR_KEY } as const;
type Keyed = keyof typeof KEYED;
const HEADERS: Record<Keyed, string> = { openalex: 'authorization', semanticscholar: 'x-api-key' };

let sources: Sources;
let dataDir: string;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => stopSources(sources));
beforeEach(() => {
  dataDir = libraryFolder();
  for (const name of USUAL_SOURCES) {
    sources[name].mood = undefined;
    sources[name].asked.length = 0;
  }
});

const settings = (names = USUAL_SOURCES.join(',')) => ({
  ...settingsOf(sources, dataDir),
  PAPERQUEUE_SOURCES: `library,${names}`,
  PAPERQUEUE_OPENALEX_KEY: OPENALEX_KEY,
  PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: SEMANTIC_SCHOLAR_KEY,
});

const holdsKey = (text: string | Buffer) => KEYS.filter((key) => text.includes(key));
const keyOf = ({ headers }: Asked, name: Keyed) => headers[HEADERS[name]];

function expectNoKeyInFiles(): void {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
  const read = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file));
  expect(read.length).toBeGreaterThan(2);
  expect(read.flatMap(holdsKey)).toEqual([]);
}

/** What the process said, on both its streams. */
function expectNoKeyInOutput({ server }: Session): void {
  const said = JSON.stringify(server.messages) + server.stderr;
  expect(said).toMatch(/openalex|semantic ?scholar/i);
  expect(holdsKey(said)).toEqual([]);
}

describe('keys of sources', () => {
  it('go as headers to the two that they are for: in searches, related papers and enrichment', async () => {
    const session = await Session.openBuilt(settings());
    const found = await session.search(KEYWORDS);
    expect(found.notes.join(' ')).toMatch(/OpenAlex gave 3; .*; Semantic Scholar gave 1\./);
    const { ref } = titled(found.papers, SHARED_TITLE);
    await session.call('related_papers', { ref, relation: 'references' });
    await session.search([...KEYWORDS, 'mussels'], { enrich: true });
    for (const format of ['receipt', 'receipt-json', 'jsonl', 'bibtex']) {
      const exported = await session.call('export_papers', { jobId: 'all', format });
      expect(exported.isError).toBe(false);
    }
    await session.end();
    expectNoKeyInOutput(session);
    expectNoKeyInFiles();
    for (const name of USUAL_SOURCES) {
      const { asked } = sources[name];
      expect(asked.length).toBeGreaterThan(0);
      for (const each of asked) {
        expect(holdsKey(decodeURIComponent(each.url) + each.body)).toEqual([]);
        if (name in KEYED) expect(keyOf(each, name as Keyed)).toBe(KEYED[name as Keyed]);
        const own = name in KEYED ? HEADERS[name as Keyed] : '';
        const others = Object.entries(each.headers).filter(([header]) => header !== own);
        expect(holdsKey(JSON.stringify(others))).toEqual([]);
      }
    }
  });

  it('are not shown by the command line, with --json and when it fails', async () => {
    const words = KEYWORDS.flatMap((word) => ['-k', word]);
    const good = await runHere(['search', ...words, '--json'], settings('openalex,semanticscholar'));
    expect(good.code, good.stderr).toBe(0);
    sources.openalex.mood = (response) => response.destroy();
    const bad = await runHere(['search', ...words, '--fresh', '--json', '--year', '2020'], settings('openalex'));
    for (const { stdout, stderr } of [good, bad]) expect(holdsKey(stdout + stderr)).toEqual([]);
    expectNoKeyInFiles();
  });
});

/** A source that is so careless as to repeat the key that it got, in its answer's headers and body. */
const repeating =
  (name: Keyed, code: number, bodyOf: (key: string) => object): Mood =>
  (response, asked) => {
    const key = String(keyOf(asked, name) ?? 'none').replace('Bearer ', '');
    response.writeHead(code, { 'content-type': 'application/json', 'x-your-key': key });
    response.end(JSON.stringify(bodyOf(key)));
  };

describe.each<{ name: SourceName & Keyed; title: string; refusal: number }>([
  { name: 'openalex', title: 'OpenAlex', refusal: 401 },
  { name: 'semanticscholar', title: 'Semantic Scholar', refusal: 403 },
])('a key that $title', ({ name, title, refusal }) => {
  it('refuses by repeating it is kept to ourselves; it is asked once more without', async () => {
    const source = sources[name];
    source.mood = (response, asked) => {
      if (keyOf(asked, name))
        return repeating(name, refusal, (key) => ({ error: `no such key: ${key}`, message: key }))(response, asked);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ meta: { count: 0 }, results: [], total: 0, data: [], zibbet: true }));
    };
    const session = await Session.open(settings(`crossref,${name}`));
    const found = await session.search(KEYWORDS);
    await session.end();
    expect(found.notes.join(' ')).toContain(`${title} does not accept the key`);
    expect(source.asked.map((asked) => keyOf(asked, name) !== undefined)).toEqual([true, false]);
    expectNoKeyInOutput(session);
    expectNoKeyInFiles();
  });

  it('repeats in a good answer is kept in no file', async () => {
    const records = name === 'openalex' ? { results: [] } : { data: [] };
    sources[name].mood = repeating(name, 200, (key) => ({
      meta: { count: 0, url: `https://example.org/works?api_key=${key}` },
      total: 0,
      ...records,
      request: { key },
    }));
    const session = await Session.open(settings(`crossref,${name}`));
    await session.search(KEYWORDS);
    await session.end();
    expectNoKeyInOutput(session);
    expectNoKeyInFiles();
  });

  it('repeats in the words of a broken answer is in no log and no message', async () => {
    sources[name].mood = repeating(name, 400, (key) => ({ error: key, message: `bad request of ${key}` }));
    const session = await Session.open(settings(name));
    const { error } = await session.search(KEYWORDS);
    await session.end();
    expect(error?.message).toContain(`${title} refused the request`);
    expectNoKeyInOutput(session);
    expectNoKeyInFiles();
  });
});
