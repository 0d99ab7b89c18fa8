import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { findPassages } from '../../../src/reading/sources/source-passages.ts';
import { createTextWeb } from '../../../src/reading/sources/text-web.ts';
import { source as arxiv } from '../../../src/search/sources/arxiv/index.ts';
import { source as semanticScholar } from '../../../src/search/sources/semanticscholar/index.ts';
import { contextOf, json, serve } from '../../helpers/sources/stand-ins.ts';

/** As the API documents its answer: snippet, score, and of the paper the number and the title alone. */
const match = (paper: object, snippet: object) => ({
  snippet: { snippetKind: 'body', section: 'Results', text: 'Threads held.', ...snippet },
  score: 0.56,
  paper: { authors: ['A. Byssus'], openAccessInfo: { license: 'CCBY', status: 'GOLD' }, ...paper },
});
const MUSSEL = { ref: 'J1-1', title: 'How mussels hold on', doi: '10.5555/mussel.1', corpusId: '77' };
const CRAB = { ref: 'J1-2', title: 'Crabs at night', arxivId: '2101.00001' };
const COMMA = { ref: 'J1-3', title: 'Limpets', doi: '10.5555/a,b', pmcid: 'PMC12' };
const NAMELESS = { ref: 'J1-4', title: 'Whelks' };
const PAPERS = [MUSSEL, CRAB, COMMA, NAMELESS];
const KEY = new Secret('key-of-a-test');

async function ask(respond: Parameters<typeof serve>[0], settings: { key?: Secret } = { key: KEY }, papers = PAPERS) {
  const server = await serve(respond);
  const each = { source: semanticScholar, settings: { baseUrl: server.url, ...settings } };
  const outcome = await findPassages(each, papers as typeof PAPERS, 'do threads hold?', contextOf());
  return { outcome, arrivals: server.arrivals };
}

describe('passages of Semantic Scholar', () => {
  it('are asked for once, of the papers that it can know, with the key in a header', async () => {
    const { arrivals } = await ask(json({ data: [], retrievalVersion: '1' }));
    expect(arrivals).toHaveLength(1);
    const [{ url, headers } = { url: '', headers: {} }] = arrivals;
    const { pathname, searchParams } = new URL(url, 'https://example.org');
    expect(pathname).toBe('/graph/v1/snippet/search');
    expect(Object.fromEntries(searchParams)).toEqual({
      query: 'do threads hold?',
      limit: '40',
      fields: 'snippet.text,snippet.snippetKind,snippet.section',
      paperIds: 'CorpusId:77,ARXIV:2101.00001,PMCID:12',
    });
    expect(headers).toMatchObject({ 'x-api-key': 'key-of-a-test' });
  });

  it('are those of bodies, cleaned, with their papers by number or title; none of a paper that was not asked for', async () => {
    const data = [
      match({ corpusId: '77', title: 'another spelling' }, { text: 'Threads\u202e held\n\nfor\u200b hours.' }),
      match({ corpusId: 5, title: 'CRABS at night.' }, { section: null }),
      match({ corpusId: '77' }, { snippetKind: 'abstract' }),
      match({ corpusId: '77' }, { snippetKind: 'title' }),
      match({ corpusId: '99', title: 'Something else' }, {}),
      match({ corpusId: '77' }, { text: '' }),
    ];
    const { outcome } = await ask(json({ data }));
    expect(outcome).toEqual({
      passages: [
        expect.objectContaining({ paper: MUSSEL, section: 'Results', text: 'Threads held for hours.' }),
        expect.objectContaining({ paper: CRAB, section: '', text: 'Threads held.' }),
      ],
    });
  });

  it('are not asked for without a key, nor of papers without a number', async () => {
    const { outcome, arrivals } = await ask(json({ data: [] }), {});
    expect([outcome, arrivals]).toEqual([{ failure: 'key wanted' }, []]);
    const nameless = await ask(json({ data: [] }), { key: KEY }, [NAMELESS] as never);
    expect([nameless.outcome, nameless.arrivals]).toEqual([{ passages: [] }, []]);
  });

  it.each([
    [{ message: 'Forbidden' }, 403, 'key refused'],
    [{ error: 'Bad query parameters' }, 400, 'refused'],
    [{ nothing: true }, 200, 'unreadable'],
    ['<html>', 200, 'unreadable'],
  ])('fail with words, never with an error: %j', async (body, status, failure) => {
    const { outcome, arrivals } = await ask(json(body, status));
    expect(outcome).toEqual({ failure });
    expect(arrivals).toHaveLength(1);
  });
});

describe('where no source is configured', () => {
  const { passages, fetch } = createTextWeb(
    async (signal, work) => {
      signal.throwIfAborted();
      return work([], contextOf());
    },
    [semanticScholar],
  );

  it('opens no page', async () => {
    const failure = 'library alone';
    expect(await fetch('https://localhost/paper', new AbortController().signal)).toEqual({ failure, isPassing: false });
  });

  it('names no source of passages: a key would change nothing where the library alone may be asked', async () => {
    expect(await passages(PAPERS, 'do threads hold?', new AbortController().signal)).toBeUndefined();
  });
});

it('where others are configured, it is said which source has passages, and the setting of its key', async () => {
  const { name, title } = semanticScholar;
  const other = { source: arxiv, settings: {} };
  const { passages } = createTextWeb(async (_, work) => work([other], contextOf()), [semanticScholar]);
  expect(await passages(PAPERS, 'do threads hold?', new AbortController().signal)).toEqual({
    name,
    title,
    passages: [],
    failure: { failure: 'key wanted', detail: { setting: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY' } },
  });
});
