import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { StrategyNode } from '../../../src/papers/strategy/strategy-tree.ts';
import { source as pubMed } from '../../../src/search/sources/pubmed/index.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { answerOf, questionOf, readParameters } from '../../helpers/sources/asking.ts';
import { contextOf, openStore, serve } from '../../helpers/sources/stand-ins.ts';
import { strictPubMed } from '../../helpers/sources/strict-pubmed.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const KEY = 'ncbi0a1b2c3d4e5f';
const SETTINGS = { key: new Secret(KEY), contactEmail: 'ada@example.org' };
const QUESTION = questionOf({ keywords: ['river sensor'], count: 250 });

/** A server that is as strict as NCBI's. */
const strict = (count: number) => serve((response, arrival) => strictPubMed(count)(arrival, response, 1));

describe('what PubMed is asked', () => {
  it('any of the keywords in title or abstract, with the filters that it has', () => {
    const filters = { year: '2019:2023', openAccessPdf: true, minCitationCount: 9 };
    const keywords = ['river sensor', 'water "network" OR x[au]'];
    const request = pubMed.search(questionOf({ keywords, filters, count: 150 }), SETTINGS);
    expect(request.url).toMatch(/^https:\/\/eutils\.ncbi\.nlm\.nih\.gov\/entrez\/eutils\/esearch\.fcgi\?/);
    expect(readParameters(request)).toEqual({
      db: 'pubmed',
      term: '("river sensor"[tiab] OR "water network OR x au"[tiab]) AND 2019:2023[dp] AND free full text[sb]',
      retmode: 'json',
      retmax: '150',
      sort: 'relevance',
      tool: 'paperqueue',
      email: 'ada@example.org',
    });
  });

  it('nothing about other fields, and nothing without words', () => {
    const about = (fieldsOfStudy: ['Law'] | ['Law', 'Medicine']) =>
      pubMed.cannotAnswer(questionOf({ keywords: ['a'], filters: { fieldsOfStudy } }));
    expect(about(['Law'])).toBe('life-sciences-only');
    expect(about(['Law', 'Medicine'])).toBeUndefined();
    expect(pubMed.cannotAnswer(questionOf({ keywords: ['"?!"'] }))).toBe('no-words');
  });

  it('its numbers first, then their records a hundred at a time, best first', async () => {
    const server = await strict(240);
    const asked = { source: pubMed, settings: { ...SETTINGS, baseUrl: server.url } };
    const [outcome] = await searchSources([asked], QUESTION, contextOf());
    expect(outcome).toMatchObject({ total: 240, requests: 4 });
    expect(outcome?.records.map(({ pmid }) => pmid)).toEqual(Array.from({ length: 240 }, (_, nth) => String(nth + 1)));
    expect(server.arrivals.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
      'GET /esearch.fcgi',
      ...Array(3).fill('POST /efetch.fcgi'),
    ]);
  });

  it('by a key that is sent with every request and kept nowhere', async () => {
    const server = await strict(120);
    const folder = temporaryFolder();
    const store = openStore(undefined, join(folder, 'sources.sqlite'));
    const asked = { source: pubMed, settings: { ...SETTINGS, baseUrl: server.url } };
    const [outcome] = await searchSources([asked], QUESTION, contextOf({ store }));
    const sent = server.arrivals.map(({ url, body }) => new URLSearchParams(body || url.split('?')[1]).get('api_key'));
    expect(sent).toEqual([KEY, KEY, KEY]);
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(outcome?.address).toContain('river+sensor');
    expect(outcome?.address).not.toContain('ada%40example.org');
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(written.join()).toContain('River sensors');
    expect(written.join()).not.toContain(KEY);
    // Another key is no other question.
    const again = { source: pubMed, settings: { ...SETTINGS, baseUrl: server.url, key: new Secret('other') } };
    const [kept] = await searchSources([again], QUESTION, contextOf({ store }));
    expect(kept).toMatchObject({ requests: 0, fromCache: 3 });
  });

  it('a long strategy by POST, which is recorded as an address', async () => {
    const server = await strict(120);
    const words = Array.from({ length: 400 }, (_, at) => `river${at}`);
    const strategy: StrategyNode = {
      kind: 'or',
      parts: words.map((word) => ({ kind: 'term', field: 'title', words: [word] })),
    };
    const asked = { source: pubMed, settings: { ...SETTINGS, baseUrl: server.url } };
    const [outcome] = await searchSources([asked], questionOf({ keywords: words, strategy }), contextOf());
    expect(outcome).toMatchObject({ total: 120, translation: { changes: [] } });
    const [search, records] = server.arrivals;
    expect(search).toMatchObject({ method: 'POST', url: '/esearch.fcgi' });
    const form = new URLSearchParams(search?.body);
    expect(form.get('term')).toBe(`(${words.map((word) => `"${word}"[ti]`).join(' OR ')})`);
    expect([form.get('email'), form.get('api_key')]).toEqual(['ada@example.org', KEY]);
    expect(new URLSearchParams(records?.body).get('email')).toBe('ada@example.org');
    const { searchParams } = new URL(outcome?.address ?? '');
    expect(searchParams.get('term')).toBe(form.get('term'));
    expect([searchParams.has('email'), searchParams.has('api_key')]).toEqual([false, false]);
  });

  it('without the key when NCBI refuses it', async () => {
    const server = await strict(3);
    const settings = { key: new Secret('no-key-of-ncbi'), baseUrl: server.url };
    const [outcome] = await searchSources([{ source: pubMed, settings }], QUESTION, contextOf());
    expect(outcome).toMatchObject({ failure: 'key refused', records: [{}, {}, {}] });
    expect(server.arrivals.filter(({ url, body }) => `${url}${body}`.includes('no-key-of-ncbi'))).toHaveLength(1);
  });
});

describe('what PubMed answers', () => {
  const search = pubMed.search(QUESTION, {});
  const read = (body: unknown, status = 200) => pubMed.readPage(answerOf(body, status), search, QUESTION);

  it.each([
    ['no results', { esearchresult: { count: '0', idlist: [] } }, 200, { records: [], total: 0 }],
    ['a refused query', { esearchresult: { ERROR: 'Search Backend failed' } }, 200, { failure: 'refused' }],
    ['an error with a line break in its JSON', '{"esearchresult":{"ERROR":"a\nb"}}', 200, { failure: 'unreadable' }],
    ['too many requests', { error: 'API rate limit exceeded', count: '4' }, 429, { failure: 'rate limited' }],
    ['a refused key', { error: 'API key invalid' }, 400, { failure: 'key refused' }],
    ['a bad request', 'Bad request', 400, { failure: 'refused' }],
    ['an error of its server', '<html>WWW Error 500 Diagnostic</html>', 500, { failure: 'server error' }],
    ['a page of HTML', '<html></html>', 200, { failure: 'unreadable' }],
  ])('%s', (_, body, status, expected) => {
    expect(read(body, status)).toEqual(expected);
  });

  it('looks up numbers, and nothing that only looks like one', () => {
    const request = pubMed.lookUp?.request('pmid', ['1', '2 OR x', '30000001'], SETTINGS);
    expect(readParameters(request)).toMatchObject({ id: '1,30000001', retmode: 'xml', email: 'ada@example.org' });
    expect(request?.keyParameter?.name).toBe('api_key');
    expect(pubMed.lookUp?.read(answerOf('<PubmedArticleSet></PubmedArticleSet>'))).toEqual({ records: [] });
    expect(pubMed.lookUp?.read(answerOf('ID list is empty!', 400))).toEqual({ failure: 'refused' });
  });
});
