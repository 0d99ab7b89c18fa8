import { expect, it } from 'vitest';
import { connectEmbedder, embeddingsEdition, embeddingsProblem } from '../../../src/app/embeddings.ts';
import { openLibrary } from '../../../src/library/library.ts';
import { readConfig } from '../../../src/platform/config.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { createEngine } from '../../../src/search/federated/search.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { inWords } from '../../helpers/said.ts';
import { atTheEnd, json, type StandIn, serve } from '../../helpers/sources/stand-ins.ts';
import { tableFolder } from '../embeddings/local/tiny-models.ts';
import { paper } from './shelf.ts';

const SIGNAL = new AbortController().signal;
const KEY = 'emb-3c7a90d1e5f24b68';
const COUNT = 130;

/** An endpoint for which the questions and the last paper mean the same, and nothing else does. */
const answering = () =>
  serve((response, arrival, nth) => {
    const { input } = JSON.parse(arrival.body) as { input: string[] };
    const isMeant = (text: string) => text.startsWith('kelp') || text.endsWith(`number ${COUNT - 1}`);
    const data = input.map((text, index) => ({ index, embedding: isMeant(text) ? [1, 0] : [0, 1] }));
    json({ data })(response, arrival, nth);
  });

const settingsOf = (url: string) => ({
  PAPERQUEUE_EMBEDDINGS_URL: `${url}/v1`,
  PAPERQUEUE_EMBEDDINGS_MODEL: 'small',
  PAPERQUEUE_EMBEDDINGS_KEY: KEY,
});

function searching({ url }: Pick<StandIn, 'url'>, settings: Record<string, string> = settingsOf(url)) {
  const folder = libraryFolder();
  const config = readConfig({
    PAPERQUEUE_DATA_DIR: folder,
    PAPERQUEUE_SOURCES: 'library',
    ...settings,
  });
  const library = openLibrary(folder);
  atTheEnd(library.close);
  // Of equal words, the first ones come first.
  const facts = (at: number) => ({ key: `own:${at}`, title: `Kelp survey, number ${at}`, year: 1900 + at });
  library.add(Array.from({ length: COUNT }, (_, at) => paper(facts(at))));
  const live = {
    search: async () => ({ works: [], outcomes: [], lookUps: [] }),
  } as Partial<LiveSources> as LiveSources;
  const enrich = () => Promise.reject(new Error('not asked for'));
  const engine = createEngine(config, { library, live, enrich, embedder: connectEmbedder(config) });
  const search = (filters: object = {}) => {
    const body = { keywords: ['kelp', 'kelps', 'kelp survey'], enrich: false };
    const request = { operation: 'keywords', body, filters: { limit: 100, ...filters } };
    return engine(request as never, { signal: SIGNAL, scraperKey: undefined });
  };
  return { config, search };
}

it('a paper below the limit by words is first by meaning; the limit and the sort apply afterwards', async () => {
  const { search } = searching(await answering());
  const { papers, notes, sources } = await search();
  expect(papers).toHaveLength(100);
  expect(papers[0]).toMatchObject({ title: `Kelp survey, number ${COUNT - 1}`, score: 1 });
  expect(inWords(notes)).toContain('Ranked by words and by embeddings (small).');
  expect(sources).toMatchObject([{ source: 'library', gave: 100 }]);
  const oldest = await search({ sort: 'year:asc' });
  expect(oldest.papers).toHaveLength(100);
  expect(oldest.papers.map(({ year }) => year).slice(0, 2)).toEqual([1900, 1901]);
  expect(oldest.papers.at(-1)?.year).toBe(1900 + COUNT - 1);
});

it('filters decide before meaning does', async () => {
  const { search } = searching(await answering());
  const { papers } = await search({ year: '1900:1910' });
  expect(papers.map(({ year }) => year).sort()).toEqual(Array.from({ length: 11 }, (_, at) => 1900 + at));
});

it('without the endpoint the search is as if none were configured, but for a note', async () => {
  const endpoint = await answering();
  await endpoint.close();
  const { search, config } = searching(endpoint);
  const { papers, notes } = await search();
  expect(papers[0]?.title).toBe('Kelp survey, number 0');
  expect(papers).toHaveLength(100);
  const { host } = new URL(endpoint.url);
  expect(inWords(notes)).toContain(
    `Ranked by words alone: the endpoint for embeddings (${host}) could not be reached.`,
  );
  expect(await embeddingsProblem(config, SIGNAL)).toEqual({ failure: 'unreachable' });
});

it('a model in a folder ranks, too, and one that is missing is said', async () => {
  const folder = tableFolder(
    [
      [1, 0],
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    'small',
    ['[UNK]', 'survey', 'kelp', String(COUNT - 1)],
  );
  const { search, config } = searching({ url: '' }, { PAPERQUEUE_EMBEDDINGS_MODEL: folder });
  const { notes } = await search();
  expect(inWords(notes)).toContain('Ranked by words and by embeddings (small).');
  expect(await embeddingsProblem(config, SIGNAL)).toBeUndefined();
  const { search: without } = searching({ url: '' }, { PAPERQUEUE_EMBEDDINGS_MODEL: `${folder}-missing` });
  const { papers, notes: said } = await without();
  expect(papers[0]?.title).toBe('Kelp survey, number 0');
  expect(inWords(said).join(' ')).toContain('Ranked by words alone: the model small-missing cannot be used');
  const [edition, other] = [await embeddingsEdition(config), await embeddingsEdition(readConfig({}))];
  expect(edition[0]).toMatch(/^embeddings folder [0-9a-f]{64}$/);
  expect(other).toEqual([]);
});

it('an endpoint that refuses the key, and repeats it, is named without it', async () => {
  const refusing = await serve(json({ error: { message: `wrong key ${KEY}` } }, 401));
  const { search, config } = searching(refusing);
  const found = await search();
  expect(inWords(found.notes).join(' ')).toContain('does not accept the key');
  expect(JSON.stringify(found)).not.toContain(KEY);
  expect(await embeddingsProblem(config, SIGNAL)).toEqual({ failure: 'key refused' });
});

it('an endpoint that gives vectors has no problem, nor has none at all', async () => {
  const { config } = searching(await answering());
  expect(await embeddingsProblem(config, SIGNAL)).toBeUndefined();
  expect(await embeddingsProblem(readConfig({}), SIGNAL)).toBeUndefined();
});
